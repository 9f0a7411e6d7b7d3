import TextAnalysis

/// Conversations: bubbles on either side, a header with the other party's name, an input field.
enum ChatRoles {
    /// An input field begins at most this far above the end of the screen or the keyboard, as a share of the screen's width.
    private static let fieldReach = 0.35
    /// The smallest width of an input field, as a share of the screen's width.
    private static let fieldWidth = 0.4
    /// An input field is less than this many times as high as its line of text. A card is higher.
    private static let fieldHeight = 5
    /// A notice outside of bubbles begins at least this far from the screen's left side, as a share of the width.
    private static let asideStart = 0.08
    /// A time is less than this high, in per cent of most text's height.
    private static let timeHeight = 96
    /// Text outside of bubbles is an icon if it has at most this many characters.
    private static let iconLength = 2
    /// The space between a text and its bubble's side is smaller than this multiple of the line's height.
    private static let maxPadding = 2

    /// - Returns: whether the picture shows a conversation; roles are given only if it does.
    static func assign(_ screen: inout Screen) -> Bool {
        var chat = Conversation(screen: screen)
        MessageFinder.find(&chat)
        // A part of a screen may show one bubble and nothing else. Its words are judged, whoever wrote them.
        guard !chat.messages.isEmpty, chat.isCertain || !screen.isPhoneShaped else { return false }
        if chat.isCertain {
            ChatHeader.mark(&chat)
            SideFinder.mark(&chat)
            markSurroundings(&chat)
            markScraps(&chat)
        }
        markTimes(&chat)
        screen = chat.screen
        return true
    }

    private static func markSurroundings(_ chat: inout Conversation) {
        let (first, last) = (chat.top, chat.bottom)
        for index in chat.open {
            let block = chat.screen.blocks[index]
            let isField = block.box.y >= last && isField(block, chat.screen)
            if chat.screen.words.isNotice(block.text) || chat.isChip(block) || isAside(block, chat) {
                chat.screen.blocks[index].role = .system
            } else if isField || chat.screen.words.isButton(block.text) {
                chat.screen.blocks[index].role = .chrome
            } else if block.box.maxY <= first, isCard(block, chat.screen) {
                chat.screen.blocks[index].role = .system
            }
        }
    }

    /// Whether a block is a notice: centred, smaller than the messages and in no bubble.
    private static func isAside(_ block: Block, _ chat: Conversation) -> Bool {
        let screen = chat.screen
        return !block.isSurface && screen.isCentred(block.box)
            && screen.isSmall(block.lineHeight)
            && screen.gaps(block.box).left > screen.share(asideStart) && !chat.hasTextBeside(block, apart: 0)
    }

    /// Whether a block stands on a card as wide as the screen, on which apps write about a stranger before the first message.
    private static func isCard(_ block: Block, _ screen: Screen) -> Bool {
        guard let enclosure = block.enclosure else { return false }
        return enclosure.width > screen.share(Conversation.widest) && screen.isPhoneShaped
    }

    /// Whether a block is an empty input field: it holds known words, or it is a wide surface whose text fills less than half
    /// of it, and stands at the left, unlike a button's.
    static func isField(_ block: Block, _ screen: Screen) -> Bool {
        if screen.words.isPlaceholder(block.text) { return true }
        guard let enclosure = block.enclosure, block.fragments.count == 1, block.isSurface, !block.isBubble
        else {
            return false
        }
        let isLow = screen.isPhoneShaped && block.box.y > screen.bottom - screen.share(fieldReach)
        return isLow && (block.box.x - enclosure.x) * 2 < enclosure.maxX - block.box.maxX
            && enclosure.width > screen.share(fieldWidth) && block.box.width * 2 < enclosure.width
            && enclosure.height < fieldHeight * block.lineHeight
    }

    /// Marks times as chrome: below bubbles, between them and in their corners.
    private static func markTimes(_ chat: inout Conversation) {
        let isMessage = Set(chat.messages)
        for index in chat.screen.blocks.indices {
            let block = chat.screen.blocks[index]
            for (position, fragment) in block.fragments.enumerated()
            where fragment.role != .chrome && (fragment.isTimestamp || fragment.isClock) {
                let isCorner =
                    position > 0 && fragment.core.x > block.box.x + fragment.height
                    && fragment.words.contains { ScreenWords.isClock($0.text) }
                let isSmall = fragment.height * 100 < chat.screen.textHeight * timeHeight
                let isAlone = block.fragments.count == 1 && !block.isBubble
                if isMessage.contains(index) ? isCorner : isSmall || isAlone || fragment.role == .system {
                    chat.screen.blocks[index].fragments[position].role = .chrome
                }
            }
        }
    }

    /// Marks keys and icons that were read as a letter or two, in no bubble or beside the input field, as chrome.
    private static func markScraps(_ chat: inout Conversation) {
        let screen = chat.screen
        let last = chat.bottom
        let fields = screen.blocks.filter { $0.box.y >= last && $0.role == .chrome && isField($0, screen) }
        let isMessage = Set(chat.messages)
        for index in screen.blocks.indices where !isMessage.contains(index) {
            let block = screen.blocks[index]
            guard block.isEvidence else { continue }
            // The keyboard lies below the field.
            let isBelowField = fields.contains { $0.extent.maxY <= block.box.y }
            if isBelowField { chat.screen.blocks[index].role = .chrome }
            guard block.isShort else { continue }
            let isInFieldRow = fields.contains { $0.extent.overlapY(block.box) * 2 > block.box.height }
            let isLoose =
                block.text.count <= iconLength && !isPadded(block) && !screen.words.isShortAnswer(block.text)
                && !chat.hasTimeBeside(block)
            if isInFieldRow || isLoose { chat.screen.blocks[index].role = .chrome }
        }
    }

    /// Whether there is as much space between a text and the sides of its enclosure as in bubbles.
    private static func isPadded(_ block: Block) -> Bool {
        guard let enclosure = block.enclosure else { return false }
        let room = min(block.box.x - enclosure.x, enclosure.maxX - block.box.maxX)
        return block.isBubble || room * 2 > block.lineHeight && room < maxPadding * block.lineHeight
    }
}

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
