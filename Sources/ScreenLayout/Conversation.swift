import TextAnalysis

/// A screen that may show a conversation, and which of its blocks are messages.
struct Conversation {
    var screen: Screen
    /// Indices into the screen's blocks.
    var messages: [Int] = []

    /// Shares of the screen's width. Messengers keep bubbles below 0.85 of it.
    static let widest = 0.88
    /// How far the left edges of one side's bubbles differ.
    static let edgeTolerance = 0.03
    /// Headers end above this: names beside an avatar, and names in the middle below one.
    static let header = 0.29
    static let tallHeader = 0.42
    /// What stands in the middle on a ground of its own starts right of this.
    private static let chipStart = 0.04

    init(screen: Screen) { self.screen = screen }

    /// Where the leftmost message begins.
    var start: Int { messages.map { screen.blocks[$0].extent.x }.min() ?? screen.area.x }
    /// Where the first message's bubble begins, and where the last message's text ends.
    var top: Int { messages.map { screen.blocks[$0].extent.y }.min() ?? screen.area.maxY }
    var bottom: Int { messages.map { screen.blocks[$0].box.maxY }.max() ?? screen.area.y }

    /// Indices of the blocks that are no messages and not settled yet.
    var open: [Int] {
        let isMessage = Set(messages)
        return screen.blocks.indices.filter { !isMessage.contains($0) && screen.blocks[$0].role == .incoming }
    }

    /// Dates, notices and buttons stand in the middle, on grounds of their own.
    func isChip(_ block: Block) -> Bool {
        if screen.words.isNotice(block.text) { return true }
        guard screen.isCentred(block.extent), screen.gaps(block.extent).left > screen.share(Self.chipStart),
            block.fragments.count == 1 || screen.isCentred(block.box), !hasTextBeside(block, apart: 0)
        else { return false }
        return block.lineHeight * 100 < screen.textHeight * 92 || screen.words.isTimestamp(block.text)
            || screen.words.isButton(block.text)
    }

    /// - Parameter apart: line heights between them.
    func hasTextBeside(_ block: Block, apart: Int) -> Bool {
        screen.blocks.contains { other in
            other.box.overlapY(block.box) * 2 > min(other.box.height, block.box.height)
                && other.extent.overlapX(block.extent) < -apart * block.lineHeight && other.role == .incoming
                && !other.isShort && !other.fragments[0].isTimestamp && !other.fragments[0].isClock
        }
    }

    /// Messages have their time at the right; names in the header haven't.
    func hasTimeBeside(_ block: Block) -> Bool {
        screen.blocks.contains { other in
            other.box.x > block.box.x && other.box.y >= screen.top && other.box.overlapY(block.box) > 0
                && other.fragments.contains(where: \.isClock)
        }
    }
}
