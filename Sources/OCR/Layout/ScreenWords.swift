package import TextAnalysis

/// Recognises what apps and phones write themselves, in all known languages. Asked only where a text's place already says that
/// it may be no message.
package struct ScreenWords: Sendable {
    private let timestamps, days, ages, ago, ageUnits, clockSuffixes: PhraseSet
    private let shortAnswers, placeholders, notices, buttons, controls, presence, keys: PhraseSet
    let mailLabels, mailSenders, mailMarks, mailAnswers: PhraseSet
    private let mailRecipients: PhraseSet

    package init(_ languages: Languages) {
        timestamps = languages.phrases(.timestamps)
        days = languages.phrases(.days)
        ages = languages.phrases(.ages)
        ago = languages.phrases(.ago)
        ageUnits = languages.phrases(.ageUnits)
        clockSuffixes = languages.phrases(.clockSuffixes)
        shortAnswers = languages.phrases(.shortAnswers)
        placeholders = languages.phrases(.placeholders)
        notices = languages.phrases(.notices)
        buttons = languages.phrases(.buttons)
        controls = languages.phrases(.controls)
        presence = languages.phrases(.presence)
        keys = languages.phrases(.keys)
        mailLabels = languages.phrases(.mailLabels)
        mailSenders = languages.phrases(.mailSenders)
        mailMarks = languages.phrases(.mailMarks)
        mailRecipients = languages.phrases(.mailRecipients)
        mailAnswers = languages.phrases(.mailAnswers)
    }

    /// The largest number of digits of a number in a date: those of a year.
    private static let maxDateDigits = 4
    /// Beside a timestamp's words stand fewer numbers than this: a day and a year.
    private static let timestampNumbers = 3
    /// The largest number of digits before the unit of time in an age.
    private static let maxAgeDigits = 2
    /// The largest number of letters that text recognition makes of the ticks after a time.
    private static let maxTickLetters = 3
    /// The number of hours that a clock may show; 24:00 is one of them.
    private static let hours = 25

    /// Whether a word is one or two digits, a colon or full stop, and two digits; what follows doesn't matter: `9:41`,
    /// `09.41Uhr`.
    static func isClock(_ word: String) -> Bool {
        // A clock has five characters. One may stand before them, and two after them.
        var bytes = Array(word.utf8.prefix(8))
        if let first = bytes.first, !isDigit(first) {
            // The first character may be a battery or an arrow beside the time; but amounts are no times.
            guard first != UInt8(ascii: "$"), first < 0x80 else { return false }
            bytes.removeFirst()
        }
        guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }),
            mark == 1 || mark == 2, bytes.count >= mark + 3
        else { return false }
        guard bytes[..<mark].allSatisfy(isDigit), bytes[(mark + 1)...(mark + 2)].allSatisfy(isDigit),
            bytes[..<mark].reduce(0, { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) < hours,
            bytes[mark + 1] < UInt8(ascii: "6")
        else { return false }
        // `1.234,50` and `10.25.1.7` are no times.
        return bytes.count == mark + 3 || !isDigit(bytes[mark + 3]) && bytes[mark + 3] != UInt8(ascii: ".")
    }

    /// Whether a word is a battery's charge, such as `84%`.
    static func isShare(_ word: String) -> Bool {
        word.hasSuffix("%") && (2...4).contains(word.utf8.count) && word.utf8.dropLast().allSatisfy(isDigit)
    }

    /// Whether a text stands on a keyboard's lowest row: the space bar, the keys beside it.
    func isWideKey(_ text: String) -> Bool { keys.contains(text) }

    /// Whether a line says when, how or whether something was sent, and nothing else: `Today • 9:40 AM`, `Read 9:41`,
    /// `12 March 2025`, `Text Message • SMS`.
    func isTimestamp(_ text: String) -> Bool {
        var (telling, numbers) = (0, 0)
        for word in text.split(whereSeparator: { " •·-–—,|".contains($0) }) {
            let bare = Self.trimmed(word)
            if bare.isEmpty || Self.isClock(String(word)) {
                telling += bare.isEmpty ? 0 : 1
            } else if bare.utf8.allSatisfy(Self.isDigit), bare.utf8.count <= Self.maxDateDigits {
                numbers += 1
            } else if timestamps.contains(bare) || isAge(bare) {
                telling += 1
            } else {
                return false
            }
        }
        return telling > 0 && numbers < Self.timestampNumbers
    }

    /// Whether a text is a timestamp with a digit or a day in it. Other words alone may end a message.
    func isDate(_ text: String) -> Bool {
        guard isTimestamp(text) else { return false }
        return text.contains(where: \.isNumber) || days.contains(Self.trimmed(text))
    }

    /// Whether words are a time, alone or with what was made of the ticks after it.
    func isClockWithTicks(_ words: [String]) -> Bool {
        guard let first = words.first, Self.isClock(first) else { return false }
        let rest = words.dropFirst().filter { !clockSuffixes.contains($0.lowercased()) }
        return rest.count < 2
            && rest.allSatisfy { $0.count <= Self.maxTickLetters && !$0.utf8.allSatisfy(Self.isDigit) }
    }

    /// Whether a notification's title ends in its age: `now`, `5m`, `1h ago`, `2 days ago`.
    func endsInAge(_ text: String) -> Bool { age(endOf: text.split(separator: " ").map(String.init)) > 0 }

    /// The number of the words at the end that are an age.
    func age(endOf words: [String]) -> Int {
        let words = words.map { Self.trimmed($0.lowercased()) }
        guard let last = words.last else { return 0 }
        if isAge(last) || ages.contains(last) { return 1 }
        guard ago.contains(last), words.count > 1 else { return 0 }
        let unit = words[words.count - 2]
        return isAge(unit) ? 2 : ageUnits.contains(unit) ? min(3, words.count) : 0
    }

    /// Whether a text is a complete message of one or two letters.
    func isShortAnswer(_ text: String) -> Bool { shortAnswers.contains(Self.trimmed(text)) }

    /// Whether a text is the hint that apps show in an empty input field.
    func isPlaceholder(_ text: String) -> Bool { placeholders.contains(Self.trimmed(text)) }

    /// Whether a text is a remark that apps show within a conversation.
    func isNotice(_ text: String) -> Bool { notices.contains(Self.trimmed(text)) }

    /// Whether a text is the label of a button or a tab.
    func isButton(_ text: String) -> Bool { buttons.contains(Self.trimmed(text)) }

    /// Whether a text stands on a phone's quick settings or below its list of notifications; an icon may stand before it.
    func isControl(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(Self.trimmed).filter { !$0.isEmpty }
        let hasIcon = words.count > 1 && words[0].count <= 2
        return controls.contains(words.dropFirst(hasIcon ? 1 : 0).joined(separator: " "))
    }

    /// Whether a text stands below the name in a conversation's header, such as `last seen`.
    func isPresence(_ text: String) -> Bool { presence.contains(Self.trimmed(text)) }

    /// Whether a text names the picture's owner as an e-mail's recipient.
    func isOwner(_ text: String) -> Bool { mailRecipients.contains(Self.trimmed(text)) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether a word consists of digits and a unit of time.
    private func isAge(_ word: some StringProtocol) -> Bool {
        let digits = word.utf8.prefix(while: Self.isDigit).count
        return (1...Self.maxAgeDigits).contains(digits) && ageUnits.contains(word.dropFirst(digits))
    }

    /// Returns the text without the signs at both of its ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { !$0.isLetter && !$0.isNumber }
        guard let end = start.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
        return String(start[...end])
    }
}
