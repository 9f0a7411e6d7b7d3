/// Reads `https://` as senders disguise it and as text recognition sees it.
extension EntityScanner {
    struct Scheme {
        /// The scheme without disguise: `http` or `https`.
        var name: String
        var end: Int
        /// Whether the writer disguised the scheme. Errors of text recognition don't count.
        var isObfuscated: Bool
    }

    /// The largest number of slashes that belong to a scheme: people often write one too many.
    private static let maxSlashes = 3

    /// Reads a scheme, also as `hxxp`, with `[:]`, with blanks around the signs, with a slash or the colon lost, and with letters for
    /// slashes as in `https:ll`.
    func readScheme(_ index: Int) -> Scheme? {
        guard text.at(index) == "h" else { return nil }
        guard matches("http", at: index) || matches("hxxp", at: index) else { return nil }
        let isSecure = text.at(index + 4) == "s"
        var scheme = Scheme(
            name: isSecure ? "https" : "http", end: index + (isSecure ? 5 : 4),
            isObfuscated: text.at(index + 1) == "x")
        let hasColon = readColon(&scheme)
        guard readSlashes(&scheme, fewest: hasColon ? 1 : 2) else { return nil }
        let blanks = skipBlanks(scheme.end, limit: Self.maxBlanks)
        if blanks < text.count, text.classes[blanks] == .newline {
            scheme.end = skipBlanks(blanks + 1, limit: Self.maxIndent)
        } else {
            scheme.isObfuscated = scheme.isObfuscated || blanks > scheme.end
            scheme.end = blanks
        }
        return scheme
    }

    private func readColon(_ scheme: inout Scheme) -> Bool {
        let colon = skipBlanks(scheme.end, limit: Self.maxBlanks)
        if matches("[:]", at: colon) {
            scheme.isObfuscated = true
            scheme.end = skipBlanks(colon + 3, limit: Self.maxBlanks)
            return true
        }
        guard text.at(colon) == ":" || (text.at(colon) == ";" && text.at(colon + 1) == "/") else {
            return false
        }
        let next = skipBlanks(colon + 1, limit: Self.maxBlanks)
        scheme.isObfuscated = scheme.isObfuscated || colon > scheme.end || next > colon + 1
        scheme.end = next
        return true
    }

    /// Reads the slashes after a scheme's name.
    /// - Parameter fewest: the smallest number of slashes. If the colon is missing, one slash alone may mean anything.
    private func readSlashes(_ scheme: inout Scheme, fewest: Int) -> Bool {
        var slashes = 0
        var cursor = scheme.end
        while slashes < Self.maxSlashes {
            let slash = skipBlanks(cursor, limit: 1)
            guard text.at(slash) == "/" else { break }
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

    /// Whether a character looks like a slash: `l`, `I`, `1` or `|`.
    private func isMisreadSlash(_ index: Int) -> Bool {
        switch text.at(index) {
        case "l", "1", "|": true
        case "i": text.cased[index] == "I"
        default: false
        }
    }

    /// Whether a character after one slash stands for another. The host of `:/lusps.com` may well begin with `l`; those of
    /// `:/Iusps.com` and `:/|usps.com` begin with `u`.
    private func isMisreadBefore(_ index: Int) -> Bool {
        text.at(index) == "|" || text.cased[index] == "I"
    }
}
