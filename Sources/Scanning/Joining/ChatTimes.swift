import Foundation
package import TextAnalysis

/// The times that stand in a chat, from the first to the last, and the phone's own clock.
struct ChatTimes: Sendable {
    private(set) var first: Moment?
    private(set) var last: Moment?
    /// The phone's clock in the status bar, in minutes. Whoever scrolls down while taking pictures has it rise, but not everybody
    /// scrolls down.
    private(set) var phoneClock: Int?

    struct Moment: Sendable {
        var day: Day?
        var minute: Int?
    }

    struct Day: Sendable {
        /// 0 for a date, 1 for yesterday, 2 for today.
        var recency: Int
        var year: Int?
        var month = 0
        var day = 0
    }

    /// The status bar's share of a phone's screen, in per cent of its height.
    private static let statusBar = 7
    /// The header's end below the sender's name, in heights of the name.
    private static let belowName = 2

    init(_ transcript: Transcript, _ words: TimeWords) {
        let sender = transcript.senderLine.map { transcript.lines[$0].box }
        let header = sender.map { $0.y + (1 + Self.belowName) * $0.height } ?? 0
        let lines = transcript.lines.filter { !$0.role.isMessage }.sorted {
            ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x)
        }
        var day: Day?
        for line in lines {
            let isStatusBar = line.box.y * 100 < transcript.height * Self.statusBar
            if !isStatusBar, line.box.y < header { continue }
            let reader = TimeReader(line.words.map(\.text), words)
            if isStatusBar {
                phoneClock = phoneClock ?? reader.minute
                continue
            }
            day = reader.day ?? day
            guard reader.day != nil || reader.minute != nil else { continue }
            add(Moment(day: day, minute: reader.minute))
        }
    }

    private mutating func add(_ moment: Moment) {
        first = first ?? moment
        last = moment
    }

    /// Returns the times of this stretch of a chat and of the one that follows it.
    func followed(by next: ChatTimes) -> ChatTimes {
        var whole = self
        whole.first = first ?? next.first
        whole.last = next.last ?? last
        whole.phoneClock = phoneClock ?? next.phoneClock
        return whole
    }

    /// Whether the times say that this stretch of a chat comes before another; nil where they don't tell.
    func isBefore(_ other: ChatTimes) -> Bool? {
        guard let first, let last, let otherFirst = other.first, let otherLast = other.last else {
            return nil
        }
        let (forth, back) = (last.compared(to: otherFirst), otherLast.compared(to: first))
        if let forth, forth <= 0, back.map({ $0 > 0 }) ?? true { return true }
        if let back, back <= 0, forth.map({ $0 > 0 }) ?? true { return false }
        let begins = first.compared(to: otherFirst) ?? 0
        return begins == 0 ? nil : begins < 0
    }
}

extension ChatTimes.Moment {
    /// Less than 0 where this is the earlier one, 0 where both are the same; nil where that can't be told.
    func compared(to other: Self) -> Int? {
        if let day, let otherDay = other.day {
            guard let order = day.compared(to: otherDay) else { return nil }
            if order != 0 { return order }
        }
        guard let minute, let otherMinute = other.minute else { return nil }
        return minute - otherMinute
    }
}

extension ChatTimes.Day {
    func compared(to other: Self) -> Int? {
        if recency != other.recency { return recency - other.recency }
        if let year, let otherYear = other.year, year != otherYear { return year - otherYear }
        return month != other.month ? month - other.month : day - other.day
    }
}

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

/// The words for months and days that stand between the messages of a chat, in all known languages.
package struct TimeWords: Sendable {
    private let months: [String: Int]
    private let today, yesterday: PhraseSet

    package init(_ languages: Languages) {
        today = languages.phrases(.today)
        yesterday = languages.phrases(.days)
        let ago = languages.phrases(.ago)
        var months: [String: Int] = [:]
        var calendar = Calendar(identifier: .gregorian)
        for profile in languages.profiles {
            calendar.locale = Locale(identifier: profile.language.code)
            for names in [calendar.monthSymbols, calendar.shortMonthSymbols, calendar.standaloneMonthSymbols]
            {
                for (index, name) in names.enumerated() {
                    let bare = name.lowercased().trimmingPrefix { !$0.isLetter }.prefix { $0.isLetter }
                    // The Spanish August is the `ago` of "5 min ago".
                    if bare.count > 2, !ago.contains(bare) {
                        months[String(bare), default: index + 1] = index + 1
                    }
                }
            }
        }
        self.months = months
    }

    func month(_ word: String) -> Int? { months[word] }
    func isToday(_ word: String) -> Bool { today.contains(word) }
    func isYesterday(_ word: String) -> Bool { yesterday.contains(word) }
}
