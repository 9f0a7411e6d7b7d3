/// Hosts whose dots stand apart: `usps . com`, `usps dot com`, `www usps com`, and what readers make of dots.
extension EntityScanner {
    private static let mostBlanks = 2

    /// Suffixes that are no words, so that two words beside them make a host.
    private static let plainSuffixes = keys("com net org xyz icu vip cc biz")

    private static func keys(_ words: String) -> Set<WordKey> {
        Set(words.split(separator: " ").map { WordKey($0.unicodeScalars.lazy.map(\.value)) })
    }

    /// Whether a host that ends at `index` may go on behind something else than a dot.
    func mayGoOn(_ index: Int) -> Bool {
        switch text.at(index) {
        case 0x2C: return isPlainSuffix(index + 1)
        case 0x20, 0xA0:
            let next = skipBlanks(index, limit: Self.mostBlanks)
            return text.at(next) == 0x2E || matches("dot ", at: next)
        case 0x0A:
            return text.at(index - 1) == 0x2D
                || (text.at(index + 1) == 0x2E && text.at(index + 2).isASCIILower)
        default: return false
        }
    }

    private func isPlainSuffix(_ index: Int) -> Bool {
        let end = lettersEnd(index, limit: 4)
        return !isHostCharacter(end) && Self.plainSuffixes.contains(wordKey(index..<end))
    }

    /// Where the next label begins if what stands at `index` is a dot in another shape.
    /// - Parameters:
    ///   - name: the host so far.
    ///   - isCertain: whether a scheme or `www` says that it is a host.
    func apart(
        _ index: Int, after name: String.UnicodeScalarView, isCertain: Bool
    ) -> (label: Int, isObfuscated: Bool)? {
        let sign = skipBlanks(index, limit: Self.mostBlanks)
        var label: Int
        var isObfuscated = false
        if text.at(sign) == 0x2E || (text.classes[safe: sign] == .newline && text.at(sign + 1) == 0x2E) {
            let dot = text.at(sign) == 0x2E ? sign : sign + 1
            label = skipBlanks(dot + 1, limit: Self.mostBlanks)
            isObfuscated = dot > index && label > dot + 1
        } else if sign > index, matches("dot", at: sign), text.isBlank(sign + 3) {
            label = skipBlanks(sign + 3, limit: Self.mostBlanks)
            isObfuscated = true
        } else if sign == index, text.at(sign) == 0x2C {
            label = sign + 1
        } else if sign > index, isCertain {
            label = sign
        } else {
            return nil
        }
        guard text.at(label).isASCIILower, text.cased[label].isASCIILower else { return nil }
        let end = lettersEnd(label)
        let hasPath = text.at(end) == 0x2F
        if isComplete(name) {
            // `bank . com . au`
            let goesOn = isObfuscated && !isHostCharacter(end) && isListed(label..<end)
            return goesOn && !BareDomain.isWordLike(string(label..<end)[...]) ? (label, true) : nil
        }
        if isCertain, name.elementsEqual("www".unicodeScalars) {
            let next = skipBlanks(end, limit: Self.mostBlanks)
            return next > end && isPlainSuffix(next) ? (label, isObfuscated) : nil
        }
        // `usps . help . top`
        if isCertain, isObfuscated, end > label { return (label, true) }
        guard !isHostCharacter(end) else { return nil }
        if text.at(end) == 0x2E, text.at(end + 1).isASCIILower {
            // `usps. co.uk`, but not `details. usps.com`; with a scheme also `https://usps help.top`.
            let last = lettersEnd(end + 1)
            return isSuffix(label..<last) || (isCertain && isListed((end + 1)..<last))
                ? (label, isObfuscated) : nil
        }
        if Self.plainSuffixes.contains(wordKey(label..<end)) { return (label, isObfuscated) }
        guard isListed(label..<end) else { return nil }
        let isWord = BareDomain.isWordLike(string(label..<end)[...])
        if isCertain { return isWord && !hasPath ? nil : (label, isObfuscated) }
        let looksMade = name.contains { $0 == "-" || ("0"..."9").contains($0) }
        return !isWord && (hasPath || (isObfuscated && looksMade)) ? (label, isObfuscated) : nil
    }

    /// Where a host goes on in the next line, if a line's end cut it inside a label.
    func brokenLabel(_ index: Int, after name: String.UnicodeScalarView) -> Int? {
        guard text.classes[safe: index] == .newline, !isComplete(name) else { return nil }
        let next = index + 1
        var dot = next
        while dot - next < 64, isHostCharacter(dot) { dot += 1 }
        guard dot > next, text.at(dot) == 0x2E, text.cased[next] == text.folded[next] else { return nil }
        let suffix = lettersEnd(dot + 1)
        return suffix > dot + 1 && isListed((dot + 1)..<suffix) ? next : nil
    }

    /// Whether the host has a listed suffix already.
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
