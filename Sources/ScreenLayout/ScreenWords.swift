/// The few words that apps and phones write themselves, in the languages most screenshots come in. Only used where the
/// place already says that it is no message.
enum ScreenWords {
    /// One or two digits, a colon or full stop, two digits; what follows doesn't matter (`9:41`, `09.41Uhr`).
    static func isClock(_ word: String) -> Bool {
        var bytes = Array(word.utf8.prefix(8))
        if let first = bytes.first, !isDigit(first) {
            // A battery or an arrow beside it; but amounts are no times.
            guard first != UInt8(ascii: "$"), first < 0x80 else { return false }
            bytes.removeFirst()
        }
        guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }),
            mark == 1 || mark == 2, bytes.count >= mark + 3
        else { return false }
        guard bytes[..<mark].allSatisfy(isDigit), bytes[(mark + 1)...(mark + 2)].allSatisfy(isDigit),
            bytes[..<mark].reduce(0, { $0 * 10 + Int($1 - 0x30) }) < 25, bytes[mark + 1] < UInt8(ascii: "6")
        else { return false }
        // `1.234,50` and `10.25.1.7` are no times.
        return bytes.count == mark + 3 || !isDigit(bytes[mark + 3]) && bytes[mark + 3] != UInt8(ascii: ".")
    }

    /// `84%`, as batteries say it.
    static func isShare(_ word: String) -> Bool {
        word.hasSuffix("%") && (2...4).contains(word.utf8.count) && word.utf8.dropLast().allSatisfy(isDigit)
    }

    /// Whether it stands on a keyboard's lowest row: the space bar, the keys beside it.
    static func isWideKey(_ text: String) -> Bool {
        [
            "space", "return", "abc", "123", "?123", "2123", "english", "go", "search", "send", "leerzeichen",
            "espacio",
            "espace", "intro", "retour", "spazio",
        ].contains(text)
    }

    /// Whether a line says when, how or whether something was sent, and nothing else: `Today • 9:40 AM`, `Read 9:41`,
    /// `12 March 2025`, `Text Message • SMS`.
    static func isTimestamp(_ text: String) -> Bool {
        var (telling, numbers) = (0, 0)
        for word in text.split(whereSeparator: { " •·-–—,|".contains($0) }) {
            let bare = trimmed(word)
            if bare.isEmpty || isClock(String(word)) {
                telling += bare.isEmpty ? 0 : 1
            } else if bare.utf8.allSatisfy(isDigit), bare.utf8.count <= 4 {
                numbers += 1
            } else if timeWords.contains(bare) || isAge(bare) {
                telling += 1
            } else {
                return false
            }
        }
        return telling > 0 && numbers < 3
    }

    /// A timestamp with a digit or a day in it, not words alone that a message could end in.
    static func isDate(_ text: String) -> Bool {
        guard isTimestamp(text) else { return false }
        let days = ["yesterday", "gestern", "ayer", "hier", "ieri"]
        return text.contains(where: \.isNumber) || days.contains(trimmed(text))
    }

    /// A name with a date behind it that no space sets apart.
    static func endsInDate(_ words: [String]) -> Bool {
        (1...4).contains { count in
            words.count > count && isDate(words.suffix(count).joined(separator: " ").lowercased())
        }
    }

    /// A time, with what was made of the ticks behind it.
    static func isClockWithTicks(_ words: [String]) -> Bool {
        guard let first = words.first, isClock(first) else { return false }
        let rest = words.dropFirst().filter { !["am", "pm"].contains($0.lowercased()) }
        return rest.count < 2 && rest.allSatisfy { $0.count <= 3 && !$0.utf8.allSatisfy(isDigit) }
    }

    /// `now`, `5m`, `14 min`, `1h ago` at the end of a notification's title.
    static func endsInAge(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(trimmed)
        guard let last = words.last else { return false }
        if isAge(last) || ["now", "jetzt", "ahora", "maintenant", "ora", "yesterday"].contains(last) {
            return true
        }
        return last == "ago" && words.count > 1
            && (isAge(words[words.count - 2]) || ageUnits.contains(words[words.count - 2]))
    }

    /// Messages of a letter or two.
    static func isShortAnswer(_ text: String) -> Bool {
        ["no", "ok", "hi", "k", "kk", "yo", "y", "n", "si", "sí", "ja", "oi", "da"].contains(trimmed(text))
    }

    /// What stands in an empty input field.
    static func isPlaceholder(_ text: String) -> Bool {
        let bare = joined(text)
        return placeholders.contains(bare) || bare.hasPrefix("to: ") || bare.hasPrefix("message @")
            || bare.hasPrefix("text message") || bare.hasPrefix("rcs message")
            || bare.hasPrefix("mensaje rcs")
    }

    /// What apps write into the frame of a conversation.
    static func isNotice(_ text: String) -> Bool {
        let bare = joined(text)
        return notices.contains { bare.hasPrefix($0) }
    }

    /// What apps and phones write on buttons, tabs and quick settings.
    static func isButton(_ text: String) -> Bool { buttons.contains(joined(text)) }

    /// What stands on a phone's quick settings and below its list of notifications, an icon before it.
    static func isControl(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(trimmed).filter { !$0.isEmpty }
        let short = words.count > 1 && words[0].count <= 2 ? Array(words.dropFirst()) : words
        return controls.contains(short.joined(separator: " "))
    }

    /// What stands under the name in a conversation's header.
    static func isPresence(_ text: String) -> Bool {
        let bare = joined(text)
        return [
            "online", "last seen", "active ", "typing", "tap here for", "en ligne", "en línea",
            "zuletzt online",
        ]
        .contains { bare.hasPrefix($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Digits and a unit of time.
    private static func isAge(_ word: some StringProtocol) -> Bool {
        let digits = word.utf8.prefix(while: isDigit).count
        return (1...2).contains(digits) && ageUnits.contains(String(word.dropFirst(digits)))
    }

    /// Without marks at either end.
    static func trimmed(_ word: some StringProtocol) -> String {
        let start = word.drop { !$0.isLetter && !$0.isNumber }
        guard let end = start.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
        return String(start[...end])
    }

    /// The words between the first and the last that hold letters or digits.
    private static func joined(_ text: String) -> String { trimmed(text) }

    private static let ageUnits: Set<String> = [
        "m", "h", "d", "w", "s", "min", "mins", "hr", "hrs", "std", "minutes", "minute", "hours", "hour",
        "days",
    ]

    private static let timeWords: Set<String> = [
        "am", "pm", "a.m", "p.m", "date", "uhr", "at", "ago", "now", "today", "yesterday", "heute", "gestern",
        "hoy", "ayer",
        "aujourd’hui", "aujourd'hui", "hier", "oggi", "ieri", "今天", "昨天", "上午", "下午",
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday",
        "friday",
        "saturday", "sunday", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct",
        "nov",
        "dec", "january", "february", "march", "april", "june", "july", "august", "september", "october",
        "november", "december", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag",
        "sonntag",
        "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "lundi", "mardi",
        "mercredi",
        "jeudi", "vendredi", "samedi", "dimanche", "sms", "mms", "rcs", "imessage", "text", "message",
        "delivered",
        "read", "seen", "sent", "edited", "delivering", "gelesen", "zugestellt", "leído", "entregado", "lu",
        "distribué", "信息", "短信",
    ]

    private static let placeholders: Set<String> = [
        "message", "messages", "message...", "text message", "text message • sms", "imessage", "sms", "aa",
        "rcs message",
        "type a message", "type a message...", "write a message", "write a message...", "send message",
        "send a message", "send a chat", "start a message", "reply", "reply...", "say something", "subject",
        "comment",
        "add a comment", "mensaje", "mensaje de texto", "escribe un mensaje", "message texte", "nachricht",
        "textnachricht", "nachricht schreiben", "messaggio", "mensagem", "mensaje rcs", "signal message",
    ]

    private static let notices = [
        "messages and calls are end-to-end", "messages you send to this chat", "messages are end-to-end",
        "the sender is not in your contact", "this sender is not in your contact", "texting with ",
        "rcs chat with ",
        "chat rcs con ", "chatting with ", "this business uses a secure", "this chat is with a business",
        "not a contact", "you're not friends on", "you’re not friends on", "you're not connected",
        "unread messages",
        "der absender ist nicht", "l’expéditeur ne fait", "l'expéditeur ne fait", "el remitente no est",
        "il mittente non", "absender ist nicht", "if you did not expect this message", "sent as text message",
        "sent as sms", "sent via sms",
    ]

    private static let controls: Set<String> = [
        "internet", "bluetooth", "do not disturb", "disturb", "flashlight", "torch", "wallet",
        "airplane mode", "wi-fi",
        "wifi", "hotspot", "mobile data", "auto-rotate", "battery saver", "manage", "clear all",
        "notification center",
        "notifications", "silent",
    ]

    private static let buttons: Set<String> = [
        "report junk", "report spam", "report", "block", "block user", "add", "add contact",
        "add to contacts",
        "add to contact", "view profile", "reply", "reply all", "forward", "mark as read", "clear all",
        "manage",
        "archive", "delete", "show more", "show less", "load earlier messages",
        "delete and report junk", "report & block", "block & report", "signaler un message indésirable",
        "spam melden", "informar de spam", "segnala come indesiderato",
    ]
}
