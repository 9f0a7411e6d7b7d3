extension EntityScanner {
    struct Host {
        var name = ""
        var end: Int
        var isObfuscated = false
        var isJoined = false
        /// A dot has blanks beside it, or is a word or a comma.
        var isSpaced = false
    }

    /// Reads labels and dots, also `[.]` and `(dot)`.
    /// - Parameter mayContinue: whether a host that a line's end cuts after a dot or hyphen goes on below.
    func readHost(_ index: Int, mayContinue: Bool) -> Host {
        var host = Host(end: index)
        var name = String.UnicodeScalarView()
        // Counted apart, as the view would count anew each time.
        var length = 0
        var cursor = index
        while length < 254 {
            if isHostCharacter(cursor), let scalar = Unicode.Scalar(text.folded[cursor]) {
                name.append(scalar)
                length += 1
                cursor += 1
                host.end = cursor
                if scalar == "-", mayContinue, let next = continuation(after: cursor, last: 0x2D) {
                    cursor = next
                    host.isJoined = true
                }
            } else if let dot = dotEnd(cursor), !name.isEmpty, name.last != "." {
                if isHostCharacter(dot.end) {
                    name.append(".")
                    length += 1
                    host.isObfuscated = host.isObfuscated || dot.isObfuscated
                    cursor = dot.end
                } else if let next = continuation(after: dot.end, last: 0x2E, strictly: !mayContinue) {
                    name.append(".")
                    length += 1
                    cursor = next
                    host.isJoined = true
                } else if let next = apart(cursor, after: name, isCertain: mayContinue) {
                    name.append(".")
                    cursor = next.label
                    host.isSpaced = true
                } else {
                    break
                }
            } else if !name.isEmpty, name.last != ".",
                let next = apart(cursor, after: name, isCertain: mayContinue)
            {
                name.append(".")
                cursor = next.label
                host.isSpaced = true
                host.isObfuscated = host.isObfuscated || next.isObfuscated
            } else if mayContinue, !host.isJoined, let next = brokenLabel(cursor, after: name) {
                cursor = next
                host.isJoined = true
            } else {
                break
            }
        }
        if name.last == "." { name.removeLast() }
        host.name = String(name)
        return host
    }

    /// ASCII, and the letters of scripts that imitate Latin; texts in others often touch a link.
    func isHostCharacter(_ index: Int) -> Bool {
        let scalar = text.at(index)
        if scalar.isASCIIAlphanumeric || scalar == 0x2D || scalar == 0x5F { return true }
        return scalar >= 0xC0 && scalar < 0x590 && text.classes[index] == .letter
    }

    /// Past a dot, plain or disguised, with a blank on each side of a disguised one.
    private func dotEnd(_ index: Int) -> (end: Int, isObfuscated: Bool)? {
        if text.at(index) == 0x2E || (text.at(index) == 0x3002 && text.at(index + 1).isASCIILower) {
            return (index + 1, false)
        }
        let open = skipBlanks(index, limit: 1)
        let bracket = text.at(open)
        guard bracket == 0x5B || bracket == 0x28 || bracket == 0x7B else { return nil }
        let close: UInt32 = bracket == 0x28 ? 0x29 : bracket + 2
        let inside = text.at(open + 1) == 0x2E ? open + 2 : matches("dot", at: open + 1) ? open + 4 : open
        guard inside > open, text.at(inside) == close else { return nil }
        return (skipBlanks(inside + 1, limit: 1), true)
    }

    /// Where a URL that reaches its line's end goes on in the next line, or nil if it ends here.
    /// - Parameters:
    ///   - last: the URL's last scalar so far.
    ///   - strictly: go on only into what must be part of a URL.
    func continuation(after index: Int, last: UInt32, strictly: Bool = false) -> Int? {
        let lineEnd = skipBlanks(index, limit: 2)
        guard lineEnd < text.count, text.classes[lineEnd] == .newline else { return nil }
        let next = skipBlanks(lineEnd + 1, limit: 4)
        guard text.at(next).isASCIIAlphanumeric else { return nil }
        var end = next
        var digits = 0
        var signs = 0
        var hasSlash = false
        var lastSign = next
        while end - next < 256, isPathCharacter(end) {
            let scalar = text.at(end)
            if scalar.isASCIIDigit { digits += 1 }
            if !scalar.isASCIIAlphanumeric {
                signs += 1
                lastSign = end
                hasSlash = hasSlash || scalar == 0x2F
            }
            end += 1
        }
        if signs > 0, lastSign == end - 1, !hasSlash { signs -= 1 }
        if strictly { return hasSlash && text.cased[next].isASCIILower ? next : nil }
        switch last {
        case 0x2D, 0x5F, 0x3D, 0x26: return next
        default: break
        }
        let isCapitalised = text.cased[next].isASCIIUpper && text.at(next + 1) == text.cased[safe: next + 1]
        let isAlone = end >= text.count || text.classes[end] == .newline
        if digits > 0, digits < end - next || isAlone { return next }
        if signs > 0 { return isCapitalised && !hasSlash ? nil : next }
        return isAlone && !isCapitalised ? next : nil
    }

    func isPathCharacter(_ index: Int) -> Bool {
        let scalar = text.at(index)
        if scalar.isASCIIAlphanumeric { return true }
        if scalar < 0x80 { return Self.pathSigns.contains(scalar) }
        return text.classes[index] == .letter && scalar < 0x590
    }

    private static let pathSigns = Set("-._~:/?#[]@!$&'()*+,;=%".unicodeScalars.map(\.value))
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
