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

/// Reads hosts whose dots stand apart: `usps . com`, `usps dot com`, `www usps com`, and what text recognition makes of dots.
extension EntityScanner {
    /// Suffixes that are not words, so that a word and a blank before one make a host.
    private static let plainSuffixes = keys("com net org xyz icu vip cc biz")

    /// The largest number of letters of these suffixes.
    private static let maxPlainSuffix = 3
    /// How far into the next line a label is looked for, in characters: longer than a label may be.
    static let maxLabelReach = 64

    /// Whether a host that ends at `index` may go on after something that is not a dot.
    func mayGoOn(_ index: Int) -> Bool {
        switch text.at(index) {
        case ",": return isPlainSuffix(index + 1)
        case " ", "\u{A0}":
            let next = skipBlanks(index, limit: Self.maxBlanks)
            return text.at(next) == "." || matches("dot ", at: next)
        case "\n":
            return text.at(index - 1) == "-"
                || (text.at(index + 1) == "." && text.at(index + 2).isASCIILower)
        default: return false
        }
    }

    private func isPlainSuffix(_ index: Int) -> Bool {
        let end = lettersEnd(index, limit: Self.maxPlainSuffix + 1)
        return !isHostCharacter(end) && Self.plainSuffixes.contains(wordKey(index..<end))
    }

    /// Returns the start of the next label if an unusual kind of dot stands at a place.
    /// - Parameters:
    /// - name: the host so far.
    /// - isCertain: whether a scheme or `www` proves that the text is a host.
    func apart(
        _ index: Int, after name: String.UnicodeScalarView, isCertain: Bool
    ) -> (label: Int, isObfuscated: Bool)? {
        let sign = skipBlanks(index, limit: Self.maxBlanks)
        var label: Int
        var isObfuscated = false
        if text.at(sign) == "." || (text.classes[safe: sign] == .newline && text.at(sign + 1) == ".") {
            let dot = text.at(sign) == "." ? sign : sign + 1
            label = skipBlanks(dot + 1, limit: Self.maxBlanks)
            isObfuscated = dot > index && label > dot + 1
        } else if sign > index, matches("dot", at: sign), text.isBlank(sign + 3) {
            label = skipBlanks(sign + 3, limit: Self.maxBlanks)
            isObfuscated = true
        } else if sign == index, text.at(sign) == "," {
            label = sign + 1
        } else if sign > index, isCertain {
            label = sign
        } else {
            return nil
        }
        guard text.at(label).isASCIILower, text.cased[label].isASCIILower else { return nil }
        let end = lettersEnd(label)
        let hasPath = text.at(end) == "/"
        if isComplete(name) {
            // A suffix of two labels may follow: `bank . com . au`.
            let goesOn = isObfuscated && !isHostCharacter(end) && isListed(label..<end)
            return goesOn && !isWordLike(string(label..<end)[...]) ? (label, true) : nil
        }
        if isCertain, name.elementsEqual("www".unicodeScalars) {
            let next = skipBlanks(end, limit: Self.maxBlanks)
            return next > end && isPlainSuffix(next) ? (label, isObfuscated) : nil
        }
        // Behind a scheme, each dot between blanks joins: `https://usps . help . top`.
        if isCertain, isObfuscated, end > label { return (label, true) }
        guard !isHostCharacter(end) else { return nil }
        if text.at(end) == ".", text.at(end + 1).isASCIILower {
            // `usps. co.uk`, but not `details. usps.com`; with a scheme also `https://usps help.top`.
            let last = lettersEnd(end + 1)
            return isSuffix(label..<last) || (isCertain && isListed((end + 1)..<last))
                ? (label, isObfuscated) : nil
        }
        if Self.plainSuffixes.contains(wordKey(label..<end)) { return (label, isObfuscated) }
        guard isListed(label..<end) else { return nil }
        let isWord = isWordLike(string(label..<end)[...])
        if isCertain { return isWord && !hasPath ? nil : (label, isObfuscated) }
        let looksMade = name.contains { $0 == "-" || ("0"..."9").contains($0) }
        return !isWord && (hasPath || (isObfuscated && looksMade)) ? (label, isObfuscated) : nil
    }

    /// Returns the place in the next line where a host goes on, if a line's end breaks one of its labels.
    func brokenLabel(_ index: Int, after name: String.UnicodeScalarView) -> Int? {
        guard text.classes[safe: index] == .newline, !isComplete(name) else { return nil }
        let next = index + 1
        var dot = next
        while dot - next < Self.maxLabelReach, isHostCharacter(dot) { dot += 1 }
        guard dot > next, text.at(dot) == ".", text.cased[next] == text.folded[next] else { return nil }
        let suffix = lettersEnd(dot + 1)
        return suffix > dot + 1 && isListed((dot + 1)..<suffix) ? next : nil
    }

    /// Whether a host has a listed suffix and at least one label before it.
    private func isComplete(_ name: String.UnicodeScalarView) -> Bool {
        guard name.contains("."), let match = suffixes.match(Substring(String(name))) else { return false }
        return match.isListed && match.registrableDomain.map { $0 != "www" && !$0.hasPrefix("www.") } ?? false
    }

    private func isSuffix(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty, let match = suffixes.match(Substring(string(range))) else { return false }
        return match.isListed && match.registrableDomain == nil
    }

    private func isListed(_ range: Range<Int>) -> Bool {
        !range.isEmpty && suffixes.match(Substring(string(range)))?.isListed == true
    }
}
