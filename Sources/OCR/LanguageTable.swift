import TextAnalysis

/// What is known of languages beyond their data: words that hardly any sentence does without.
enum LanguageTable {
    /// By Tesseract name, for languages in Latin letters.
    static let functionWords: [String: Set<String>] = {
        var words: [String: Set<String>] = [:]
        for (language, known) in FunctionWords.latin { words[tesseractNames[language] ?? ""] = known }
        return words
    }()

    private static let tesseractNames: [Language: String] = [
        .english: "eng", .german: "deu", .french: "fra", .spanish: "spa", .portuguese: "por", .italian: "ita",
        .dutch: "nld", .swedish: "swe", .danish: "dan", .norwegian: "nor", .finnish: "fin", .polish: "pol",
        .czech: "ces", .hungarian: "hun", .romanian: "ron", .turkish: "tur", .indonesian: "ind",
        .malay: "msa",
        .vietnamese: "vie", .tagalog: "tgl",
    ]

    /// The language in Latin letters that most words speak for, where it beats English clearly; nil for English, and for too little to tell.
    static func latinLanguage(of words: some Sequence<String>, among installed: [String]) -> String? {
        var counts: [String: Int] = [:]
        for word in words {
            for (language, known) in functionWords where known.contains(word) {
                counts[language, default: 0] += 1
            }
        }
        let english = counts["eng", default: 0]
        let best = installed.filter { $0 != "eng" && counts[$0] != nil }
            .max { (counts[$0, default: 0], $1) < (counts[$1, default: 0], $0) }
        guard let best, let count = counts[best], count >= minWords, count * 2 >= english * 3 else {
            return nil
        }
        return best
    }

    private static let minWords = 3
}
