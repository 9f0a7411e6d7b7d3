/// A word or an entity: one element of an analyzed text.
package struct Token: Sendable, Equatable {
    /// The ways in which a sender hides a word from filters.
    package enum Disguise: Sendable, Equatable {
        /// Some letters are of another script, or digits and signs stand in place of letters.
        case lookalike
        /// The same, but text recognition makes such mistakes too: `0` for `o`, `rn` for `m`.
        case misread
        /// Invisible characters stand inside the word, such as a zero-width space.
        case hidden
        /// Blanks or signs stand between all letters: `P a y P a l`.
        case spelledOut
        /// Blanks or signs divide the word into parts: `ver ify`; or no blank divides it from others: `verifynow`.
        case split
        /// Letters are repeated or have changed places: `veerriify`, `vreify`.
        case distorted
    }

    /// The key of the word, or of an entity's plain form. A disguised word has the key of the word that it is read as.
    package var key: WordKey
    /// The kind of the entity; nil if the token is a word.
    package var kind: EntityKind?
    /// The token's place in the raw text, in UTF-8 bytes.
    package var range: Range<Int>
    /// The number of the token's sentence, from 0 in the order of the text.
    package var sentence: Int
    /// The way in which the word was disguised; nil for a plain word and for an entity.
    package var disguise: Disguise?
    /// Whether an entity leads to an account on a messenger, whatever its kind.
    package var isHandle = false
    /// The token's place in the normalised text, in scalars.
    var span: Range<Int>

    package var isDisguised: Bool { disguise != nil }
}
