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
