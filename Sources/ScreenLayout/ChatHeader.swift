import TextAnalysis

/// The bar above a conversation, which names the other party.
enum ChatHeader {
    /// Everything above the messages, close to the top and in no bubble, is chrome; the largest text is the name.
    static func mark(_ chat: inout Conversation) {
        let first = chat.top
        let hasStatusBar = chat.screen.top > chat.screen.area.y
        for index in chat.open {
            let block = chat.screen.blocks[index]
            let part = chat.screen.isCentred(block.box) ? Conversation.tallHeader : Conversation.header
            guard block.box.maxY <= min(first, chat.screen.area.y + chat.screen.share(part)),
                !chat.hasTimeBeside(block),
                block.isShort || !isAtRight(block, chat, hasStatusBar: hasStatusBar)
            else { continue }
            let isWide = block.extent.width > chat.screen.share(Conversation.widest)
            if isWide || !block.isSurface && (hasStatusBar || !isAligned(block, chat)) {
                chat.screen.blocks[index].role = .chrome
            }
        }
        markSender(&chat.screen, above: first)
    }

    /// Whether it stands where outgoing messages do. In pictures cut out of a screen the first lines may be any.
    private static func isAtRight(_ block: Block, _ chat: Conversation, hasStatusBar: Bool) -> Bool {
        let boxes = hasStatusBar ? [block.box] : [block.box, block.extent]
        return boxes.contains { SideFinder.isOutgoing($0, chat.screen, start: chat.start) }
    }

    /// Whether it begins where messages do: a message whose bubble wasn't seen.
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
                // The letters on an avatar are as large as the name beside it.
                let height = fragment.isShort ? fragment.height / 4 : fragment.height
                if best.map({ height * 10 > $0.height * 11 }) ?? true { best = (block, index, height) }
            }
        }
        guard let best else { return }
        screen.blocks[best.block].fragments[best.fragment].isSender = true
    }

    private static func isName(_ fragment: Fragment, _ words: ScreenWords) -> Bool {
        let text = fragment.text
        if fragment.isShort, !text.allSatisfy(\.isLetter) { return false }
        return (text.contains(where: \.isLetter) || text.count(where: \.isNumber) > 3) && text.count > 1
            && !fragment.isTimestamp && !words.isPresence(text) && !words.isButton(text)
            && !words.isNotice(text)
    }
}
