/// A word or an entity in a text's sequence of both.
package struct Token: Sendable, Equatable {
    /// How somebody kept a word from being found.
    package enum Disguise: Sendable, Equatable {
        /// Letters of another script, or digits and signs in place of letters.
        case lookalike
        /// As `lookalike`, but text recognition makes such mistakes too: `0` for `o`, `rn` for `m`.
        case misread
        /// The word holds characters that nobody sees.
        case hidden
        /// Letters with blanks or signs between them: `P a y P a l`.
        case spelledOut
        /// Parts with blanks or signs between them: `ver ify`.
        case split
    }

    /// The key of the word, or of an entity's plain form. A disguised word has the key of the word that it is read as.
    package var key: WordKey
    /// The entity's kind; nil for a word.
    package var kind: EntityKind?
    /// The token's place in the raw text, in UTF-8 bytes.
    package var range: Range<Int>
    /// Number of the sentence, from 0 in the order of the text.
    package var sentence: Int
    /// How the word was disguised; nil for a word that is written plainly, and for entities.
    package var disguise: Disguise?
    /// Whether an entity leads to an account on a messenger, whatever its kind.
    package var isHandle = false
    /// The token's place in the normalised text, in scalars.
    var span: Range<Int>

    package var isDisguised: Bool { disguise != nil }
}
