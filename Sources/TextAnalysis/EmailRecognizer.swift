extension EntityScanner {
    /// The largest length of the part before the at sign, in octets (RFC 5321).
    private static let maxLocalPart = 64

    /// An e-mail address: `local@host.suffix`, also written as `local [at] host [dot] suffix`. The suffix must be a listed one.
    func email(at index: Int) -> Found? {
        guard index == 0 || !isLocalPart(text.at(index - 1)) else { return nil }
        var at = index
        while at - index <= Self.maxLocalPart, isLocalPart(text.at(at)) { at += 1 }
        guard at > index, let (hostStart, isDisguised) = atSignEnd(at) else { return nil }
        let host = readHost(hostStart, mayContinue: false)
        guard let match = suffixes.match(Substring(host.name)), match.isListed,
            match.registrableDomain != nil, isDisguised || !host.isObfuscated
        else { return nil }
        let plain = string(index..<at) + "@" + host.name
        return Found(kind: .email, end: host.end, plain: plain)
    }

    /// Returns the place after `@`, `[at]`, `(at)` or `{at}`, which may have a blank on each side.
    private func atSignEnd(_ index: Int) -> (end: Int, isDisguised: Bool)? {
        if text.at(index) == "@" { return (index + 1, false) }
        let open = skipBlanks(index, limit: 1)
        guard let close = text.at(open).closingBracket,
            matches("at", at: open + 1) || text.at(open + 1) == "@"
        else { return nil }
        let inside = text.at(open + 1) == "@" ? open + 2 : open + 3
        return text.at(inside) == close ? (skipBlanks(inside + 1, limit: 1), true) : nil
    }

    private func isLocalPart(_ scalar: UInt32) -> Bool {
        scalar.isASCIIAlphanumeric || scalar == "." || scalar == "_" || scalar == "%" || scalar == "+"
            || scalar == "-"
    }
}
