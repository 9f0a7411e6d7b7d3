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
