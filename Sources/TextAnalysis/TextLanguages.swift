/// The languages that a text seems to be written in, by its scripts and, for Latin letters, by its frequent words.
package struct TextLanguages: Sendable, Equatable {
    /// The language with most evidence first; a mixed text has several. Empty where there is too little to tell, and where the
    /// words are of no known language.
    package private(set) var ranked: [Language] = []
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
    init(of tokens: [Token], in text: NormalizedText, known: Languages) {
        var evidence = LanguageEvidence(known)
        evidence.count(tokens, in: text)
        let found = evidence.found
        ranked = found.map(\.language)
        isCertain = found.first.map { $0.points >= LanguageEvidence.certainPoints } ?? false
        isUnknown = ranked.isEmpty && evidence.isForeign
    }
}
