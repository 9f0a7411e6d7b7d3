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
