/// `https://` as senders hide it and as readers of pictures see it.
extension EntityScanner {
    struct Scheme {
        /// `http` or `https`.
        var name: String
        var end: Int
        var isObfuscated: Bool
    }

    /// Also `hxxp`, `[:]`, blanks around the signs, a slash or the colon lost, letters for slashes as in `https:ll`.
    func readScheme(_ index: Int) -> Scheme? {
        guard text.at(index) == 0x68 else { return nil }
        guard matches("http", at: index) || matches("hxxp", at: index) else { return nil }
        let isSecure = text.at(index + 4) == 0x73
        var scheme = Scheme(
            name: isSecure ? "https" : "http", end: index + (isSecure ? 5 : 4),
            isObfuscated: text.at(index + 1) == 0x78)
        let hasColon = readColon(&scheme)
        guard readSlashes(&scheme, fewest: hasColon ? 1 : 2) else { return nil }
        let blanks = skipBlanks(scheme.end, limit: 2)
        if blanks < text.count, text.classes[blanks] == .newline {
            scheme.end = skipBlanks(blanks + 1, limit: 4)
        } else {
            scheme.isObfuscated = scheme.isObfuscated || blanks > scheme.end
            scheme.end = blanks
        }
        return scheme
    }

    private func readColon(_ scheme: inout Scheme) -> Bool {
        let colon = skipBlanks(scheme.end, limit: 2)
        if matches("[:]", at: colon) {
            scheme.isObfuscated = true
            scheme.end = skipBlanks(colon + 3, limit: 2)
            return true
        }
        guard text.at(colon) == 0x3A || (text.at(colon) == 0x3B && text.at(colon + 1) == 0x2F) else {
            return false
        }
        let next = skipBlanks(colon + 1, limit: 2)
        scheme.isObfuscated = scheme.isObfuscated || colon > scheme.end || next > colon + 1
        scheme.end = next
        return true
    }

    /// - Parameter fewest: how many there must be; without a colon one slash is just a slash.
    private func readSlashes(_ scheme: inout Scheme, fewest: Int) -> Bool {
        var slashes = 0
        var cursor = scheme.end
        while slashes < 3 {
            let slash = skipBlanks(cursor, limit: 1)
            guard text.at(slash) == 0x2F else { break }
            scheme.isObfuscated = scheme.isObfuscated || slash > cursor
            cursor = slash + 1
            slashes += 1
        }
        if slashes == 0, fewest == 1, isMisreadSlash(cursor), isMisreadSlash(cursor + 1),
            text.isAlphanumeric(cursor + 2)
        {
            cursor += 2
            slashes = 2
        } else if slashes == 1, fewest == 1, isMisreadSlash(cursor), isMisreadBefore(cursor) {
            cursor += 1
            slashes = 2
        }
        guard slashes >= fewest else { return false }
        scheme.end = cursor
        return true
    }

    /// `l`, `I`, `1` and `|`.
    private func isMisreadSlash(_ index: Int) -> Bool {
        switch text.at(index) {
        case 0x6C, 0x31, 0x7C: true
        case 0x69: text.cased[index] == 0x49
        default: false
        }
    }

    /// `:/lusps.com` may well be a host that begins with `l`; `:/Iusps.com` and `:/|usps.com` are not.
    private func isMisreadBefore(_ index: Int) -> Bool {
        text.at(index) == 0x7C || text.cased[index] == 0x49
    }
}
