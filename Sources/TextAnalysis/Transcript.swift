/// What a reader saw on a picture: lines of words with their places, top to bottom as a person reads them.
package struct Transcript: Sendable, Equatable {
    package var lines: [Line]
    /// Size of the upright picture in pixels; every box lies within it.
    package var width: Int
    package var height: Int
    /// Tesseract names of the languages that were used, such as `eng`.
    package var languages: [String]
    /// What kind of screen the picture shows.
    package var layout: OCRLayout
    /// The line that names who sent it: a conversation's header, a mail's sender, a notification's title.
    package var senderLine: Int?
    /// The line that holds a browser's address.
    package var addressLine: Int?
    /// QR codes and barcodes, top to bottom.
    package var codes: [Code] = []

    package init(
        lines: [Line], width: Int, height: Int, languages: [String], layout: OCRLayout = .plain,
        senderLine: Int? = nil,
        addressLine: Int? = nil
    ) {
        self.lines = lines
        self.width = width
        self.height = height
        self.languages = languages
        self.layout = layout
        self.senderLine = senderLine
        self.addressLine = addressLine
    }

    /// Who sent what the picture shows, as far as it says; without the arrows and icons that stand beside a name.
    package var sender: String? {
        guard let senderLine else { return nil }
        let words = lines[senderLine].words.map(\.text)
        let isName = { (word: String) in word.contains { $0.isLetter || $0.isNumber } }
        guard let first = words.firstIndex(where: isName), let last = words.lastIndex(where: isName) else {
            return nil
        }
        return words[first...last].joined(separator: " ")
    }
    /// The address in the browser's bar.
    package var address: String? { addressLine.map { lines[$0].text } }

    /// Mean word confidence weighted by characters, 0…1; 0 where nothing was read.
    package var confidence: Double {
        var sum = 0.0
        var characters = 0
        for word in lines.lazy.flatMap(\.words) {
            let count = word.text.utf8.count
            sum += word.confidence * Double(count)
            characters += count
        }
        return characters == 0 ? 0 : sum / Double(characters)
    }

    /// With places on the same picture in another size, which is no smaller.
    package func scaled(toWidth newWidth: Int, height newHeight: Int) -> Transcript {
        if (newWidth, newHeight) == (width, height) { return self }
        let (old, new) = ((width, height), (newWidth, newHeight))
        var scaled = self
        (scaled.width, scaled.height) = new
        for line in lines.indices {
            for word in lines[line].words.indices {
                scaled.lines[line].words[word].box = lines[line].words[word].box.scaled(from: old, to: new)
            }
        }
        for code in codes.indices { scaled.codes[code].box = codes[code].box.scaled(from: old, to: new) }
        return scaled
    }

    /// The lines' texts, joined by line feeds.
    package var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension Transcript {
    /// One line of text on the picture.
    package struct Line: Sendable, Equatable {
        package var words: [Word]
        package var role: LineRole
        /// Lines of one bubble or paragraph follow each other and share this number.
        package var block: Int

        package init(words: [Word], role: LineRole, block: Int = 0) {
            self.words = words
            self.role = role
            self.block = block
        }

        /// The words' texts, joined by single spaces.
        package var text: String { words.map(\.text).joined(separator: " ") }

        /// The smallest box around all words.
        package var box: Box { words.dropFirst().reduce(words.first?.box ?? Box.zero) { $0.union($1.box) } }

        /// Mean word confidence, 0…1.
        package var confidence: Double {
            words.isEmpty ? 0 : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        }
    }

    /// One word on the picture.
    package struct Word: Sendable, Equatable {
        package var text: String
        /// The reader's own estimate, 0…1.
        package var confidence: Double
        package var box: Box
        /// What the engine read first, where that was corrected to `text`; never the same as `text`.
        package private(set) var seen: String?

        /// - Parameter seen: what the engine read first.
        package init(text: String, confidence: Double, box: Box, seen: String? = nil) {
            self.text = text
            self.confidence = confidence
            self.box = box
            self.seen = seen == text ? nil : seen
        }

        package var firstReading: String { seen ?? text }

        /// The word as corrected, with what was read first kept beside it.
        package func corrected(to text: String) -> Word {
            Word(text: text, confidence: confidence, box: box, seen: firstReading)
        }
    }

}
