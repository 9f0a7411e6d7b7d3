import TextAnalysis

/// Finds the messages among all blocks that have sides.
enum MessageFinder {
    /// The smallest height of a message's letters, as a share of the screen's width. The smallest setting on phones gives
    /// 0.024.
    private static let smallest = 0.02
    /// A shape is round, like an avatar, if it is less than 5/4 as wide as high.
    private static let roundShape = (times: 5, over: 4)
    /// A text of at most this many bytes can't be a conversation.
    private static let scrapLength = 3
    /// A message's lines are at least 8/10 as high as most text.
    private static let messageHeight = (times: 8, over: 10)

    static func find(_ chat: inout Conversation) {
        guard Double(chat.screen.textHeight) > smallest * Double(chat.screen.area.width) else { return }
        let screen = chat.screen
        let fitting = chat.open.filter { index in
            let block = screen.blocks[index]
            let gaps = screen.gaps(block.extent)
            let isNarrow =
                !screen.isPhoneShaped || block.extent.width < screen.share(Conversation.widest)
                || abs(gaps.left - gaps.right) > screen.share(Conversation.edgeTolerance)
            return block.isBubble && isNarrow && block.box.maxY > screen.top
                && block.box.y < screen.bottom
        }
        let sided = fitting.filter { !chat.isChip(screen.blocks[$0]) }
        // On a part of a screen a lone bubble in the middle is a message.
        chat.messages = sided.isEmpty && !screen.isPhoneShaped ? fitting : sided
        dropAvatars(&chat)
        if !chat.messages.contains(where: { isMessage(screen.blocks[$0], screen) }) {
            chat.messages = []
        }
    }

    /// Drops the letters on round avatars beside the messages or in the header.
    private static func dropAvatars(_ chat: inout Conversation) {
        let screen = chat.screen
        let isRound = { (block: Block) in
            block.fragments.count == 1 && block.isShort
                && block.extent.width * roundShape.over < block.extent.height * roundShape.times
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

    /// Whether a block can be a message, and not something small that happens to have sides.
    private static func isMessage(_ block: Block, _ screen: Screen) -> Bool {
        block.text.utf8.count > scrapLength
            && block.lineHeight * messageHeight.over >= screen.textHeight * messageHeight.times
            && !screen.words.isButton(block.text) && !screen.words.isPlaceholder(block.text)
    }
}
