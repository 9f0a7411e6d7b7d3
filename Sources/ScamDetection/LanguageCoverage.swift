package import TextAnalysis

/// Which languages a text is in, and which languages' rules judged it beside those for all texts.
package struct LanguageCoverage: Sendable, Equatable {
    /// The text's languages, the one with most evidence first; empty where the words don't tell.
    package var detected: [Language] = []
    /// The languages whose rules were applied where the words around don't rule their language out, in alphabetical order.
    package var rules: [Language] = []
    /// Whether most of the text could be judged by its words. That is so for a text too short to tell its language: all rules for
    /// Latin letters were applied to it.
    package var isCovered = true

    init() {}

    /// - Parameters:
    ///   - installed: languages that there are rules for, in alphabetical order.
    ///   - known: all languages that texts are told apart by.
    init(of text: TextLanguages, by installed: [Language], among known: Languages) {
        detected = text.ranked
        // Whatever else the text holds, no language is left out: who wrote it could otherwise switch a language's rules off by adding
        // sentences in another.
        rules = installed.filter { language in
            known.isWorded(language) || detected.contains(language)
                || known[language].map { text.scripts.keys.contains($0.script) } ?? false
        }
        isCovered = !text.isCertain && !text.isUnknown || detected.first.map(installed.contains) ?? false
    }

    /// The coverage if the words of further languages are judged without rules.
    func counting(_ languages: [Language]) -> LanguageCoverage {
        var coverage = self
        if let first = detected.first, languages.contains(first) { coverage.isCovered = true }
        return coverage
    }

    /// The languages whose rules were applied. Those for which the words speak come first.
    var byEvidence: [Language] { detected.filter(rules.contains) + rules.filter { !detected.contains($0) } }

    /// Whether rules of a language are applied. Rules for all languages, given as nil, always are.
    func includes(_ language: Language?) -> Bool { language.map(rules.contains) ?? true }

    /// Whether rules of a language are applied to a passage. They aren't where the passage is certainly in others, which share words
    /// with it; whatever language the rest of the text is in doesn't count.
    func includes(
        _ language: Language?, at passage: Range<Int>, of text: AnalyzedText, among known: Languages
    ) -> Bool {
        guard let language else { return true }
        guard rules.contains(language) else { return false }
        if detected.contains(language) || !known.isWorded(language) { return true }
        let languages = text.languages(around: passage)
        return !languages.isCertain || languages.ranked.contains(language)
    }
}
