/// The languages that a client takes, by its `Accept-Language` field (RFC 9110 §12.5.4).
package struct AcceptLanguageField: Sendable {
    /// Ranges looked at. Browsers send fewer than ten.
    private static let mostRanges = 32

    /// Tags such as `fr-CH` in the order in which the client likes them; `*` stands for any. What it doesn't take at all isn't among
    /// them, nor is what doesn't follow the grammar.
    package let tags: [String]

    /// - Parameter text: the field's value; nil where the client sent none.
    package init(_ text: String?) {
        let ranges = (text ?? "").split(separator: ",").prefix(Self.mostRanges).compactMap {
            item -> (tag: String, quality: Double)? in
            let item = ParameterizedValue(String(item.drop { $0 == " " || $0 == "\t" }))
            guard let parameters = item.parameters, !item.value.isEmpty else { return nil }
            let quality = parameters["q"].map { Double($0.text) ?? 0 } ?? 1
            return quality > 0 ? (item.value, quality) : nil
        }
        // The sort is stable: of languages that it likes as much, the first comes first.
        tags = ranges.sorted { $0.quality > $1.quality }.map(\.tag)
    }
}
