/// A language, named by its ISO 639 code such as `en`. What is known of a language stands in its file: see `Languages`.
package struct Language: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
    /// Two or three lower-case letters: ISO 639-1, or ISO 639-3 where that has none.
    package let code: String

    package init(_ code: String) { self.code = code }

    package init(stringLiteral code: String) { self.init(code) }

    package static func < (one: Language, other: Language) -> Bool { one.code < other.code }
}
