import TypeSafeAPI

/// The words of a message, with those that reasons quote marked.
struct MarkedText {
    /// Lines of words, each with whether it counts.
    private(set) var lines: [[(text: String, isMarked: Bool)]]

    /// - Parameters:
    ///   - lines: the message's lines.
    ///   - quotes: what was quoted of them; several places of one quote have an ellipsis between them.
    init(_ lines: [String], quotes: [String]) {
        self.lines = lines.map { $0.split(separator: " ").map { (String($0), false) } }
        let places = self.lines.indices.flatMap { line in
            self.lines[line].indices.map { (line: line, word: $0) }
        }
        let words = places.map { Self.core(self.lines[$0.line][$0.word].text) }
        for piece in quotes.flatMap({ $0.split(separator: "…") }) {
            let quoted = piece.split(separator: " ").map { Self.core(String($0)) }
            guard !quoted.isEmpty, quoted.count <= words.count else { continue }
            for start in 0...(words.count - quoted.count)
            where words[start..<start + quoted.count].elementsEqual(quoted) {
                for place in places[start..<start + quoted.count] {
                    self.lines[place.line][place.word].isMarked = true
                }
            }
        }
    }

    /// A word without what stands around it: a quote begins and ends inside the marks of its sentence.
    private static func core(_ word: String) -> String {
        let isLetter = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = word.firstIndex(where: isLetter), let last = word.lastIndex(where: isLetter) else {
            return word
        }
        return word[first...last].lowercased()
    }

    var html: HTML {
        HTML.joined(
            lines.map { line in
                let words = line.map { word -> HTML in
                    word.isMarked ? "<mark>\(word.text)</mark> " : "\(word.text) "
                }
                return "<p dir=\"auto\">\(words)</p>\n"
            })
    }
}
