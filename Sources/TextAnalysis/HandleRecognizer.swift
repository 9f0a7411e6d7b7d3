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
