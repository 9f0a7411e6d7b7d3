/// The languages that a text seems to be written in, by its scripts and, for Latin letters, by its frequent words.
package struct TextLanguages: Sendable, Equatable {
    /// The language with most evidence first; a mixed text has several. Empty where there is too little to tell, and where the
    /// words are of no known language.
    package private(set) var ranked: [Language] = []
    /// Whether there are enough words to know that they are of no known language.
    package private(set) var isUnknown = false
    /// Whether the evidence is enough to rule other languages in Latin letters out.
    package private(set) var isCertain = false

    package init() {}

    /// - Parameter ranked: the language with most evidence first.
    package init(_ ranked: [Language]) {
        self.ranked = ranked
        isCertain = !ranked.isEmpty
    }

    /// Takes time linear in the text.
    init(of tokens: [Token], in text: NormalizedText, known: Languages) {
        var evidence = LanguageEvidence(known)
        evidence.count(tokens, in: text)
        let found = evidence.found
        ranked = found.map(\.language)
        isCertain = found.first.map { $0.points >= LanguageEvidence.certainPoints } ?? false
        isUnknown = ranked.isEmpty && evidence.isForeign
    }
}
