/// The text of a transcript as it is if one of its words was read otherwise. It is judged too, and counts as far as it is likely.
package struct AlternativeText: Sendable {
    package internal(set) var text: AnalyzedText
    /// The probability that the word was read right so, from 0 to 1.
    package let odds: Double
    /// The number of the word. Alternatives with the same number exclude each other.
    package let word: Int
    /// The numbers of bytes at the start and at the end that both texts share.
    private let start: Int
    private let end: Int
    /// The length of the likeliest text, in bytes.
    private let length: Int

    init(_ text: AnalyzedText, odds: Double, word: Int, to likeliest: AnalyzedText) {
        self.text = text
        self.odds = odds
        self.word = word
        let (own, other) = (text.text.utf8, likeliest.text.utf8)
        let start = zip(own, other).prefix { $0 == $1 }.count
        let rest = min(own.count, other.count) - start
        self.start = start
        end = min(rest, zip(own.reversed(), other.reversed()).prefix { $0 == $1 }.count)
        length = other.count
    }

    /// Returns the place in the likeliest text of a range of this text. A range that touches what differs covers all of that.
    package func placeInLikeliest(of range: Range<Int>) -> Range<Int> {
        let ownEnd = text.text.utf8.count - end
        func place(_ offset: Int, inside: Int) -> Int {
            offset <= start ? offset : offset >= ownEnd ? length - text.text.utf8.count + offset : inside
        }
        let lower = place(range.lowerBound, inside: start)
        return lower..<max(lower, place(range.upperBound, inside: length - end))
    }
}

extension TextAnalyzer {
    /// The number of bytes of text that are analysed for other readings, all together: hundreds of times a message. It bounds the
    /// time for a picture that somebody made unclear on purpose.
    private static let maxAlternativeBytes = 256 << 10

    /// Returns the text of a transcript with each other reading of each of its words, as long as `maxAlternativeBytes` last.
    /// - Parameter analyze: makes the text of a transcript.
    static func alternatives(
        to text: AnalyzedText, of transcript: Transcript, analyze: (Transcript) -> AnalyzedText
    ) -> [AlternativeText] {
        var alternatives: [AlternativeText] = []
        var bytes = 0
        var word = 0
        for (line, content) in transcript.lines.enumerated() {
            for (index, unsure) in content.words.enumerated() where !unsure.otherReadings.isEmpty {
                bytes += unsure.otherReadings.reduce(0) { $0 + text.text.utf8.count + $1.text.utf8.count }
                guard bytes <= maxAlternativeBytes else { return alternatives }
                for reading in unsure.otherReadings {
                    let other = analyze(transcript.reading((line, index), as: reading.text))
                    alternatives.append(AlternativeText(other, odds: reading.odds, word: word, to: text))
                }
                word += 1
            }
        }
        return alternatives
    }
}

extension AnalyzedText {
    /// Returns what the engine first read in a range, with the text between words; nil where nothing there was corrected.
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

    /// Returns the part of a word's first reading that lies in a range. What stands before and after the range is left out if
    /// both readings agree on it.
    private func part(of seen: String, in word: Range<Int>, within range: Range<Int>) -> String {
        var bytes = Array(seen.utf8)[...]
        let inside = range.clamped(to: word)
        let before = quote(word.lowerBound..<inside.lowerBound).utf8
        if bytes.starts(with: before) { bytes = bytes.dropFirst(before.count) }
        let after = quote(inside.upperBound..<word.upperBound).utf8
        if bytes.suffix(after.count).elementsEqual(after) { bytes = bytes.dropLast(after.count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The largest number of readings of a place that are told apart.
    private static let maxReadings = 3

    /// Returns the ways in which a range was read, the likeliest first, if readings of its words disagree inside the range; else
    /// nothing. Of several words, each combination is a reading. Line breaks are left out.
    package func readings(of range: Range<Int>) -> [Transcript.Reading] {
        guard !places.isEmpty else { return [] }
        var whole = [Transcript.Reading(text: "", odds: 1)]
        var end = range.lowerBound
        for place in places[firstPlace(endingAfter: range.lowerBound)...] {
            guard place.range.lowerBound < range.upperBound else { break }
            let gap = place.range.lowerBound > end ? quote(end..<place.range.lowerBound) : ""
            let joint = gap.filter { !$0.isNewline }
            end = place.range.upperBound
            var parts = [Transcript.Reading(text: quote(place.range.clamped(to: range)), odds: 1)]
            for other in place.otherReadings {
                parts[0].odds -= other.odds
                parts.append(
                    .init(text: part(of: other.text, in: place.range, within: range), odds: other.odds))
            }
            whole = Self.likeliest(
                whole.flatMap { start in
                    parts.map { .init(text: start.text + joint + $0.text, odds: start.odds * $0.odds) }
                })
        }
        return whole.count > 1 ? whole : []
    }

    /// Joins equal readings.
    private static func likeliest(_ readings: [Transcript.Reading]) -> [Transcript.Reading] {
        var different: [Transcript.Reading] = []
        for reading in readings {
            if let index = different.firstIndex(where: { $0.text == reading.text }) {
                different[index].odds += reading.odds
            } else {
                different.append(reading)
            }
        }
        return Array(different.sorted { $0.odds > $1.odds }.prefix(maxReadings))
    }
}
