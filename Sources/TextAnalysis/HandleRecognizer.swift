/// Accounts on messengers: `@name`, and names after `Line ID:`, `Telegram:`, `微信号：`.
extension EntityScanner {
    /// The number of characters that an account's name may have: some messengers allow 4, Telegram allows 32.
    private static let nameLengths = 4...32
    /// Words that may stand between a service's name and the account.
    private static let fillers: [[UInt32]] = [
        "id", "username", "user name", "user", "account", "handle", "name", "number", "no", "号", "号码", "账号",
        "帐号", "群", "me",
        "me at", "me on", "at", "us at",
    ].map { $0.unicodeScalars.map(\.value) }
    /// The number of characters before an account in which the name of its service is looked for.
    private static let reachBefore = 24
    /// The largest number of words between a service's name and the account.
    private static let maxFillers = 2

    /// An account after an at sign, such as `@job_desk`. A plain word needs its service beside it: `@work` is short for "at
    /// work".
    func mention(at index: Int) -> Found? {
        guard text.at(index) == "@", !text.isAlphanumeric(index - 1), text.at(index - 1) != "@",
            text.classes[safe: index + 1] == .letter, let end = nameEnd(index + 1)
        else { return nil }
        let name = (index + 1)..<end
        let host = string(name)
        if suffixes.match(host[...]).map({ $0.isListed && $0.registrableDomain != nil }) ?? false {
            return nil
        }
        let service = messenger(before: index) ?? messenger(behind: end)
        let looksMade =
            name.count > Self.nameLengths.lowerBound
            && text.folded[name].contains { $0.isASCIIDigit || $0 == "_" }
        guard service != nil || looksMade else { return nil }
        var found = Found(kind: .handle, end: end, plain: string(index..<end, cased: true))
        found.details.messenger = service
        return found
    }

    /// An account whose service is named directly before it, with a colon or a word such as `ID` between them.
    func handle(at index: Int) -> Found? {
        let last = text.at(index - 1) == " " ? index - 2 : index - 1
        // No account follows most words, so the search ends here for them.
        guard last > 0, isLabelEnd(last), let end = nameEnd(index),
            let service = messenger(before: index, isLabelled: true)
        else { return nil }
        let name = text.folded[index..<end]
        let looksMade = name.contains { $0.isASCIIDigit || $0 == "_" } || text.at(last) == ":"
        guard looksMade || text.classes[last] == .ideograph, end - index >= Self.nameLengths.lowerBound else {
            return nil
        }
        var found = Found(kind: .handle, end: end, plain: string(index..<end, cased: true))
        found.details.messenger = service
        return found
    }

    /// Whether an account may begin after a place: after a colon, after `id` or after an ideograph.
    private func isLabelEnd(_ index: Int) -> Bool {
        switch text.at(index) {
        case ":": true
        case "d": text.at(index - 1) == "i" && !text.isAlphanumeric(index - 2)
        case "v", "x": text.isAlphanumeric(index - 1)  // the end of 加v, vx or wx
        default: text.classes[index] == .ideograph
        }
    }

    /// Returns the end of an account's name, or nil where none begins.
    private func nameEnd(_ index: Int) -> Int? {
        var end = index
        while end - index <= Self.nameLengths.upperBound,
            text.at(end).isASCIIAlphanumeric || text.at(end) == "_"
                || ((text.at(end) == "." || text.at(end) == "-") && text.at(end + 1).isASCIIAlphanumeric)
        {
            end += 1
        }
        return Self.nameLengths.contains(end - index) && text.at(end) != "@" ? end : nil
    }

    /// The service that the words before an account name.
    func messenger(before index: Int, isLabelled: Bool = false) -> Messenger? {
        let start = max(0, index - Self.reachBefore)
        var before = text.folded[start..<index]
        func dropSigns() {
            while let last = before.last,
                last == " " || last == ":" || last == "(" || last == "-" || last == "@"
            {
                before.removeLast()
            }
        }
        dropSigns()
        for _ in 0..<Self.maxFillers {
            if let service = Self.service(endOf: before) { return service }
            guard
                let filler = Self.fillers.filter({ Self.isWordEnd($0, of: before) }).max(by: {
                    $0.count < $1.count
                })
            else { break }
            before.removeLast(filler.count)
            dropSigns()
        }
        return Self.service(endOf: before)
    }

    /// The service that the words after an account name: `@name on telegram`, `@name (telegram)`.
    private func messenger(behind index: Int) -> Messenger? {
        let on = skipBlanks(index, limit: 1)
        guard matches("on ", at: on) || matches("via ", at: on) || matches("(", at: on) else { return nil }
        let word = lettersEnd(on) + 1
        let end = lettersEnd(word)
        return word < end ? Self.service(endOf: text.folded[word..<end]) : nil
    }

    private static func service(endOf before: ArraySlice<UInt32>) -> Messenger? {
        Messenger.names.first { isWordEnd($0.scalars, of: before) }?.service
    }

    /// Whether a text ends with a word. Words in Latin letters must be whole.
    private static func isWordEnd(_ word: [UInt32], of text: ArraySlice<UInt32>) -> Bool {
        guard text.count >= word.count, text.suffix(word.count).elementsEqual(word) else { return false }
        guard let first = word.first, first.isASCIIAlphanumeric,
            let previous = text.dropLast(word.count).last
        else { return true }
        return !previous.isASCIIAlphanumeric
    }
}

/// Messengers to which strangers ask people to move, and the names that texts use for them.
package enum Messenger: String, Sendable, CaseIterable {
    case whatsapp, telegram, wechat, line, signal, viber, kakaotalk, zalo, messenger, instagram, snapchat,
        skype, qq
    case discord, kik

    /// Names that stand before an account, in lower case. Where one name ends another, the longer one comes first.
    static let names: [(scalars: [UInt32], service: Messenger)] = {
        let table: [(Messenger, String)] = [
            (.whatsapp, "whatsapp, watsapp, wsp"),
            (.telegram, "telegram, telegrama, tg, 电报, 飞机"),
            (.wechat, "wechat, weixin, 微信, 薇信, 威信, vx, wx, v信, 加v, 加微"),
            (.line, "line, ไลน์"),
            (.signal, "signal"),
            (.viber, "viber"),
            (.kakaotalk, "kakaotalk, kakao, 카카오톡, 카톡"),
            (.zalo, "zalo"),
            (.messenger, "messenger"),
            (.instagram, "instagram, insta"),
            (.snapchat, "snapchat"),
            (.skype, "skype"),
            (.qq, "qq, 扣扣"),
            (.discord, "discord"),
            (.kik, "kik"),
        ]
        return table.flatMap { service, names in
            names.split(separator: ",").map { name in
                (name.unicodeScalars.map(\.value).filter { $0 != 0x20 }, service)
            }
        }
    }()
}

/// A host whose links lead to a messenger, and what such a link counts for.
///
/// The two uses grew apart, and weights were fitted on both as they are: an entity that counts for more or for less changes
/// verdicts, so that joining the uses takes a new fit.
package struct MessengerHost: Sendable {
    /// The service whose account the link is: it becomes a `<handle>`. Nil for hosts that patterns take for plain links.
    package let service: Messenger?
    /// Whether the link opens a chat or a group for the feature `link.messenger`.
    package let opensChat: Bool

    /// Finds a host by its name in lower case; nil for hosts of no messenger.
    package static func named(_ host: String) -> MessengerHost? { table[host] }

    private static let table: [String: MessengerHost] = [
        "wa.me": .init(service: .whatsapp, opensChat: true),
        "api.whatsapp.com": .init(service: .whatsapp, opensChat: true),
        "chat.whatsapp.com": .init(service: .whatsapp, opensChat: true),
        "wa.link": .init(service: .whatsapp, opensChat: false),
        "whatsapp.com": .init(service: .whatsapp, opensChat: false),
        "www.whatsapp.com": .init(service: .whatsapp, opensChat: false),
        "t.me": .init(service: .telegram, opensChat: true),
        "telegram.me": .init(service: .telegram, opensChat: true),
        "telegram.dog": .init(service: .telegram, opensChat: true),
        "line.me": .init(service: .line, opensChat: true),
        "lin.ee": .init(service: .line, opensChat: true),
        "signal.me": .init(service: .signal, opensChat: true),
        "signal.group": .init(service: .signal, opensChat: true),
        "m.me": .init(service: .messenger, opensChat: true),
        "open.kakao.com": .init(service: .kakaotalk, opensChat: false),
        "pf.kakao.com": .init(service: .kakaotalk, opensChat: false),
        "zalo.me": .init(service: .zalo, opensChat: false),
        "u.wechat.com": .init(service: .wechat, opensChat: true),
        "wechat.com": .init(service: nil, opensChat: true),
        "discord.gg": .init(service: .discord, opensChat: true),
        "join.skype.com": .init(service: .skype, opensChat: true),
        "viber.com": .init(service: nil, opensChat: true),
        "invite.viber.com": .init(service: nil, opensChat: true),
        "zangi.com": .init(service: nil, opensChat: true),
    ]
}
