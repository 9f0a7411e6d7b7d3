/// One place in a text's sequence of words and entities.
package struct Token: Sendable, Equatable {
    /// The word's key; for an entity the key of its plain form.
    package var key: WordKey
    /// Nil for a word.
    package var kind: Entity.Kind?
    /// UTF-8 offsets in the raw text.
    package var range: Range<Int>
    /// Sentences are numbered from 0 and never decrease.
    package var sentence: Int
}
