/// A language that people are answered in, by its folder's name in `Resources/texts`: a BCP 47 tag such as `fr` or `zh-Hant`.
package struct TextLanguage: Sendable, Hashable, CustomStringConvertible {
    package let tag: String

    /// The language that every text is written in first.
    package static let english = TextLanguage(tag: "en")

    package var description: String { tag }
}
