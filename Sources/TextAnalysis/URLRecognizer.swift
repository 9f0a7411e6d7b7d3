extension EntityScanner {
    /// The largest number of further lines that one path may extend to. It bounds the time.
    private static let maxJoins = 6
    /// The largest length of the userinfo before a host, in characters. It bounds the time.
    private static let maxUserinfo = 128
    /// The largest length of an IPv6 address in brackets, in characters.
    private static let maxIPv6 = 45
    /// The smallest length of a host that begins with `www`, in characters: `www.a.b` is as long.
    private static let minWWWHost = 7
    /// Scalars of scripts that imitate Latin letters: Greek, Cyrillic and Armenian.
    private static let imitators: Range<UInt32> = 0x370..<0x590
    private static let portDigits = 1...5

    /// A URL with a scheme, one that begins with `www.`, or a bare domain below a listed suffix.
    func url(at index: Int) -> Found? {
        if let scheme = readScheme(index) { return schemedURL(index, scheme) }
        guard index == 0 || !isInsideRun(index - 1), !followsDisguisedDot(index) else { return nil }
        // Most words end the search here, because no dot follows them.
        var probe = index
        while probe - index <= Self.maxHost, isHostCharacter(probe) { probe += 1 }
        let sign = text.at(probe)
        let isDot = sign == "." || sign == "[" || sign == "(" || sign == "{" || sign == "。"
        guard
            isDot || text.at(probe + 1) == "[" || text.at(probe + 1) == "(" || mayGoOn(probe)
                || (matches("www", at: index) && probe == index + 3)
        else { return nil }
        return bareURL(index)
    }

    private func isInsideRun(_ index: Int) -> Bool {
        switch text.at(index) {
        case ".", "-", "_", "@": text.isAlphanumeric(index - 1) || text.at(index) == "@"
        default: false
        }
    }

    /// Whether a disguised dot stands before a place: `a[.]`, `a (dot) `. What begins there was part of a host that was read before and
    /// refused. Without this check, `a[.]a[.]a[.]…` would be read to its end from each of its labels.
    private func followsDisguisedDot(_ index: Int) -> Bool {
        let close = text.at(index - 1) == " " ? index - 2 : index - 1
        switch text.at(close) {
        case ")", "]", "}": break
        default: return false
        }
        let inside =
            text.at(close - 1) == "." ? close - 1 : matches("dot", at: close - 3) ? close - 3 : close
        guard inside < close, text.at(inside - 1).closingBracket == text.at(close) else { return false }
        return text.isAlphanumeric(text.at(inside - 2) == " " ? inside - 3 : inside - 2)
    }

    private func schemedURL(_ index: Int, _ scheme: Scheme) -> Found? {
        var hostStart = scheme.end
        var userinfo: String?
        var cursor = scheme.end
        while cursor - scheme.end < Self.maxUserinfo, isPathCharacter(cursor), text.at(cursor) != "/",
            text.at(cursor) != "?",
            text.at(cursor) != "#"
        {
            if text.at(cursor) == "@" {
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

    /// Reads the host `[2001:db8::1]`: an IPv6 address in brackets.
    private func readAddress(_ index: Int) -> Host? {
        guard text.at(index) == "[" else { return nil }
        var end = index + 1
        var colons = 0
        while end - index <= Self.maxIPv6 {
            let scalar = text.at(end)
            if scalar == ":" { colons += 1 }
            guard scalar.isLowerHexDigit || scalar == ":" || scalar == "." else { break }
            end += 1
        }
        guard text.at(end) == "]", colons > 1 else { return nil }
        return Host(name: string(index..<(end + 1)), end: end + 1)
    }

    private func bareURL(_ index: Int) -> Found? {
        let hasWWW = matches("www", at: index) && !text.isAlphanumeric(index + 3)
        let host = readHost(index, mayContinue: hasWWW || endsLineInHost(index))
        guard text.at(host.end) != "@", let dot = host.name.lastIndex(of: ".") else { return nil }
        let link = link(scheme: nil, host: host)
        let found = finished(link, from: index, hostEnd: host.end)
        let reached = found.link ?? link
        let hasMore = !reached.path.isEmpty || reached.port != nil
        if link.isAddress { return hasMore && link.host.contains(".") ? found : nil }
        guard let match = suffixes.match(Substring(host.name)),
            let domain = match.registrableDomain ?? governmentSite(match)
        else { return nil }
        if hasWWW { return host.name.utf8.count >= Self.minWWWHost ? found : nil }
        guard match.isListed else { return nil }
        let topLevel = host.name[host.name.index(after: dot)...]
        // Of a suffix such as `go.id`, both labels are the registry's.
        let suffix = match.registrableDomain == nil ? topLevel : match.suffix
        let site = domain.dropLast(suffix.count + 1)
        let labels = host.name.split(separator: ".").count - suffix.count { $0 == "." }
        let written = text.cased[index..<host.end]
        let isPlausible = isPlausibleDomain(
            written: written, labels: labels, site: site, topLevel: topLevel,
            hasPath: hasMore || (host.isObfuscated && !host.isSpaced))
        return isPlausible ? found : nil
    }

    /// The suffix itself if a government has its site there, as at `gov.uk`.
    private func governmentSite(_ match: PublicSuffixList.Match) -> Substring? {
        match.isListed && !match.isPrivate && match.suffix.hasPrefix("gov.") ? match.suffix : nil
    }

    /// Whether a line ends inside a host, as with `usps-`, and the next line holds the rest.
    private func endsLineInHost(_ index: Int) -> Bool {
        var end = index
        while end - index < Self.maxLabelReach, isHostCharacter(end) { end += 1 }
        guard text.at(end - 1) == "-", text.classes[safe: end] == .newline else { return false }
        var dot = end + 1
        while dot - end < Self.maxLabelReach, isHostCharacter(dot) { dot += 1 }
        return text.at(dot) == "." && text.at(dot + 1).isASCIILower
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

    /// Whether a label holds Latin letters and Greek, Cyrillic or Armenian ones. Punycode is decoded first.
    private static func isMixedScript(_ host: String) -> Bool {
        guard host.utf8.contains(where: { $0 >= 0x80 }) || host.contains("xn--") else { return false }
        return host.split(separator: ".").contains { label in
            let decoded = label.hasPrefix("xn--") ? Punycode.decoded(label.dropFirst(4)) : nil
            let scalars = (decoded ?? String(label)).unicodeScalars.map(\.value)
            return scalars.contains(where: \.isASCIILetter)
                && scalars.contains(where: Self.imitators.contains)
        }
    }

    /// Whether a host is an IP address: four decimal numbers, or with a scheme whatever browsers take: fewer numbers, hexadecimal and
    /// octal ones, and IPv6 in brackets.
    private static func isAddress(_ host: String, isCertain: Bool) -> Bool {
        if host.hasPrefix("[") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ $0.utf8.count <= 3 && UInt8($0) != nil }) { return true }
        guard isCertain, parts.count <= 4 else { return false }
        return parts.allSatisfy { part in
            part.hasPrefix("0x") ? UInt32(part.dropFirst(2), radix: 16) != nil : UInt32(part) != nil
        }
    }

    /// Reads the port and the path of a link whose host was read, and returns the whole link.
    private func finished(_ start: Link, from index: Int, hostEnd: Int) -> Found {
        var link = start
        var end = hostEnd
        if text.at(end) == ":" {
            let digits = digitsEnd(end + 1)
            if Self.portDigits.contains(digits - end - 1), !text.isAlphanumeric(digits) {
                link.port = Int(string((end + 1)..<digits))
                end = digits
            }
        }
        if text.at(end) == "/" || text.at(end) == "?" || text.at(end) == "#" {
            (link.path, end) = readPath(end)
        }
        let authority =
            (link.userinfo.map { $0 + "@" } ?? "") + link.host + (link.port.map { ":\($0)" } ?? "")
        let plain = (link.scheme.map { $0 + "://" } ?? "") + authority + link.path
        var found = Found(kind: .url, end: end, plain: plain, link: link)
        if link.path.utf8.count > 1 { found.details.messenger = MessengerHost.named(link.host)?.service }
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
            } else if let last = path.last, Self.isJoint(last), joins < Self.maxJoins,
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

    /// Whether a link whose line ends with this sign may go on in the next line.
    private static func isJoint(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "/", ".", "-", "_", "=", "?", "&": true
        default: false
        }
    }

    /// Whether the last sign of a path belongs to the sentence around it.
    private static func isTrailing(_ scalar: UInt32, in path: [UInt32]) -> Bool {
        switch scalar {
        case ".", ",", ":", ";", "!", "?", "'", "*", "(", "[": true
        case ")": !path.contains(UInt32(ascii: "("))
        case "]": !path.contains(UInt32(ascii: "["))
        default: false
        }
    }
}
