import TextAnalysis

extension Languages {
    /// A language is told by at least this many function words: texts in any language hold one or two of another's.
    private static let minFunctionWords = 3
    /// How many times as many words as for the default language must speak for another one, in halves: half as many again.
    private static let marginHalves = 3

    /// The installed language in Latin letters whose function words are most among those that were read, where they beat the default
    /// language's clearly. Returns nil for the default language, and for too little to tell.
    /// - Parameters:
    ///   - words: in lower case.
    ///   - installed: Tesseract names.
    /// - Returns: a Tesseract name.
    func latinTessdata(of words: some Sequence<String>, among installed: [String]) -> String? {
        var counts: [Language: Int] = [:]
        for word in words {
            for profile in profiles where profile.functionWords.contains(word) {
                counts[profile.language, default: 0] += 1
            }
        }
        let found = installed.compactMap { name -> (name: String, count: Int)? in
            guard let language = profile(tessdata: name)?.language, language != defaultLanguage else {
                return nil
            }
            return counts[language].map { (name, $0) }
        }
        guard let best = found.max(by: { ($0.count, $1.name) < ($1.count, $0.name) }) else { return nil }
        let defaultCount = defaultLanguage.map { counts[$0, default: 0] } ?? 0
        return best.count >= Self.minFunctionWords && best.count * 2 >= defaultCount * Self.marginHalves
            ? best.name : nil
    }
}
