import TextAnalysis

/// E-mails: a subject, the sender, the text, and buttons for answers at the bottom.
enum MailRoles {
    // All figures below were chosen on the development pictures.

    /// A picture shows an e-mail if at least this many cues say so.
    private static let minCues = 2
    /// Two different buttons for answers count as this many cues.
    private static let answerCues = 2
    /// A block of at most this many fragments may be a button.
    private static let buttonFragments = 2
    /// The gap between the sender's name and the line below it is smaller than this multiple of that line's height.
    private static let headGap = 2
    /// The largest distance of an avatar from the row of the name, as a multiple of the name's height.
    private static let avatarReach = 3
    /// A word with at most this many letters and digits may be an icon.
    private static let iconLength = 2
    /// A block of at most this many fragments is not a paragraph.
    private static let headFragments = 3
    /// The largest number of words of an age, and of a line that is an address.
    private static let ageWords = 3
    private static let addressWords = 3

    /// - Returns: whether the picture shows an e-mail; roles are given only if it does.
    static func assign(_ screen: inout Screen) -> Bool {
        let fragments = screen.blocks.lazy.filter { !$0.isBubble || $0.fragments.count == 1 }.flatMap(
            \.fragments)
        let middle = screen.isPhoneShaped ? screen.area.y + screen.area.height / 2 : screen.area.maxY
        let words = screen.words
        var cues = 0
        for fragment in fragments {
            let bare = ScreenWords.trimmed(fragment.text)
            if fragment.core.y < middle,
                words.mailMarks.contains(bare) || words.mailLabels.contains(fragment.text)
            {
                cues += 1
            }
        }
        let offered = fragments.filter { words.mailAnswers.contains(ScreenWords.trimmed($0.text)) }
        if Set(offered.map(\.text)).count > 1 { cues += answerCues }
        let dated = fragments.filter { $0.core.y < middle && $0.isTimestamp }
        let addressed = fragments.contains { $0.core.y < middle && isAddress($0.text) }
        if addressed, !dated.isEmpty { cues += 1 }
        if fragments.contains(where: { $0.core.y < middle && isNamedAddress($0.text) }) { cues += answerCues }
        guard cues >= minCues else { return false }
        mark(&screen, middle: middle)
        markIcons(&screen)
        return true
    }

    private static func mark(_ screen: inout Screen, middle: Int) {
        let fragments = screen.blocks.flatMap(\.fragments)
        let screenMiddle = screen.area.middleY2
        let words = screen.words
        screen.mark(.chrome) { block, fragment in
            let bare = ScreenWords.trimmed(fragment.text)
            if fragment.core.y < middle, words.mailMarks.contains(bare) { return true }
            let isLow = fragment.core.middleY2 > screenMiddle || block.isBubble
            return words.mailAnswers.contains(bare) && block.fragments.count <= buttonFragments && isLow
        }
        let upper = fragments.filter { $0.core.y < middle && $0.core.y >= screen.top }
        if let from = upper.first(where: { words.mailSenders.contains($0.text) }) {
            name(from, in: &screen)
            return
        }
        // The sender's name stands above "to me" or an address, or beside the date.
        let heads = upper.filter { !$0.isShort && !isTime($0, words) }
        for below in upper where words.isOwner(below.text) || isAddress(below.text) {
            let above = heads.filter { head in
                let gap = below.core.y - head.core.maxY
                // The letters of an avatar may have been read as a part of the address.
                let isAligned =
                    abs(head.core.x - below.core.x) < below.height
                    || head.core.overlapX(below.core) * 2 > head.core.width && head.core.x > below.core.x
                return gap > -below.height / 2 && gap < headGap * below.height && isAligned
            }.max { $0.core.y < $1.core.y }
            guard let above else { continue }
            let isHead = isAlone(below, screen) && isAlone(above, screen)
            if words.isOwner(below.text) || isHead
                || upper.contains(where: { isTime($0, words) && isBeside($0, above) })
            {
                name(above, in: &screen)
                screen.mark(.chrome) { _, fragment in
                    fragment.core == below.core
                        || isBeside(fragment, above) && (isTime(fragment, words) || fragment.isShort)
                }
                return
            }
        }
        if let from = upper.first(where: { isNamedAddress($0.text) }) { name(from, in: &screen) }
    }

    /// Marks letters as chrome if they are icons: in the bar at the top, beside buttons, beside the name or above everything
    /// else.
    private static func markIcons(_ screen: inout Screen) {
        let fragments = screen.blocks.flatMap(\.fragments)
        let chrome = fragments.filter { $0.role == .chrome && $0.core.y >= screen.top }
        let top = fragments.filter { $0.role == .incoming && !isIcons($0) }.map(\.core.y).min() ?? screen.top
        screen.mark(.chrome) { _, fragment in
            let isAvatar = chrome.contains {
                $0.isSender && fragment.core.maxX < $0.core.x
                    && abs(fragment.core.y - $0.core.y) < avatarReach * $0.height
            }
            return isIcons(fragment)
                && (isAvatar || fragment.core.maxY <= top || chrome.contains { isBeside($0, fragment) })
        }
    }

    private static func isIcons(_ fragment: Fragment) -> Bool {
        fragment.words.allSatisfy { word in word.text.count { $0.isLetter || $0.isNumber } <= iconLength }
    }

    /// Whether a fragment stands in a block that is not a paragraph.
    private static func isAlone(_ fragment: Fragment, _ screen: Screen) -> Bool {
        screen.blocks.contains { block in
            block.fragments.count <= headFragments && block.fragments.contains { $0.core == fragment.core }
        }
    }

    private static func isTime(_ fragment: Fragment, _ words: ScreenWords) -> Bool {
        fragment.isTimestamp || words.endsInAge(fragment.text) && fragment.words.count <= ageWords
    }

    private static func isBeside(_ one: Fragment, _ other: Fragment) -> Bool {
        one.core.isInRow(of: other.core)
    }

    /// Makes a fragment the sender's name, which is no part of the message.
    private static func name(_ sender: Fragment, in screen: inout Screen) {
        for block in screen.blocks.indices {
            for index in screen.blocks[block].fragments.indices
            where screen.blocks[block].fragments[index].core == sender.core {
                screen.blocks[block].fragments[index].isSender = true
                screen.blocks[block].fragments[index].role = .chrome
            }
        }
    }

    /// Whether a text ends in an address in angle brackets, as mail programs show who wrote.
    private static func isNamedAddress(_ text: String) -> Bool {
        guard text.last == ">", let start = text.lastIndex(of: "<") else { return false }
        return isAddress(String(text[start...].dropFirst().dropLast()))
    }

    private static func isAddress(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard let word = words.first(where: { $0.contains("@") }), words.count <= addressWords else {
            return false
        }
        let parts = word.split(separator: "@")
        return parts.count == 2 && parts[1].contains(".") || word.hasSuffix("...") || word.hasSuffix("…")
    }
}
