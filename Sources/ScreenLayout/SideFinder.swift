import TextAnalysis

/// Finds the owner's own messages, which are the bubbles at the right. A message whose side is in doubt stays incoming.
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
    /// Text whose bubble wasn't found is outgoing if its left margin is larger than `looseStart` and its right margin smaller
    /// than `looseMargin`.
    private static let looseStart = 0.5
    private static let looseMargin = 0.25
    /// Outgoing text that its fill shows begins at least this far right of the leftmost message.
    private static let indent = 0.06
    /// The fills of bubbles at one side differ by less than this many grey levels. Those of the two sides differ by at least
    /// twice as much.
    private static let sameFill = 4.0
    /// The smallest height of outgoing text, in tenths of most text's height: `looseHeight` if its bubble wasn't found,
    /// `filledHeight` if only its fill shows that it is outgoing.
    private static let looseHeight = 7
    private static let filledHeight = 8

    static func mark(_ chat: inout Conversation) {
        let (screen, start) = (chat.screen, chat.start)
        for index in chat.messages where isOutgoing(screen.blocks[index].extent, screen, start: start) {
            chat.screen.blocks[index].role = .outgoing
        }
        markByFill(&chat)
        // Some text stands in bubbles that weren't found.
        for index in chat.open where isText(screen.blocks[index], screen, tenths: looseHeight) {
            let block = screen.blocks[index]
            let isLoose = !block.isBubble && !screen.isCentred(block.extent) && block.text.count > 1
            if isLoose, isOutgoing(withTime(block, screen), screen, start: start) {
                chat.screen.blocks[index].role = .outgoing
            }
        }
    }

    /// - Parameter start: column at which the leftmost message begins.
    static func isOutgoing(_ box: Box, _ screen: Screen, start: Int) -> Bool {
        let gaps = screen.gaps(box)
        if gaps.left > screen.share(looseStart), gaps.right < screen.share(looseMargin) { return true }
        guard gaps.right < screen.share(margin), gaps.left > marginRatio * gaps.right else { return false }
        if gaps.left > screen.share(farStart) { return true }
        let isIndented = box.x > start + screen.share(Conversation.edgeTolerance)
        return gaps.left > screen.share(nearStart) && (isIndented || screen.isPhoneShaped)
    }

    /// - Parameter tenths: the smallest height of the block's lines, in tenths of most text's height.
    private static func isText(_ block: Block, _ screen: Screen, tenths: Int) -> Bool {
        block.box.y > screen.top && block.box.maxY < screen.bottom
            && block.lineHeight * 10 >= screen.textHeight * tenths
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

    /// The block's box, extended by the time beside it or right below it, which stands at the right end of a bubble.
    private static func withTime(_ block: Block, _ screen: Screen) -> Box {
        var box = block.isSurface ? block.extent : block.box
        for other in screen.blocks where other.fragments.count == 1 && other.fragments[0].isClock {
            let isBeside = other.box.overlapY(block.box) > -block.lineHeight && other.box.y > block.box.y
            if isBeside, other.box.x >= block.box.x { box = box.union(other.extent) }
        }
        return box
    }
}
