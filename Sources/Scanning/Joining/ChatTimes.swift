import TextAnalysis

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
