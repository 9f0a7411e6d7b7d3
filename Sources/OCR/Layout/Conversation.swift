import TextAnalysis

/// A screen that may show a conversation, and which of its blocks are messages.
struct Conversation {
    var screen: Screen
    /// The indices of the messages in the screen's blocks.
    var messages: [Int] = []

    // The distances are shares of the screen's width. They were chosen on the development pictures.

    /// The largest width of a bubble. In messengers it is below 0.85.
    static let widest = 0.88
    /// The largest difference between the left edges of bubbles at one side.
    static let edgeTolerance = 0.03
    /// The end of the header: `header` if the name stands beside an avatar, `tallHeader` if it stands in the middle below one.
    static let header = 0.29
    static let tallHeader = 0.42
    /// A day and a time may stand apart. More in one row are a calendar.
    private static let timeParts = 2
    /// A chip, which is text in the middle on a ground of its own, begins at least this far from the left.
    private static let chipStart = 0.04

    init(screen: Screen) { self.screen = screen }

    /// The column at which the leftmost message begins.
    var start: Int { messages.map { screen.blocks[$0].extent.x }.min() ?? screen.area.x }
    /// The row at which the bubble of the first message begins.
    var top: Int { messages.map { screen.blocks[$0].extent.y }.min() ?? screen.area.maxY }
    /// The row at which the text of the last message ends.
    var bottom: Int { messages.map { screen.blocks[$0].box.maxY }.max() ?? screen.area.y }

    /// Whether the picture itself shows that these are messages: bubbles at both sides, or the words that apps write around
    /// messages. A page with buttons has surfaces too.
    var isCertain: Bool {
        let isAnswered = messages.contains { SideFinder.isOutgoing(screen.blocks[$0].extent, self) }
        let isAddressed = screen.blocks.contains { block in
            block.isSurface && block.role == .incoming && SideFinder.isIncoming(block.extent, screen)
                && !hasTextBeside(block, apart: 0)
        }
        if isAnswered, isAddressed { return true }
        let clocks = screen.blocks.flatMap(\.fragments).filter(\.isClock)
        let hasTime = messages.contains { index in
            let message = screen.blocks[index]
            return clocks.contains {
                message.extent.contains($0.core) && $0.core.maxX > message.fragments[0].core.maxX
            }
        }
        return hasTime || screen.bottom < screen.area.maxY
            || open.lazy.map { screen.blocks[$0] }.contains { block in
                let isField = block.box.y >= bottom && ChatRoles.isField(block, screen)
                return isField || screen.words.isNotice(block.text) || screen.words.isPresence(block.text)
                    || block.fragments.contains(where: \.isTimestamp) && isBesideMessages(block)
            }
    }

    /// Whether nothing but times stands in a block's rows, in the middle or at the side of a message.
    private func isBesideMessages(_ block: Block) -> Bool {
        let row = screen.blocks.filter { $0.box.isInRow(of: block.box) }
        guard !block.isBubble, row.count <= Self.timeParts,
            row.allSatisfy({ $0.fragments.allSatisfy { $0.isTimestamp || $0.isClock } })
        else { return false }
        let reach = screen.share(Self.edgeTolerance)
        return screen.isCentred(row.reduce(block.box) { $0.union($1.box) })
            || messages.map { screen.blocks[$0].extent }.contains { message in
                min(abs(message.x - block.box.x), abs(message.maxX - block.box.maxX)) < reach
            }
    }

    /// The indices of the blocks that are not messages and have no other role yet.
    var open: [Int] {
        let isMessage = Set(messages)
        return screen.blocks.indices.filter { !isMessage.contains($0) && screen.blocks[$0].role == .incoming }
    }

    /// Whether a block is a date, a notice or a button: these stand in the middle, each on its own ground.
    func isChip(_ block: Block) -> Bool {
        if screen.words.isNotice(block.text) { return true }
        guard screen.isCentred(block.extent), screen.gaps(block.extent).left > screen.share(Self.chipStart),
            block.fragments.count == 1 || screen.isCentred(block.box), !hasTextBeside(block, apart: 0)
        else { return false }
        return screen.isSmall(block.lineHeight) || screen.words.isTimestamp(block.text)
            || screen.words.isButton(block.text)
    }

    /// Whether other text stands in the same rows.
    /// - Parameter apart: the smallest gap between the two, in heights of the block's lines.
    func hasTextBeside(_ block: Block, apart: Int) -> Bool {
        screen.blocks.contains { other in
            other.box.isInRow(of: block.box)
                && other.extent.overlapX(block.extent) < -apart * block.lineHeight && other.role == .incoming
                && !other.isShort && !other.fragments[0].isTimestamp && !other.fragments[0].isClock
        }
    }

    /// Whether a time stands right of a block. Messages have one there, names in the header don't.
    func hasTimeBeside(_ block: Block) -> Bool {
        screen.blocks.contains { other in
            other.box.x > block.box.x && other.box.y >= screen.top && other.box.overlapY(block.box) > 0
                && other.fragments.contains(where: \.isClock)
        }
    }
}

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

/// Finds the owner's own messages, which are the bubbles at the right of a conversation. A message whose side is in doubt stays
/// incoming: the owner's own words aren't judged.
enum SideFinder {
    // Distances are shares of the screen's width. They were chosen on the development pictures.

    /// The largest margin right of an outgoing bubble. In messengers it is at most 0.08. Left of an incoming bubble beside an
    /// avatar there are 0.17.
    private static let margin = 0.10
    /// The left margin of an outgoing bubble is more than this many times its right margin.
    private static let marginRatio = 2
    /// An outgoing bubble begins further right than this if nothing else shows that it is one.
    private static let farStart = 0.30
    /// An outgoing bubble begins further right than this if it is indented or the picture is a whole screen.
    private static let nearStart = 0.13
    /// Outgoing text that its fill shows begins at least this far right of the leftmost message.
    private static let indent = 0.06
    /// The fills of bubbles at one side differ by less than this many grey levels. Those of the two sides differ by at least
    /// twice as much.
    private static let sameFill = 4.0
    /// The smallest height of outgoing text, in tenths of most text's height: `looseHeight` if only a part of its bubble was
    /// found, `filledHeight` if only its fill shows that it is outgoing.
    private static let looseHeight = 7
    private static let filledHeight = 8

    static func mark(_ chat: inout Conversation) {
        let screen = chat.screen
        for index in chat.messages where isOutgoing(screen.blocks[index].extent, chat) {
            chat.screen.blocks[index].role = .outgoing
        }
        markByFill(&chat)
        // A bubble that wasn't found as a whole shows at least one of its sides, or the time that stands in it.
        for index in chat.open where isText(screen.blocks[index], screen, tenths: looseHeight) {
            let block = screen.blocks[index]
            guard let bubble = bubble(around: block, screen), block.box.y > chat.top, block.text.count > 1,
                !screen.isCentred(bubble), !ChatRoles.isField(block, screen),
                !chat.hasTextBeside(block, apart: 0), isOutgoing(bubble, chat)
            else { continue }
            chat.screen.blocks[index].role = .outgoing
        }
    }

    /// The place of a bubble that wasn't found as a whole.
    private static func bubble(around block: Block, _ screen: Screen) -> Box? {
        let time = screen.blocks.first { other in
            other.fragments.count == 1 && other.fragments[0].isClock && other.box.y > block.box.y
                && other.box.x >= block.box.x && other.box.overlapY(block.box) > -block.lineHeight
        }
        let box = block.isSurface ? block.extent : block.box
        if let time { return box.union(time.extent) }
        return block.fragments.contains { $0.left != nil || $0.right != nil } ? box : nil
    }

    /// - Parameter tenths: the smallest height of the block's lines, in tenths of most text's height.
    private static func isText(_ block: Block, _ screen: Screen, tenths: Int) -> Bool {
        block.box.y > screen.top && block.box.maxY < screen.bottom
            && block.lineHeight * 10 >= screen.textHeight * tenths
    }

    /// Whether a message's bubble lies at the right, where the owner's messages are.
    static func isOutgoing(_ box: Box, _ chat: Conversation) -> Bool {
        let (screen, gaps) = (chat.screen, chat.screen.gaps(box))
        guard gaps.right < screen.share(margin), gaps.left > marginRatio * gaps.right else { return false }
        if gaps.left > screen.share(farStart) { return true }
        let tolerance = screen.share(Conversation.edgeTolerance)
        let isIndented = box.x > chat.start + tolerance
        // Beside avatars incoming bubbles begin further right. The shorter ones among them end long before the screen does.
        let isAligned = screen.blocks.lazy.flatMap(\.fragments).contains { fragment in
            guard let left = fragment.left, let right = fragment.right, fragment.role != .chrome,
                fragment.core.y < chat.bottom
            else { return false }
            return abs(left - box.x) < tolerance && screen.area.maxX - right > screen.share(margin)
                && fragment.core.overlapY(box) < -marginRatio * fragment.height
        }
        return gaps.left > screen.share(nearStart) && (isIndented || screen.isPhoneShaped) && !isAligned
    }

    /// Whether a message's bubble lies at the left, where the others' messages are.
    static func isIncoming(_ box: Box, _ screen: Screen) -> Bool {
        let gaps = screen.gaps(box)
        return gaps.left < screen.share(farStart) && gaps.right > screen.share(margin)
            && !screen.isCentred(box)
            && gaps.right > gaps.left
    }

    /// Marks text at the right as outgoing if its fill is that of outgoing messages and differs from that of all incoming ones.
    private static func markByFill(_ chat: inout Conversation) {
        let (screen, start) = (chat.screen, chat.start)
        let fill = { (index: Int) in screen.blocks[index].fragments[0].ground.level }
        let roles = chat.screen.blocks.map(\.role)
        let outgoing = chat.messages.filter { roles[$0] == .outgoing }.map(fill)
        let incoming = chat.messages.filter {
            roles[$0] == .incoming
                && screen.blocks[$0].extent.x < start + screen.share(Conversation.edgeTolerance)
        }.map(fill)
        for index in roles.indices where roles[index] == .incoming {
            let block = screen.blocks[index]
            guard isText(block, screen, tenths: filledHeight), block.box.x > start + screen.share(indent),
                outgoing.contains(where: { abs($0 - fill(index)) < sameFill }),
                !incoming.contains(where: { abs($0 - fill(index)) < 2 * sameFill })
            else { continue }
            chat.screen.blocks[index].role = .outgoing
        }
    }
}
