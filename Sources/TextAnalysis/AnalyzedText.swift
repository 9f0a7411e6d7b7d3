/// A text as rules see it: words and entities in order, with their places in the raw text.
package struct AnalyzedText: Sendable {
    /// The raw text of the message. Every range of this type counts the text's UTF-8 bytes.
    package let text: String
    /// Words and entities in the order of the text, disguised words as they are meant: see `reading(_:)`.
    package private(set) var tokens: [Token]
    package let entities: [Entity]
    /// The payloads of an image's codes, in order. They are the last paragraphs of the text.
    package let codes: [PlacedCode]
    package private(set) var languages: TextLanguages
    /// What the screenshot shows besides the text; nil if the text came without a screenshot.
    package let screen: ScreenContext?
    /// The words that were read from an image, in the order of the text. Empty for a text that came without an image.
    let places: [PlacedWord]
    /// The text with other readings of single words, word by word.
    package internal(set) var alternatives: [AlternativeText] = []
    private let source: Source

    /// What a text was analysed with. It is of many parts and the same in every copy of a text, so that copies share it.
    private final class Source: Sendable {
        let normalized: NormalizedText
        let confusables: Confusables
        let languages: Languages

        init(_ normalized: NormalizedText, _ confusables: Confusables, _ languages: Languages) {
            self.normalized = normalized
            self.confusables = confusables
            self.languages = languages
        }
    }

    struct PlacedWord: Sendable {
        var range: Range<Int>
        var line: Int
        var box: Box
        /// The engine's own estimate of the probability that it read the word right, from 0 to 1.
        var confidence = 1.0
        /// The word as the engine first read it; nil if the reading was not corrected.
        var seen: String?
        /// What else the word may be.
        var otherReadings: [Transcript.Reading] = []
    }

    package struct PlacedCode: Sendable {
        package var range: Range<Int>
        package var code: Transcript.Code
        package var payload: CodePayload
    }

    init(
        text: String, tokens: [Token], entities: [Entity], places: [PlacedWord], codes: [PlacedCode] = [],
        languages: TextLanguages = TextLanguages(), screen: ScreenContext? = nil, normalized: NormalizedText,
        confusables: Confusables, known: Languages
    ) {
        self.text = text
        self.tokens = tokens
        self.entities = entities
        self.places = places
        self.codes = codes
        self.languages = languages
        source = Source(normalized, confusables, known)
        self.screen = screen
    }

    /// Returns the text with its disguised words read. Where a place reads as a known word that isn't written there, one token with
    /// that word's key and a `disguise` stands for the whole place; words without blanks between them become several tokens. Filler
    /// words are left out. Ranges stay those of the raw text.
    package func reading(_ words: KnownWords) -> AnalyzedText {
        var result = self
        for index in alternatives.indices {
            result.alternatives[index].text = alternatives[index].text.reading(words)
        }
        let readings = DisguiseReader(
            source.normalized, tokens: tokens, known: words, confusables: source.confusables,
            languages: source.languages
        ).readings
        if !readings.isEmpty {
            result.tokens.removeAll(keepingCapacity: true)
            var next = 0
            for reading in readings {
                result.tokens += tokens[next..<reading.tokens.lowerBound]
                result.tokens += reading.words
                next = reading.tokens.upperBound
            }
            result.tokens += tokens[next...]
        }
        let fillers = FillerWords(result.tokens, in: source.normalized, languages: source.languages).indices
        if !fillers.isEmpty {
            let all = result.tokens
            result.tokens = all.indices.lazy.filter { !fillers.contains($0) }.map { all[$0] }
        }
        guard !readings.isEmpty || !fillers.isEmpty else { return result }
        // The language shows where the words do.
        result.languages = TextLanguages(
            of: result.tokens[...], in: source.normalized, known: source.languages)
        return result
    }

    /// The letters of a word as rules compare them, without case; nil if it isn't of letters alone.
    package func letters(of token: Token) -> String? {
        var letters = String.UnicodeScalarView()
        for index in token.span {
            guard source.normalized.classes[index] != .digit,
                let letter = Unicode.Scalar(source.normalized.folded[index])
            else {
                return nil
            }
            letters.append(letter)
        }
        return String(letters)
    }

    /// The number of tokens on each side of a passage that tell its language with it: those of a sentence or two.
    private static let neighbours = 8

    /// Finds the languages of a passage and what stands around it.
    package func languages(around passage: Range<Int>) -> TextLanguages {
        let near =
            max(
                0, passage.lowerBound - Self.neighbours)..<min(
                tokens.count, passage.upperBound + Self.neighbours)
        guard near != tokens.indices else { return languages }
        return TextLanguages(of: tokens[near], in: source.normalized, known: source.languages)
    }

    /// The scalars of a token in lower case.
    package func scalars(of token: Token) -> ArraySlice<UInt32> { source.normalized.folded[token.span] }

    /// Whether there is anything to judge: words, or a code that leads somewhere. The number in a barcode is nothing to judge.
    package var isJudgeable: Bool {
        guard let first = tokens.first else { return false }
        guard let code = codes.first, first.range.lowerBound >= code.range.lowerBound else { return true }
        return codes.contains(where: \.payload.isActionable)
            || entities.contains { $0.link != nil && $0.codeBox != nil }
    }

    /// Whether the other party wrote all of these tokens without an answer by the owner between them.
    package func isOneTurn(_ range: Range<Int>) -> Bool {
        guard let screen, let first = tokens[range].first, let last = tokens[range].last else { return true }
        return !screen.hasAnswer(between: first.range.lowerBound, and: last.range.lowerBound)
    }

    /// Returns the range of the raw text that the tokens cover.
    /// - Parameter tokens: must not be empty.
    package func place(of tokens: Range<Int>) -> Range<Int> {
        self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
    }

    /// Returns the text of a range of the raw text. Parts of the range that lie outside the text are ignored.
    package func quote(_ range: Range<Int>) -> String {
        let bytes = text.utf8
        let range = range.clamped(to: 0..<bytes.count)
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Returns the ranges without those that hold only words such as `your` and `be`, which show nothing by themselves; all of them if
    /// no other would be left.
    package func telling(_ ranges: [Range<Int>]) -> [Range<Int>] {
        let telling = ranges.filter { !holdsOnlyFunctionWords($0) }
        return telling.isEmpty ? ranges : telling
    }

    private func holdsOnlyFunctionWords(_ range: Range<Int>) -> Bool {
        var (first, high) = (0, tokens.count)
        while first < high {
            let middle = (first + high) / 2
            if tokens[middle].range.upperBound > range.lowerBound {
                high = middle
            } else {
                first = middle + 1
            }
        }
        let touched = tokens[first...].prefix { $0.range.lowerBound < range.upperBound }
        return !touched.isEmpty
            && touched.allSatisfy {
                $0.kind == nil && !$0.isDisguised
                    && source.languages.isFunctionWord($0.key, in: languages.ranked)
            }
    }

    /// Returns the lines that a range of the raw text touches, and where their first word begins.
    package func line(around range: Range<Int>) -> (text: String, start: Int) {
        let bytes = Array(text.utf8)
        let range = range.clamped(to: 0..<bytes.count)
        let start = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = bytes[range.upperBound...].firstIndex(of: 0x0A) ?? bytes.count
        let first = tokens.first { $0.range.lowerBound >= start }?.range.lowerBound ?? start
        return (String(decoding: bytes[start..<end], as: UTF8.self), first)
    }

    /// Returns a box for each of the image's lines that a range touches, around the touched words, in the lines' order.
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

    /// Returns which of the image's words a range touches, counted through all lines of the text.
    package func words(in range: Range<Int>) -> Range<Int> {
        let first = firstPlace(endingAfter: range.lowerBound)
        let end = places[first...].firstIndex { $0.range.lowerBound >= range.upperBound } ?? places.count
        return first..<end
    }

    /// Returns the mean confidence, weighted by length, of the words that ranges touch; nil for what wasn't read from an image.
    package func readingConfidence(of ranges: [Range<Int>]) -> Double? {
        guard !places.isEmpty else { return nil }
        return Self.mean(ranges.map(confidence))
    }

    /// Returns the mean confidence, weighted by length, of the words that a range touches; nil for what wasn't read from an image.
    package func readingConfidence(of range: Range<Int>) -> Double? {
        guard !places.isEmpty else { return nil }
        return Self.mean(CollectionOfOne(confidence(range)))
    }

    private static func mean(_ parts: some Sequence<(sum: Double, length: Int)>) -> Double? {
        let (sum, length) = parts.reduce((0.0, 0)) { ($0.0 + $1.sum, $0.1 + $1.length) }
        return length == 0 ? nil : sum / Double(length)
    }

    /// The confidences of the words that a range touches, each as often as the word has bytes, and their number.
    private func confidence(_ range: Range<Int>) -> (sum: Double, length: Int) {
        var sum = 0.0
        var length = 0
        for place in places[firstPlace(endingAfter: range.lowerBound)...] {
            guard place.range.lowerBound < range.upperBound else { break }
            sum += place.confidence * Double(place.range.count)
            length += place.range.count
        }
        return (sum, length)
    }

    /// Returns the index of the first word that ends after an offset.
    func firstPlace(endingAfter offset: Int) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
