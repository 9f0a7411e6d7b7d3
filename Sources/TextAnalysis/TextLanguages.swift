/// The languages that a text seems to be written in, by its scripts and, for Latin letters, by its frequent words.
package struct TextLanguages: Sendable, Equatable {
    /// The language with most evidence first; a mixed text has several. Empty where there is too little to tell, and where the
    /// words are of no known language.
    package private(set) var ranked: [Language] = []
    /// The scripts of the text's words but Latin, each with the language that its letters show; nil for a script of no known language.
    package private(set) var scripts: [Script: Language?] = [:]
    /// Whether the text has enough words to know that they belong to no known language.
    package private(set) var isUnknown = false
    /// Whether the evidence is enough to rule other languages in Latin letters out.
    package private(set) var isCertain = false

    package init() {}

    /// - Parameter ranked: the languages; the one with most evidence comes first.
    package init(_ ranked: [Language]) {
        self.ranked = ranked
        isCertain = !ranked.isEmpty
    }

    /// Finds the languages of a text in time linear in its length.
    init(of tokens: ArraySlice<Token>, in text: NormalizedText, known: Languages) {
        var evidence = LanguageEvidence(known)
        evidence.count(tokens, in: text)
        let found = evidence.found
        let most = found.first?.points ?? 0
        ranked = found.filter { $0.points >= most * LanguageEvidence.minShare }.map(\.language)
        scripts = evidence.scripts
        isCertain = most >= LanguageEvidence.certainPoints
        isUnknown = found.isEmpty && evidence.isForeign
    }
}
