package import TextAnalysis

/// Which languages a text is in, and which languages' rules judged it beside those for all texts.
package struct LanguageCoverage: Sendable, Equatable {
    /// The text's languages, the one with most evidence first; empty where the words don't tell.
    package var detected: [Language] = []
    /// The languages whose rules were tried on passages that may be in them, in alphabetical order.
    package var rules: [Language] = []
    /// Whether most of the text could be judged by its words. That is so for a text too short to tell its language: all rules for
    /// Latin letters were applied to it.
    package var isCovered = true

    init() {}

    /// - Parameter installed: languages that there are rules for.
    init(of text: TextLanguages, by installed: RuleLanguages) {
        detected = text.ranked
        // Whatever else the text holds, no language is left out: who wrote it could otherwise switch a language's rules off by adding
        // sentences in another.
        rules = zip(installed.all, installed.scripts).filter { language, script in
            script == .latn || text.scripts.keys.contains(script) || detected.contains(language)
        }.map(\.0)
        isCovered =
            !text.isCertain && !text.isUnknown || detected.first.map(installed.all.contains) ?? false
    }

    /// The languages whose rules were applied. Those for which the words speak come first.
    var byEvidence: [Language] { detected.filter(rules.contains) + rules.filter { !detected.contains($0) } }

    /// Whether rules of a language are applied to a passage. They aren't where the passage is certainly in others, which share words
    /// with it; whatever language the rest of the text is in doesn't count.
    /// - Parameter latin: the languages in Latin letters.
    func includes(
        _ language: Language, at passage: Range<Int>, of text: AnalyzedText, latin: [Language]
    ) -> Bool {
        if detected.contains(language) || !latin.contains(language) { return rules.contains(language) }
        let languages = text.languages(around: passage)
        return !languages.isCertain || languages.ranked.contains(language)
    }
}

/// The languages that there are rules for.
struct RuleLanguages: Sendable {
    /// In alphabetical order.
    let all: [Language]
    /// The script of each.
    let scripts: [Script]
    let latin: [Language]

    init(_ languages: Set<Language>, among known: Languages) {
        let all = languages.sorted()
        self.all = all
        scripts = all.map { known[$0]?.script ?? .other }
        latin = all.filter(known.isWorded)
    }
}
