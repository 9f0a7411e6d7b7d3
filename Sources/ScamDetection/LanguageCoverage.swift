package import TextAnalysis

/// Which languages a text is in, and which languages' rules judged it beside those for all texts.
package struct LanguageCoverage: Sendable, Equatable {
    /// The text's languages, the one with most evidence first; empty where the words don't tell.
    package var detected: [Language] = []
    /// The languages whose rules were applied, in alphabetical order.
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
        // Words of no known language may still be names and abbreviations around known ones.
        let isOpen = !text.isCertain
        rules = installed.filter { detected.contains($0) || isOpen && known.isWorded($0) }
        isCovered = isOpen && !text.isUnknown || detected.first.map(installed.contains) ?? false
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

    /// Largest confidence of a low risk where nobody read the words, as a probability: of the development messages' 137 scams in
    /// languages without rules, 51 come out low.
    static let maxConfidence = 0.6

    /// Puts the coverage into a verdict. Where a low risk rests on links and numbers alone, the verdict becomes less sure and
    /// says so.
    /// - Parameter known: gives the language's name.
    func limit(_ verdict: inout Verdict, naming known: Languages) {
        verdict.languages = self
        guard !isCovered, verdict.riskLevel == .low else { return }
        verdict.confidence = min(verdict.confidence, Self.maxConfidence)
        let rules = detected.first.map { "Rules for \(known.name(of: $0))" } ?? "Rules for its language"
        verdict.explanation += " \(rules) aren't installed, so only links and numbers were judged."
    }
}
