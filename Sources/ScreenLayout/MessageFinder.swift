import TextAnalysis

/// Finds the bubbles that are messages among all that has sides.
enum MessageFinder {
    /// Letters of messages are taller, as a share of the width; the smallest setting on phones gives 0.024.
    private static let smallest = 0.02

    static func find(_ chat: inout Conversation) {
        guard Double(chat.screen.textHeight) > smallest * Double(chat.screen.area.width) else { return }
        let screen = chat.screen
        let fitting = chat.open.filter { index in
            let block = screen.blocks[index]
            let gaps = screen.gaps(block.extent)
            let isNarrow =
                !screen.isPhoneShaped || block.extent.width < screen.share(Conversation.widest)
                || abs(gaps.left - gaps.right) > screen.share(Conversation.edgeTolerance)
            return block.isBubble && isNarrow && !isCentred(block) && block.box.maxY > screen.top
                && block.box.y < screen.bottom
        }
        let sided = fitting.filter { !chat.isChip(screen.blocks[$0]) }
        // A lone bubble in the middle of something cut out is a message.
        chat.messages = sided.isEmpty && !screen.isPhoneShaped ? fitting : sided
        dropAvatars(&chat)
        // Nothing but times and avatars shares a message's row; buttons, tiles and tables have text side by side.
        chat.messages = chat.messages.filter { !chat.hasTextBeside(screen.blocks[$0], apart: 2) }
        if !chat.messages.contains(where: { isMessage(screen.blocks[$0], screen) }) || isMostlyOutside(chat) {
            chat.messages = []
        }
    }

    /// Dialogs centre their lines; messages begin theirs at one edge.
    private static func isCentred(_ block: Block) -> Bool {
        let widths = block.fragments.map(\.core.width)
        guard let widest = widths.max(), let narrowest = widths.min() else { return false }
        return widest - narrowest > 3 * block.lineHeight
            && block.fragments.allSatisfy { abs($0.core.middleX2 - block.box.middleX2) < block.lineHeight }
    }

    /// Letters in circles beside the messages or in the header.
    private static func dropAvatars(_ chat: inout Conversation) {
        let screen = chat.screen
        let isRound = { (block: Block) in
            block.fragments.count == 1 && block.isShort && block.extent.width * 4 < block.extent.height * 5
        }
        let start = chat.messages.filter { !isRound(screen.blocks[$0]) }.map { screen.blocks[$0].extent.x }
            .min()
        let first = chat.messages.filter { !screen.blocks[$0].isShort }.map { screen.blocks[$0].box.y }.min()
        let header = min(first ?? Int.max, screen.top + screen.share(Conversation.tallHeader) / 2)
        let avatars = chat.messages.filter { index in
            let block = screen.blocks[index]
            return block.isShort && block.box.maxY < header
                || isRound(block) && block.extent.maxX <= start ?? 0
        }
        for index in avatars { chat.screen.blocks[index].role = .chrome }
        chat.messages.removeAll(where: avatars.contains)
    }

    /// Something small that only happens to have sides makes no conversation.
    private static func isMessage(_ block: Block, _ screen: Screen) -> Bool {
        block.text.utf8.count > 3 && block.lineHeight * 10 >= screen.textHeight * 8
            && !screen.words.isButton(block.text) && !screen.words.isPlaceholder(block.text)
    }

    /// Whether more is written outside the bubbles than in them, as on pages and in lists.
    private static func isMostlyOutside(_ chat: Conversation) -> Bool {
        let screen = chat.screen
        let header = screen.top + screen.share(Conversation.tallHeader)
        let inside = chat.messages.reduce(0) { $0 + screen.blocks[$1].text.utf8.count }
        // Beside bubbles on the right, text on a surface with a right side is in a bubble that wasn't seen whole.
        let hasRightSide = chat.messages.contains {
            SideFinder.isOutgoing(screen.blocks[$0].extent, screen, start: screen.area.x)
        }
        let outside = chat.open.reduce(0) { sum, index in
            let block = screen.blocks[index]
            let isText =
                block.box.y > header && !screen.isCentred(block.box) && !screen.words.isNotice(block.text)
                && block.lineHeight * 10 > screen.textHeight * 8
                && !block.fragments.contains { screen.words.isButton($0.text) }
                && !(hasRightSide && block.fragments.contains { $0.right != nil })
            return sum + (isText ? block.text.utf8.count : 0)
        }
        return outside > inside
    }
}
