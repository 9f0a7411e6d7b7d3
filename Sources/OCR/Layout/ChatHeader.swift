import TextAnalysis

/// The bar above a conversation, which names the other party.
enum ChatHeader {
    /// A name replaces the best name so far if it is more than 11/10 as high.
    private static let largerName = (times: 11, over: 10)
    /// Text without letters may be the sender's number if it has at least this many digits.
    private static let minDigits = 4

    /// Marks the text above the messages as chrome if it is close to the top and in no bubble, and the largest text among it as
    /// the name.
    static func mark(_ chat: inout Conversation) {
        let first = chat.top
        let hasStatusBar = chat.screen.top > chat.screen.area.y
        for index in chat.open {
            let block = chat.screen.blocks[index]
            let part = chat.screen.isCentred(block.box) ? Conversation.tallHeader : Conversation.header
            guard block.box.maxY <= min(first, chat.screen.area.y + chat.screen.share(part)),
                !chat.hasTimeBeside(block)
            else { continue }
            let isWide = block.extent.width > chat.screen.share(Conversation.widest)
            if isWide || !block.isSurface && (hasStatusBar || !isAligned(block, chat)) {
                chat.screen.blocks[index].role = .chrome
            }
        }
        markSender(&chat.screen, above: first)
    }

    /// Whether a block begins at the same column as messages: it may be a message whose bubble wasn't found.
    private static func isAligned(_ block: Block, _ chat: Conversation) -> Bool {
        chat.messages.contains { abs(chat.screen.blocks[$0].box.x - block.box.x) * 2 < block.lineHeight }
    }

    private static func markSender(_ screen: inout Screen, above first: Int) {
        var best: (block: Int, fragment: Int, height: Int)?
        for block in screen.blocks.indices where screen.blocks[block].role == .chrome {
            for (index, fragment) in screen.blocks[block].fragments.enumerated() {
                guard fragment.core.maxY <= first, fragment.core.y >= screen.top,
                    isName(fragment, screen.words)
                else {
                    continue
                }
                let height = fragment.height
                if best.map({ height * largerName.over > $0.height * largerName.times }) ?? true {
                    best = (block, index, height)
                }
            }
        }
        guard let best else { return }
        screen.blocks[best.block].fragments[best.fragment].isSender = true
    }

    private static func isName(_ fragment: Fragment, _ words: ScreenWords) -> Bool {
        let text = fragment.text
        if fragment.isShort, !text.allSatisfy(\.isLetter) { return false }
        return (text.contains(where: \.isLetter) || text.count(where: \.isNumber) >= minDigits)
            && text.count > 1
            && !fragment.isTimestamp && !words.isPresence(text) && !words.isButton(text)
            && !words.isNotice(text)
    }
}
