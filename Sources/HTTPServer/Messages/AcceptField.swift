/// The media types that a client takes, by its `Accept` field (RFC 9110 §12.5.1).
package struct AcceptField: Sendable {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double
    }

    private let ranges: [Range]

    /// - Parameter text: the field's value; nil where the client sent none, and takes anything. A range that doesn't follow the
    ///   grammar counts for nothing.
    package init(_ text: String?) {
        ranges = (text ?? "*/*").split(separator: ",").compactMap { item in
            let item = ParameterizedValue(String(item.drop { $0 == " " || $0 == "\t" }))
            let parts = item.value[...].split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let parameters = item.parameters else { return nil }
            let quality = parameters["q"].map { Double($0.text) ?? 0 } ?? 1
            return Range(type: parts[0], subtype: parts[1], quality: min(max(quality, 0), 1))
        }
    }

    /// Returns the media type that the client likes best, the first one of several that it likes as much; nil if it takes none.
    package func preferred(of offers: [String]) -> String? {
        var best: (type: String, quality: Double)?
        for offer in offers {
            let quality = quality(of: offer)
            if quality > best?.quality ?? 0 { best = (offer, quality) }
        }
        return best?.type
    }

    /// How much the client likes a type, from 0 for not at all: what the range that names it most exactly says.
    private func quality(of offer: String) -> Double {
        let parts = offer.split(separator: "/")
        var found: (exactness: Int, quality: Double) = (0, 0)
        for range in ranges {
            let exactness =
                switch (range.type, range.subtype) {
                case ("*", "*"): 1
                case (parts[0], "*"): 2
                case (parts[0], parts[1]): 3
                default: 0
                }
            if exactness > found.exactness { found = (exactness, range.quality) }
        }
        return found.quality
    }
}
