/// Reads a day and a time of day out of a line's words: `Yesterday 9:41 PM`, `12 March 2025`, `14.03.25`.
struct TimeReader {
    private(set) var minute: Int?
    private(set) var day: ChatTimes.Day?

    private static let years = 1_990..<2_100

    init(_ words: [String], _ known: TimeWords) {
        var numbers: [Int] = []
        var month: Int?
        for (index, word) in words.enumerated() {
            let bare = word.lowercased().trimmingPrefix { !$0.isLetter && !$0.isNumber }
            let letters = String(bare.prefix { $0.isLetter || $0 == "’" || $0 == "'" })
            if let time = Self.clock(bare, following: index + 1 < words.count ? words[index + 1] : "") {
                minute = minute ?? time
            } else if let date = Self.date(bare) {
                day = day ?? date
            } else if let number = Int(bare.prefix { $0.isASCII && $0.isNumber }) {
                numbers.append(number)
            } else if known.isYesterday(letters) {
                day = day ?? ChatTimes.Day(recency: 1)
            } else if known.isToday(letters) {
                day = day ?? ChatTimes.Day(recency: 2)
            } else if let number = known.month(letters) {
                month = month ?? number
            }
        }
        if day == nil, let month, let date = numbers.first(where: { (1...31).contains($0) }) {
            day = ChatTimes.Day(
                recency: 0, year: numbers.first(where: Self.years.contains), month: month, day: date)
        }
    }

    /// The time of a clock in minutes from midnight: `9:41`, `21.41`, `9:41PM`.
    /// - Parameter next: the word that follows, which may be `PM`.
    private static func clock(_ word: some StringProtocol, following next: String) -> Int? {
        let parts = word.split(separator: word.contains(":") ? ":" : ".", maxSplits: 1)
        guard parts.count == 2, (1...2).contains(parts[0].count), let hour = Int(parts[0]),
            (0...24).contains(hour),
            let minutes = Int(parts[1].prefix(2)), (0..<60).contains(minutes), parts[1].prefix(2).count == 2
        else { return nil }
        let rest = parts[1].dropFirst(2)
        // `14.03.25` is a date.
        if rest.contains(where: \.isNumber) { return nil }
        let suffix = (rest.isEmpty ? next.lowercased() : String(rest)).filter(\.isLetter)
        let half = suffix == "am" ? hour % 12 : suffix == "pm" ? hour % 12 + 12 : hour
        return half * 60 + minutes
    }

    /// A date in digits where day and month can be told apart.
    private static func date(_ word: some StringProtocol) -> ChatTimes.Day? {
        guard let mark = word.first(where: { "./-".contains($0) }) else { return nil }
        let parts = word.split(separator: mark, omittingEmptySubsequences: true).map { Int($0) }
        guard parts.count == 3, let first = parts[0], let second = parts[1], let third = parts[2] else {
            return nil
        }
        if years.contains(first), (1...12).contains(second), (1...31).contains(third) {
            return ChatTimes.Day(recency: 0, year: first, month: second, day: third)
        }
        let year = third < 100 ? 2_000 + third : third
        guard years.contains(year), (1...31).contains(first), (1...31).contains(second) else { return nil }
        if second <= 12, mark == "." || first > 12 {
            return ChatTimes.Day(recency: 0, year: year, month: second, day: first)
        }
        return first <= 12 && second > 12
            ? ChatTimes.Day(recency: 0, year: year, month: first, day: second) : nil
    }
}
