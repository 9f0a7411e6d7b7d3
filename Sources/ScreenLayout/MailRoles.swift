import TextAnalysis

/// E-mails: a subject, who sent it, the text, answers at the bottom.
enum MailRoles {
    /// So many of them make a mail.
    private static let fewest = 2

    /// - Returns: whether the picture shows an e-mail; only then are roles given.
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
        if Set(offered.map(\.text)).count > 1 { cues += 2 }
        let dated = fragments.filter { $0.core.y < middle && $0.isTimestamp }
        let addressed = fragments.contains { $0.core.y < middle && isAddress($0.text) }
        if addressed, !dated.isEmpty { cues += 1 }
        guard cues >= fewest else { return false }
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
            return words.mailAnswers.contains(bare) && block.fragments.count < 3 && isLow
        }
        let upper = fragments.filter { $0.core.y < middle && $0.core.y >= screen.top }
        if let from = upper.first(where: { words.mailSenders.contains($0.text) }) {
            name(from, in: &screen)
            return
        }
        // Who it is from stands above "to me" or an address, or beside the date.
        let heads = upper.filter { !$0.isShort && !isTime($0, words) }
        for below in upper where words.isOwner(below.text) || isAddress(below.text) {
            let above = heads.filter { head in
                let gap = below.core.y - head.core.maxY
                // An avatar may have been read into the address.
                let isAligned =
                    abs(head.core.x - below.core.x) < below.height
                    || head.core.overlapX(below.core) * 2 > head.core.width && head.core.x > below.core.x
                return gap > -below.height / 2 && gap < 2 * below.height && isAligned
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
        let sender = heads.first { head in
            head.words.count < 7 && words.endsInDate(head.words.map(\.text))
                || upper.contains { isTime($0, words) && isBeside($0, head) }
        }
        if let sender {
            name(sender, in: &screen)
            screen.mark(.chrome) { _, fragment in isBeside(fragment, sender) && isTime(fragment, words) }
        }
    }

    /// What the bar at the top, the buttons and the avatar were read as: a letter or two beside them or above all else.
    private static func markIcons(_ screen: inout Screen) {
        let fragments = screen.blocks.flatMap(\.fragments)
        let chrome = fragments.filter { $0.role == .chrome && $0.core.y >= screen.top }
        let top = fragments.filter { $0.role == .incoming && !isIcons($0) }.map(\.core.y).min() ?? screen.top
        screen.mark(.chrome) { _, fragment in
            let isAvatar = chrome.contains {
                $0.isSender && fragment.core.maxX < $0.core.x
                    && abs(fragment.core.y - $0.core.y) < 3 * $0.height
            }
            return isIcons(fragment)
                && (isAvatar || fragment.core.maxY <= top || chrome.contains { isBeside($0, fragment) })
        }
    }

    private static func isIcons(_ fragment: Fragment) -> Bool {
        fragment.words.allSatisfy { word in word.text.count { $0.isLetter || $0.isNumber } <= 2 }
    }

    /// Whether it is in no paragraph.
    private static func isAlone(_ fragment: Fragment, _ screen: Screen) -> Bool {
        screen.blocks.contains { block in
            block.fragments.count < 4 && block.fragments.contains { $0.core == fragment.core }
        }
    }

    private static func isTime(_ fragment: Fragment, _ words: ScreenWords) -> Bool {
        fragment.isTimestamp || words.endsInAge(fragment.text) && fragment.words.count <= 3
    }

    private static func isBeside(_ one: Fragment, _ other: Fragment) -> Bool {
        one.core.overlapY(other.core) * 2 > min(one.core.height, other.core.height)
    }

    private static func name(_ sender: Fragment, in screen: inout Screen) {
        for block in screen.blocks.indices {
            for index in screen.blocks[block].fragments.indices
            where screen.blocks[block].fragments[index].core == sender.core {
                screen.blocks[block].fragments[index].isSender = true
                screen.blocks[block].fragments[index].role = .chrome
            }
        }
    }

    /// A line that is an e-mail address and nothing else.
    private static func isAddress(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard let word = words.first(where: { $0.contains("@") }), words.count <= 3 else { return false }
        let parts = word.split(separator: "@")
        return parts.count == 2 && parts[1].contains(".") || word.hasSuffix("...") || word.hasSuffix("…")
    }
}
