import TextAnalysis

/// A screen that may show a conversation, and which of its blocks are messages.
struct Conversation {
    var screen: Screen
    /// Indices into the screen's blocks.
    var messages: [Int] = []

    // The distances are shares of the screen's width. They were chosen on the development pictures.

    /// Largest width of a bubble; messengers keep them below 0.85.
    static let widest = 0.88
    /// By how much the left edges of one side's bubbles may differ.
    static let edgeTolerance = 0.03
    /// Where headers end: those with the name beside an avatar, and those with the name in the middle below one.
    static let header = 0.29
    static let tallHeader = 0.42
    /// Where chips begin at least: text in the middle on a ground of its own.
    private static let chipStart = 0.04

    init(screen: Screen) { self.screen = screen }

    /// Column at which the leftmost message begins.
    var start: Int { messages.map { screen.blocks[$0].extent.x }.min() ?? screen.area.x }
    /// Row at which the first message's bubble begins.
    var top: Int { messages.map { screen.blocks[$0].extent.y }.min() ?? screen.area.maxY }
    /// Row at which the last message's text ends.
    var bottom: Int { messages.map { screen.blocks[$0].box.maxY }.max() ?? screen.area.y }

    /// Indices of the blocks that are no messages and have no other role yet.
    var open: [Int] {
        let isMessage = Set(messages)
        return screen.blocks.indices.filter { !isMessage.contains($0) && screen.blocks[$0].role == .incoming }
    }

    /// Whether a block is a date, a notice or a button, which stand in the middle on grounds of their own.
    func isChip(_ block: Block) -> Bool {
        if screen.words.isNotice(block.text) { return true }
        guard screen.isCentred(block.extent), screen.gaps(block.extent).left > screen.share(Self.chipStart),
            block.fragments.count == 1 || screen.isCentred(block.box), !hasTextBeside(block, apart: 0)
        else { return false }
        return screen.isSmall(block.lineHeight) || screen.words.isTimestamp(block.text)
            || screen.words.isButton(block.text)
    }

    /// Whether text stands in the same row.
    /// - Parameter apart: smallest gap between the two, in heights of the block's lines.
    func hasTextBeside(_ block: Block, apart: Int) -> Bool {
        screen.blocks.contains { other in
            other.box.isInRow(of: block.box)
                && other.extent.overlapX(block.extent) < -apart * block.lineHeight && other.role == .incoming
                && !other.isShort && !other.fragments[0].isTimestamp && !other.fragments[0].isClock
        }
    }

    /// Whether a time stands right of a block, as it does for messages; names in the header have none.
    func hasTimeBeside(_ block: Block) -> Bool {
        screen.blocks.contains { other in
            other.box.x > block.box.x && other.box.y >= screen.top && other.box.overlapY(block.box) > 0
                && other.fragments.contains(where: \.isClock)
        }
    }
}
