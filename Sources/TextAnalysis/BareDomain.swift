/// Tells bare domains such as `usps-help.top` from sentences without a blank between them, `Thanks.Me`, and file names, `report.zip`.
/// All limits were chosen on the development messages. The words are those of all languages.
extension EntityScanner {
    /// If messages glue the suffix to words, a label that consists of letters only needs at least this many letters.
    private static let minSiteBelowGlued = 8
    /// If the suffix is another everyday word, such a label needs at least this many letters.
    private static let minSiteBelowWord = 5
    /// A site of one letter may have a path if its suffix has at most this many letters: `t.me/x`, `x.com/y`.
    private static let maxSuffixOfLetter = 3

    /// - Parameters:
    ///   - written: the host as the text has it, with its case.
    ///   - labels: how many labels the host has, a public suffix such as `co.uk` counted as one.
    ///   - site: the label below the public suffix.
    ///   - hasPath: whether a port or path follows the host.
    func isPlausibleDomain(
        written: ArraySlice<UInt32>, labels: Int, site: Substring, topLevel: Substring, hasPath: Bool
    ) -> Bool {
        if hasPath { return site.utf8.count > 1 || topLevel.utf8.count <= Self.maxSuffixOfLetter }
        let end = written.suffix(topLevel.unicodeScalars.count)
        let before = written.dropLast(topLevel.unicodeScalars.count + 1)
        if let first = end.first, first.isASCIIUpper {
            // `HELP.COM` is a domain, while `now.Click` and `now.CLICK` are two sentences.
            if end.contains(where: \.isASCIILower) || before.contains(where: \.isASCIILower) { return false }
        }
        if Self.fileSuffixes.contains(topLevel) { return false }
        if site.utf8.count == 1 { return topLevel == "com" || topLevel == "co" }
        if site.unicodeScalars.contains(where: { !$0.value.isASCIILower }) { return true }
        if languages.has(WordKey(letters: site), in: .sentenceEnds) { return false }
        let suffix = WordKey(letters: topLevel)
        if languages.has(suffix, in: .gluedSuffixes), site.utf8.count < Self.minSiteBelowGlued || labels > 2 {
            return false
        }
        guard languages.has(suffix, in: .suffixWords) else { return true }
        return site.utf8.count >= Self.minSiteBelowWord && labels <= 3
    }

    /// Whether a top-level domain is also an everyday word or a file name's ending.
    func isWordLike(_ topLevel: Substring) -> Bool {
        let key = WordKey(letters: topLevel)
        return [.suffixWords, .gluedSuffixes, .sentenceEnds].contains { languages.has(key, in: $0) }
            || Self.fileSuffixes.contains(topLevel)
    }

    /// Top-level domains that are more often the ending of a file name than of a link.
    private static let fileSuffixes: Set<Substring> = ["zip", "mov", "md", "py", "rs", "sh", "ps", "so"]
}
