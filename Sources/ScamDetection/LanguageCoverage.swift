package import TextAnalysis

/// Which languages a text is in, and which languages' rules judged it beside those for all texts.
package struct LanguageCoverage: Sendable, Equatable {
    /// Most text first; empty where the words don't tell.
    package var detected: [Language] = []
    /// In alphabetical order.
    package var rules: [Language] = []
    /// Whether most of the text could be judged by its words. A text too short to tell its language could: all rules for Latin
    /// letters were applied to it.
    package var isCovered = true

    init() {}

    /// - Parameter installed: languages that there are rules for.
    init(of text: TextLanguages, by installed: LanguageSet) {
        detected = text.ranked
        // Words of no known language may still be names and abbreviations around known ones.
        let isOpen = !text.isCertain
        rules = installed.members.filter { detected.contains($0) || isOpen && $0.isLatin }
            .sorted { $0.rawValue < $1.rawValue }
        isCovered = isOpen && !text.isUnknown || detected.first.map(installed.contains) ?? false
    }

    /// The same, those that the words speak for first.
    var byEvidence: [Language] { detected.filter(rules.contains) + rules.filter { !detected.contains($0) } }

    /// Whether rules of a language apply; those of nil always do.
    func includes(_ language: Language?) -> Bool { language.map(rules.contains) ?? true }

    /// The most that a low risk is worth where nobody read the words: of the development messages' 137 scams in languages without
    /// rules, 51 come out low.
    static let maxConfidence = 0.6

    /// Records itself, holds down how sure a low risk is that rests on links and numbers alone, and says so.
    func limit(_ verdict: inout Verdict) {
        verdict.languages = self
        guard !isCovered, verdict.riskLevel == .low else { return }
        verdict.confidence = min(verdict.confidence, Self.maxConfidence)
        let rules = detected.first.map { "Rules for \($0.name)" } ?? "Rules for its language"
        verdict.explanation += " \(rules) aren't installed, so only links and numbers were judged."
    }
}
