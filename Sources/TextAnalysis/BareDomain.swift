/// Tells bare domains such as `usps-help.top` from sentences without a blank between them, `Thanks.Me`, and file names, `report.zip`.
/// All limits were chosen on the development messages.
enum BareDomain {
    /// If the suffix is a preposition, a label that consists of letters only needs at least this many letters.
    private static let minSiteBelowPreposition = 8
    /// If the suffix is another everyday word, such a label needs at least this many letters.
    private static let minSiteBelowWord = 5
    /// A site of one letter may have a path if its suffix has at most this many letters: `t.me/x`, `x.com/y`.
    private static let maxSuffixOfLetter = 3

    /// - Parameters:
    ///   - written: the host as the text has it, with its case.
    ///   - labels: how many labels the host has, a public suffix such as `co.uk` counted as one.
    ///   - site: the label below the public suffix.
    ///   - hasPath: whether a port or path follows the host.
    static func isPlausible(
        written: ArraySlice<UInt32>, labels: Int, site: Substring, topLevel: Substring, hasPath: Bool
    ) -> Bool {
        if hasPath { return site.utf8.count > 1 || topLevel.utf8.count <= maxSuffixOfLetter }
        let end = written.suffix(topLevel.unicodeScalars.count)
        let before = written.dropLast(topLevel.unicodeScalars.count + 1)
        if let first = end.first, first.isASCIIUpper {
            // `HELP.COM` is a domain, while `now.Click` and `now.CLICK` are two sentences.
            if end.contains(where: \.isASCIILower) || before.contains(where: \.isASCIILower) { return false }
        }
        if fileSuffixes.contains(topLevel) { return false }
        if site.utf8.count == 1 { return topLevel == "com" || topLevel == "co" }
        if site.unicodeScalars.contains(where: { !$0.value.isASCIILower }) { return true }
        if commonWords.contains(site) { return false }
        if prepositions.contains(topLevel), site.utf8.count < minSiteBelowPreposition || labels > 2 {
            return false
        }
        return !(wordLikeSuffixes.contains(topLevel) && (site.utf8.count < minSiteBelowWord || labels > 3))
    }

    /// Whether a top-level domain is also an everyday word or a file name's ending.
    static func isWordLike(_ topLevel: Substring) -> Bool {
        wordLikeSuffixes.contains(topLevel) || prepositions.contains(topLevel)
            || fileSuffixes.contains(topLevel)
            || commonWords.contains(topLevel)
    }

    /// Top-level domains that are more often the ending of a file name than of a link.
    private static let fileSuffixes: Set<Substring> = ["zip", "mov", "md", "py", "rs", "sh", "ps", "so"]

    /// Top-level domains that are everyday words, so that a missing blank makes a link of two words.
    private static let wordLikeSuffixes: Set<Substring> = [
        "am", "as", "do", "how", "id", "in", "is", "it", "la", "me", "my", "pm", "us",
    ]

    /// Top-level domains that messages glue to words more often than they link to such a site without a path.
    private static let prepositions: Set<Substring> = [
        "at", "aw", "be", "bt", "by", "free", "il", "like", "lol", "love", "no", "so", "to",
    ]

    /// Words that end a sentence; none is the name of a site that people link without a path.
    private static let commonWords: Set<Substring> = Set(
        """
        a about above account after again all also always am amount and any anymore are around as ask at available \
        away back balance bank be because been before below bill bit both but bye call can card care cash check \
        claim click code come confirm contact could customer date day days deal dear deliver delivered delivery \
        details did do does done dont down due each earlier early else email end enough ever every fee few fine \
        first for free friend friends from full get give go good got great had happy has have he hello help her \
        here hey hi him his home hope hour hours how if immediately in info information is it its job just kindly \
        know last late later left less let life like link little login long look lot love made make many may me \
        message minute minutes mobile mom money month more morning most mother much my name need never new next \
        nice night no not nothing now number of off offer office ok okay old on once one only open or order other \
        our out over own package paid parcel password pay payment people phone place please price problem quick \
        ready really received reply request right said same say see send sent service she shop should sir so some \
        something soon sorry start stop store such support sure take team text thank thanks that the their them \
        then there these they thing things think this those time times to today together tomorrow tonight too \
        track two understand until up update us use very visit wait want was way wednesday we week weekend welcome well were \
        what when where which who why will wish with won word work working would year years yes yesterday yet you \
        your yours
        """.split(separator: " "))
}
