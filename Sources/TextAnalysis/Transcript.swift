/// The text on an image: lines of words with their places, in the order in which a person reads them.
package struct Transcript: Sendable, Equatable {
    package var lines: [Line]
    /// The width of the upright image in pixels. Every box lies within the image.
    package var width: Int
    package var height: Int
    /// Tesseract names of the languages that the text was read in, such as `eng`.
    package var languages: [String]
    package var layout: OCRLayout
    /// The index of the line that names the sender: in a conversation's header, an e-mail's head or a notification's title.
    package var senderLine: Int?
    /// The index of the line that holds a browser's address; nil if there is none.
    package var addressLine: Int?
    /// The QR codes and barcodes on the image, from top to bottom.
    package var codes: [Code] = []
    /// The lines that were seen and couldn't be read.
    package var unread: [UnreadLine] = []

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

    /// The name or number of the sender, without the arrows, icons and initials beside it and the app behind a number; nil if the image names
    /// none.
    package var sender: String? {
        guard let senderLine else { return nil }
        let words = lines[senderLine].words.map(\.text)
        let isName = { (word: String) in word.contains { $0.isLetter || $0.isNumber } }
        // An avatar's round edge is read as a bracket behind the initials.
        let isInitials = { (word: String) in word.last == ")" && !word.contains("(") }
        guard let first = words.firstIndex(where: { isName($0) && !isInitials($0) }),
            let last = words.lastIndex(where: isName)
        else { return nil }
        let name = words[first...last].joined(separator: " ").drop { ")]|".contains($0) }
        let number = name.prefix { $0.isNumber || "+() -.".contains($0) }
        guard number.count(where: \.isNumber) >= Self.numberDigits,
            let end = number.lastIndex(where: \.isNumber)
        else { return String(name) }
        return String(number[...end])
    }
    /// A telephone number has at least this many digits.
    private static let numberDigits = 7
    /// The address in a browser's bar; nil if the image shows none.
    package var address: String? { addressLine.map { lines[$0].text } }

    /// Mean confidence of all words, weighted by their characters, from 0 to 1; 0 where nothing was read.
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

    /// Returns the transcript with places on the same image in another size, which is no smaller.
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
        for line in unread.indices {
            scaled.unread[line].box = unread[line].box.scaled(from: old, to: new)
        }
        for code in codes.indices { scaled.codes[code].box = codes[code].box.scaled(from: old, to: new) }
        return scaled
    }

    /// Returns the transcript with another text for one word. Nothing else is left to choose from.
    func reading(_ word: (line: Int, index: Int), as text: String) -> Transcript {
        var other = self
        other.lines[word.line].words[word.index] = lines[word.line].words[word.index].corrected(to: text)
        return other
    }

    /// The texts of all lines, with line feeds between them.
    package var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension Transcript {
    package struct Line: Sendable, Equatable {
        package var words: [Word]
        package var role: LineRole
        /// The number of the bubble or paragraph that the line belongs to. The lines of one block follow each other.
        package var block: Int

        package init(words: [Word], role: LineRole, block: Int = 0) {
            self.words = words
            self.role = role
            self.block = block
        }

        /// The texts of all words, with single blanks between them.
        package var text: String { words.map(\.text).joined(separator: " ") }

        /// The smallest box around all words; empty for a line without words.
        package var box: Box { words.dropFirst().reduce(words.first?.box ?? Box.zero) { $0.union($1.box) } }

        /// The mean confidence of the line's words, from 0 to 1; 0 for a line without words.
        package var confidence: Double {
            words.isEmpty ? 0 : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        }
    }

    /// A line that looks like text and couldn't be read.
    package struct UnreadLine: Sendable, Equatable {
        package var box: Box
        /// The number of its letters, estimated by its width.
        package let letters: Int

        package init(box: Box, letters: Int) { (self.box, self.letters) = (box, letters) }
    }

    /// One of the ways in which a word was read, where several readings of its line disagree.
    package struct Reading: Sendable, Equatable {
        package var text: String
        /// The probability that the word was read right so, from 0 to 1, by the votes of the line's readings.
        package var odds: Double

        package init(text: String, odds: Double) {
            self.text = text
            self.odds = odds
        }
    }

    package struct Word: Sendable, Equatable {
        package var text: String
        /// The engine's own estimate that the word was read right, from 0 to 1.
        package var confidence: Double
        package var box: Box
        /// Whether the word is underlined, as links are.
        package var isUnderlined = false
        /// The word as the engine first read it; nil unless it was corrected to another text.
        package private(set) var seen: String?
        /// What else the word may be: other readings of a link, whose odds together are less than 1. The rest is for `text`.
        package private(set) var otherReadings: [Reading] = []

        /// The largest number of other readings, as a line is read three times at most.
        package static let maxOtherReadings = 2

        /// - Parameter seen: the word as the engine first read it; it may equal `text`.
        package init(
            text: String, confidence: Double, box: Box, seen: String? = nil, otherReadings: [Reading] = []
        ) {
            self.text = text
            self.confidence = confidence
            self.box = box
            self.seen = seen == text ? nil : seen
            self.otherReadings = otherReadings
        }

        package var firstReading: String { seen ?? text }

        /// All readings with their odds, `text` first.
        package var readings: [Reading] {
            [Reading(text: text, odds: 1 - otherReadings.reduce(0) { $0 + $1.odds })] + otherReadings
        }

        /// Returns the word with a corrected text, and keeps the first reading beside it. Nothing else is left to choose from.
        package func corrected(to text: String) -> Word {
            var word = Word(text: text, confidence: confidence, box: box, seen: firstReading)
            word.isUnderlined = isUnderlined
            return word
        }
    }
}

extension Transcript {
    // The constants were chosen on the development pictures.
    private static let fewestBlocks = 4
    /// A row's title, a button or a value has at most this many words.
    private static let mostWordsOfLabel = 5

    /// Whether it looks like an app's own screen: blocks of few words, nobody who writes, and no answers. A sender can make a message look
    /// so, too.
    var isInterface: Bool {
        guard layout == .plain || layout == .popUp, senderLine == nil, addressLine == nil,
            !lines.contains(where: { $0.role == .outgoing })
        else { return false }
        var words: [Int: Int] = [:]
        for line in lines where line.role == .incoming { words[line.block, default: 0] += line.words.count }
        let labels = words.values.count { $0 <= Self.mostWordsOfLabel }
        return words.count >= Self.fewestBlocks && (layout == .popUp || labels * 2 > words.count)
    }
}

extension Box {
    package static let zero = Box(x: 0, y: 0, width: 0, height: 0)

    /// Returns the smallest box around two on the same picture.
    package func union(_ other: Box) -> Box {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Box(
            x: left, y: top,
            width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top, picture: picture)
    }

    /// Returns the same place on the image in another size; the box stays at least a pixel wide and high.
    func scaled(from: (width: Int, height: Int), to: (width: Int, height: Int)) -> Box {
        let (left, top) = (x * to.width / from.width, y * to.height / from.height)
        let right = (x + width) * to.width / from.width
        let bottom = (y + height) * to.height / from.height
        return Box(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}
