extension EntityScanner {
    /// `local@host.suffix`, also `local [at] host [dot] suffix`; the suffix must be a listed one.
    func email(at index: Int) -> Found? {
        guard index == 0 || !isLocalPart(text.at(index - 1)) else { return nil }
        var at = index
        while at - index <= 64, isLocalPart(text.at(at)) { at += 1 }
        guard at > index, let (hostStart, isDisguised) = atSignEnd(at) else { return nil }
        let host = readHost(hostStart, mayContinue: false)
        guard let match = suffixes.match(Substring(host.name)), match.isListed,
            match.registrableDomain != nil, isDisguised || !host.isObfuscated
        else { return nil }
        let plain = string(index..<at) + "@" + host.name
        return Found(kind: .email, end: host.end, plain: plain)
    }

    /// Past `@`, `[at]`, `(at)` or `{at}`, which may have a blank on each side.
    private func atSignEnd(_ index: Int) -> (end: Int, isDisguised: Bool)? {
        if text.at(index) == 0x40 { return (index + 1, false) }
        let open = skipBlanks(index, limit: 1)
        let bracket = text.at(open)
        guard bracket == 0x5B || bracket == 0x28 || bracket == 0x7B else { return nil }
        let close: UInt32 = bracket == 0x28 ? 0x29 : bracket + 2
        guard matches("at", at: open + 1) || text.at(open + 1) == 0x40 else { return nil }
        let inside = text.at(open + 1) == 0x40 ? open + 2 : open + 3
        return text.at(inside) == close ? (skipBlanks(inside + 1, limit: 1), true) : nil
    }

    private func isLocalPart(_ scalar: UInt32) -> Bool {
        scalar.isASCIIAlphanumeric || scalar == 0x2E || scalar == 0x5F || scalar == 0x25 || scalar == 0x2B
            || scalar == 0x2D
    }
}
