/// One place in a text's sequence of words and entities.
package struct Token: Sendable, Equatable {
    /// How a word was kept from being read.
    package enum Disguise: Sendable, Equatable {
        /// Letters of another script, or digits and signs in place of letters.
        case lookalike
        /// As `lookalike`, but a reader of pictures makes such mistakes too: `0` for `o`, `rn` for `m`.
        case misread
        /// Characters inside that nobody sees.
        case hidden
        /// `P a y P a l`
        case spelledOut
        /// `ver ify`
        case split
    }

    /// The word's key; for an entity the key of its plain form. A disguised word has the key of the word that it is
    /// read as.
    package var key: WordKey
    /// Nil for a word.
    package var kind: Entity.Kind?
    /// UTF-8 offsets in the raw text.
    package var range: Range<Int>
    /// Sentences are numbered from 0 and never decrease.
    package var sentence: Int
    package var disguise: Disguise?
    /// Whether an entity leads to an account on a messenger, whatever its kind.
    package var isHandle = false
    /// Its scalars in the normalised text.
    var span: Range<Int>

    package var isDisguised: Bool { disguise != nil }
}
