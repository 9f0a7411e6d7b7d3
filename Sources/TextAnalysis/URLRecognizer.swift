extension EntityScanner {
    private static let maximumJoins = 6

    /// A URL with a scheme, one that begins with `www.`, or a bare domain below a listed suffix.
    func url(at index: Int) -> Found? {
        if let scheme = readScheme(index) { return schemedURL(index, scheme) }
        guard index == 0 || !isInsideRun(index - 1), !followsDisguisedDot(index) else { return nil }
        // Most words end here: no dot follows the run.
        var probe = index
        while probe - index < 254, isHostCharacter(probe) { probe += 1 }
        let sign = text.at(probe)
        let isDot = sign == 0x2E || sign == 0x5B || sign == 0x28 || sign == 0x7B || sign == 0x3002
        guard
            isDot || text.at(probe + 1) == 0x5B || text.at(probe + 1) == 0x28 || mayGoOn(probe)
                || (matches("www", at: index) && probe == index + 3)
        else { return nil }
        return bareURL(index)
    }

    private func isInsideRun(_ index: Int) -> Bool {
        switch text.at(index) {
        case 0x2E, 0x2D, 0x5F, 0x40: text.isAlphanumeric(index - 1) || text.at(index) == 0x40
        default: false
        }
    }

    /// After `a[.]`, `a (dot) `: whatever begins here was part of a host that was read before and found wanting. Without
    /// this, `a[.]a[.]a[.]…` would be read to its end from each of its labels.
    private func followsDisguisedDot(_ index: Int) -> Bool {
        let close = text.at(index - 1) == 0x20 ? index - 2 : index - 1
        let open: UInt32
        switch text.at(close) {
        case 0x5D, 0x7D: open = text.at(close) - 2
        case 0x29: open = 0x28
        default: return false
        }
        let inside =
            text.at(close - 1) == 0x2E ? close - 1 : matches("dot", at: close - 3) ? close - 3 : close
        guard inside < close, text.at(inside - 1) == open else { return false }
        return text.isAlphanumeric(text.at(inside - 2) == 0x20 ? inside - 3 : inside - 2)
    }

    private func schemedURL(_ index: Int, _ scheme: Scheme) -> Found? {
        var hostStart = scheme.end
        var userinfo: String?
        var cursor = scheme.end
        while cursor - scheme.end < 128, isPathCharacter(cursor), text.at(cursor) != 0x2F,
            text.at(cursor) != 0x3F,
            text.at(cursor) != 0x23
        {
            if text.at(cursor) == 0x40 {
                userinfo = string(scheme.end..<cursor, cased: true)
                hostStart = cursor + 1
            }
            cursor += 1
        }
        let host = readAddress(hostStart) ?? readHost(hostStart, mayContinue: true)
        guard !host.name.isEmpty else { return nil }
        var link = link(scheme: scheme.name, host: host)
        link.userinfo = userinfo
        link.isObfuscated = link.isObfuscated || scheme.isObfuscated
        return finished(link, from: index, hostEnd: host.end)
    }

    /// `[2001:db8::1]`
    private func readAddress(_ index: Int) -> Host? {
        guard text.at(index) == 0x5B else { return nil }
        var end = index + 1
        var colons = 0
        while end - index <= 45 {
            let scalar = text.at(end)
            if scalar == 0x3A { colons += 1 }
            guard scalar.isASCIIDigit || (0x61...0x66).contains(scalar) || scalar == 0x3A || scalar == 0x2E
            else { break }
            end += 1
        }
        guard text.at(end) == 0x5D, colons > 1 else { return nil }
        return Host(name: string(index..<(end + 1)), end: end + 1)
    }

    private func bareURL(_ index: Int) -> Found? {
        let hasWWW = matches("www", at: index) && !text.isAlphanumeric(index + 3)
        let host = readHost(index, mayContinue: hasWWW || endsLineInHost(index))
        guard text.at(host.end) != 0x40, let dot = host.name.lastIndex(of: ".") else { return nil }
        let link = link(scheme: nil, host: host)
        let found = finished(link, from: index, hostEnd: host.end)
        let reached = found.link ?? link
        let hasMore = !reached.path.isEmpty || reached.port != nil
        if link.isAddress { return hasMore && !link.host.utf8.allSatisfy { $0 != 0x2E } ? found : nil }
        guard let match = suffixes.match(Substring(host.name)), let domain = match.registrableDomain else {
            return nil
        }
        if hasWWW { return host.name.utf8.count > 6 ? found : nil }
        guard match.isListed else { return nil }
        let site = domain.dropLast(match.suffix.count + 1)
        let topLevel = host.name[host.name.index(after: dot)...]
        let written = text.cased[index..<host.end]
        let isPlausible = BareDomain.isPlausible(
            written: written, labels: host.name.split(separator: ".").count, site: site, topLevel: topLevel,
            hasPath: hasMore || (host.isObfuscated && !host.isSpaced))
        return isPlausible ? found : nil
    }

    /// `usps-` at a line's end, with the rest of a host below.
    private func endsLineInHost(_ index: Int) -> Bool {
        var end = index
        while end - index < 64, isHostCharacter(end) { end += 1 }
        guard text.at(end - 1) == 0x2D, text.classes[safe: end] == .newline else { return false }
        var dot = end + 1
        while dot - end < 64, isHostCharacter(dot) { dot += 1 }
        return text.at(dot) == 0x2E && text.at(dot + 1).isASCIILower
    }

    private func link(scheme: String?, host: Host) -> Link {
        let isAddress = Self.isAddress(host.name, isCertain: scheme != nil)
        let match = isAddress ? nil : suffixes.match(Substring(host.name))
        return Link(
            scheme: scheme, userinfo: nil, host: host.name, isOnPrivateSuffix: match?.isPrivate ?? false,
            isMixedScript: Self.isMixedScript(host.name),
            registrableDomain: match?.registrableDomain.map(String.init),
            port: nil, path: "", isAddress: isAddress, isObfuscated: host.isObfuscated)
    }

    /// Latin letters and Greek, Cyrillic or Armenian ones in one label; Punycode is decoded first.
    private static func isMixedScript(_ host: String) -> Bool {
        guard host.utf8.contains(where: { $0 >= 0x80 }) || host.contains("xn--") else { return false }
        return host.split(separator: ".").contains { label in
            let decoded = label.hasPrefix("xn--") ? Punycode.decoded(label.dropFirst(4)) : nil
            let scalars = (decoded ?? String(label)).unicodeScalars.map(\.value)
            return scalars.contains(where: \.isASCIILetter)
                && scalars.contains { (0x370..<0x590).contains($0) }
        }
    }

    /// Four decimal numbers, or with a scheme what browsers take too: fewer numbers, hexadecimal and octal ones, and
    /// IPv6 in brackets.
    private static func isAddress(_ host: String, isCertain: Bool) -> Bool {
        if host.hasPrefix("[") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ $0.utf8.count <= 3 && UInt8($0) != nil }) { return true }
        guard isCertain, parts.count <= 4 else { return false }
        return parts.allSatisfy { part in
            part.hasPrefix("0x") ? UInt32(part.dropFirst(2), radix: 16) != nil : UInt32(part) != nil
        }
    }

    /// Reads port and path.
    private func finished(_ start: Link, from index: Int, hostEnd: Int) -> Found {
        var link = start
        var end = hostEnd
        if text.at(end) == 0x3A {
            let digits = digitsEnd(end + 1)
            if (1...5).contains(digits - end - 1), !text.isAlphanumeric(digits) {
                link.port = Int(string((end + 1)..<digits))
                end = digits
            }
        }
        if text.at(end) == 0x2F || text.at(end) == 0x3F || text.at(end) == 0x23 {
            (link.path, end) = readPath(end)
        }
        let authority =
            (link.userinfo.map { $0 + "@" } ?? "") + link.host + (link.port.map { ":\($0)" } ?? "")
        let plain = (link.scheme.map { $0 + "://" } ?? "") + authority + link.path
        var found = Found(kind: .url, end: end, plain: plain, link: link)
        if link.path.utf8.count > 1 { found.details.messenger = Messenger(host: link.host) }
        return found
    }

    private func readPath(_ index: Int) -> (path: String, end: Int) {
        var path: [UInt32] = []
        var ends: [Int] = []
        var cursor = index
        var joins = 0
        while path.count < Self.reach {
            if isPathCharacter(cursor) {
                path.append(text.cased[cursor])
                cursor += 1
                ends.append(cursor)
            } else if let last = path.last, Self.isJoint(last), joins < Self.maximumJoins,
                let next = continuation(after: cursor, last: last)
            {
                cursor = next
                joins += 1
            } else {
                break
            }
        }
        while let last = path.last, Self.isTrailing(last, in: path) {
            path.removeLast()
            ends.removeLast()
        }
        let view = String.UnicodeScalarView(path.compactMap(Unicode.Scalar.init))
        return (String(view), ends.last ?? index)
    }

    /// `/ . - _ = ? &`
    private static func isJoint(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2F, 0x2E, 0x2D, 0x5F, 0x3D, 0x3F, 0x26: true
        default: false
        }
    }

    private static func isTrailing(_ scalar: UInt32, in path: [UInt32]) -> Bool {
        switch scalar {
        case 0x2E, 0x2C, 0x3A, 0x3B, 0x21, 0x3F, 0x27, 0x2A, 0x28, 0x5B: true
        case 0x29: !path.contains(0x28)
        case 0x5D: !path.contains(0x5B)
        default: false
        }
    }
}
