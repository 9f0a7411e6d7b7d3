/// A text as rules see it: words and entities in order, with their places in the raw text.
package struct AnalyzedText: Sendable {
    /// The raw text. Every range below counts its UTF-8 bytes.
    package let text: String
    package let tokens: [Token]
    package let entities: [Entity]
    /// Where the words of a picture lie in `text`, in order; empty for a text that came without a picture.
    private let places: [PlacedWord]

    struct PlacedWord: Sendable {
        var range: Range<Int>
        var line: Int
        var box: Box
    }

    init(text: String, tokens: [Token], entities: [Entity], places: [PlacedWord]) {
        self.text = text
        self.tokens = tokens
        self.entities = entities
        self.places = places
    }

    /// The raw text in a range of UTF-8 bytes.
    package func quote(_ range: Range<Int>) -> String {
        let bytes = text.utf8
        let range = range.clamped(to: 0..<bytes.count)
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// One box for each picture line the range touches, around the touched words, top to bottom.
    package func boxes(for range: Range<Int>) -> [Box] {
        var result: [Box] = []
        var line: Int?
        for place in places[firstPlace(endingAfter: range.lowerBound)...] {
            guard place.range.lowerBound < range.upperBound else { break }
            if place.line == line, let last = result.popLast() {
                result.append(last.union(place.box))
            } else {
                result.append(place.box)
                line = place.line
            }
        }
        return result
    }

    private func firstPlace(endingAfter offset: Int) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
