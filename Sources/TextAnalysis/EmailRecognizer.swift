extension EntityScanner {
    /// `local@host.suffix`; the suffix must be a listed one.
    func email(at index: Int) -> Found? {
        guard index == 0 || !isLocalPart(text.at(index - 1)) else { return nil }
        var at = index
        while at - index <= 64, isLocalPart(text.at(at)) { at += 1 }
        guard at > index, text.at(at) == 0x40 else { return nil }
        let host = readHost(at + 1, mayContinue: false)
        guard let match = suffixes.match(Substring(host.name)), match.isListed,
            match.registrableDomain != nil, !host.isObfuscated
        else { return nil }
        let plain = string(index..<at) + "@" + host.name
        return Found(kind: .email, end: host.end, plain: plain)
    }

    private func isLocalPart(_ scalar: UInt32) -> Bool {
        scalar.isASCIIAlphanumeric || scalar == 0x2E || scalar == 0x5F || scalar == 0x25 || scalar == 0x2B
            || scalar == 0x2D
    }
}
