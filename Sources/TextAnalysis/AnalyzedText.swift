/// A text as rules see it: words and entities in order, with their places in the raw text.
package struct AnalyzedText: Sendable {
    /// The raw text. Every range below counts its UTF-8 bytes.
    package let text: String
    /// What the text reads as: see `reading(_:)`.
    package private(set) var tokens: [Token]
    package let entities: [Entity]
    /// The paragraphs that are the payloads of codes, in order; they end the text.
    package let codes: [PlacedCode]
    package let languages: TextLanguages
    /// What else the picture shows; nil for a text that came without one.
    package let screen: ScreenContext?
    /// Where the words of a picture lie in `text`, in order; empty for a text that came without a picture.
    private let places: [PlacedWord]
    private let normalized: NormalizedText
    private let confusables: Confusables

    struct PlacedWord: Sendable {
        var range: Range<Int>
        var line: Int
        var box: Box
        /// The reader's own estimate, 0…1.
        var confidence = 1.0
        /// What the engine read first, where that was corrected.
        var seen: String?
    }

    package struct PlacedCode: Sendable {
        package var range: Range<Int>
        package var code: Transcript.Code
        package var payload: CodePayload
    }

    init(
        text: String, tokens: [Token], entities: [Entity], places: [PlacedWord], codes: [PlacedCode] = [],
        languages: TextLanguages = TextLanguages(), screen: ScreenContext? = nil, normalized: NormalizedText,
        confusables: Confusables
    ) {
        self.text = text
        self.tokens = tokens
        self.entities = entities
        self.places = places
        self.codes = codes
        self.languages = languages
        self.normalized = normalized
        self.confusables = confusables
        self.screen = screen
    }

    /// The text with its disguised words read: where one gives a known word that isn't written there, a token with that
    /// word's key and with `disguise` stands for the whole place. Ranges stay those of the raw text.
    package func reading(_ known: KnownWords) -> AnalyzedText {
        let readings = DisguiseReader(
            normalized, tokens: tokens, known: known, confusables: confusables
        ).readings
        guard !readings.isEmpty else { return self }
        var result = self
        result.tokens.removeAll(keepingCapacity: true)
        var next = 0
        for reading in readings {
            result.tokens += tokens[next..<reading.tokens.lowerBound]
            result.tokens.append(reading.token)
            next = reading.tokens.upperBound
        }
        result.tokens += tokens[next...]
        return result
    }

    /// Whether there is anything to judge: words, or a code that leads somewhere. A number on a barcode isn't.
    package var isJudgeable: Bool {
        guard let first = tokens.first else { return false }
        guard let code = codes.first, first.range.lowerBound >= code.range.lowerBound else { return true }
        return codes.contains(where: \.payload.isActionable)
            || entities.contains { $0.link != nil && $0.codeBox != nil }
    }

    /// Whether the other party wrote these tokens without an answer between them.
    package func isOneTurn(_ range: Range<Int>) -> Bool {
        guard let screen, let first = tokens[range].first, let last = tokens[range].last else { return true }
        return !screen.hasAnswer(between: first.range.lowerBound, and: last.range.lowerBound)
    }

    /// Where tokens, at least one, stand in the raw text.
    package func place(of tokens: Range<Int>) -> Range<Int> {
        self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
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

    /// How sure the reader was of the words that the ranges touch: their mean confidence, weighted by length; nil for what
    /// wasn't read from a picture.
    package func readingConfidence(of ranges: [Range<Int>]) -> Double? {
        var sum = 0.0
        var length = 0
        for range in ranges where !places.isEmpty {
            for place in places[firstPlace(endingAfter: range.lowerBound)...] {
                guard place.range.lowerBound < range.upperBound else { break }
                sum += place.confidence * Double(place.range.count)
                length += place.range.count
            }
        }
        return length == 0 ? nil : sum / Double(length)
    }

    /// What the engine first read in a range, between words as in the text; nil where nothing there was corrected.
    package func firstReading(of range: Range<Int>) -> String? {
        guard !places.isEmpty else { return nil }
        var first = ""
        var isCorrected = false
        var end = range.lowerBound
        for place in places[firstPlace(endingAfter: range.lowerBound)...] {
            guard place.range.lowerBound < range.upperBound else { break }
            if place.range.lowerBound > end { first += quote(end..<place.range.lowerBound) }
            end = place.range.upperBound
            if let seen = place.seen {
                first += part(of: seen, in: place.range, within: range)
                isCorrected = true
            } else {
                first += quote(place.range.clamped(to: range))
            }
        }
        return isCorrected && !first.isEmpty && first != quote(range) ? first : nil
    }

    /// What was seen of a word, less what stands before and after the range if that was seen the same; rather more than less.
    private func part(of seen: String, in word: Range<Int>, within range: Range<Int>) -> String {
        var bytes = Array(seen.utf8)[...]
        let inside = range.clamped(to: word)
        let before = quote(word.lowerBound..<inside.lowerBound).utf8
        if bytes.starts(with: before) { bytes = bytes.dropFirst(before.count) }
        let after = quote(inside.upperBound..<word.upperBound).utf8
        if bytes.suffix(after.count).elementsEqual(after) { bytes = bytes.dropLast(after.count) }
        return String(decoding: bytes, as: UTF8.self)
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
