import TextAnalysis

/// Tells the owner's own messages: bubbles at the right. What could be either stays incoming.
enum SideFinder {
    /// Shares of the screen's width. The near margin of an outgoing bubble is at most 0.08; of an incoming one beside an
    /// avatar 0.17.
    private static let margin = 0.10
    private static let farStart = 0.30
    private static let nearStart = 0.13
    /// What begins in the right half and ends here has no left side: margins for text alone.
    private static let looseMargin = 0.25
    /// Outgoing text begins right of incoming bubbles by more than this.
    private static let indent = 0.06
    /// Grey levels by which fills of one side differ.
    private static let sameFill = 4.0

    static func mark(_ chat: inout Conversation) {
        let (screen, start) = (chat.screen, chat.start)
        for index in chat.messages where isOutgoing(screen.blocks[index].extent, screen, start: start) {
            chat.screen.blocks[index].role = .outgoing
        }
        markByFill(&chat)
        // Text whose bubble wasn't seen.
        for index in chat.open where isText(screen.blocks[index], screen, size: 7) {
            let block = screen.blocks[index]
            let isLoose = !block.isBubble && !screen.isCentred(block.extent) && block.text.count > 1
            if isLoose, isOutgoing(withTime(block, screen), screen, start: start) {
                chat.screen.blocks[index].role = .outgoing
            }
        }
    }

    /// - Parameter start: where the leftmost message begins.
    static func isOutgoing(_ box: Box, _ screen: Screen, start: Int) -> Bool {
        let gaps = screen.gaps(box)
        if gaps.left > screen.share(0.5), gaps.right < screen.share(looseMargin) { return true }
        guard gaps.right < screen.share(margin), gaps.left > 2 * gaps.right else { return false }
        if gaps.left > screen.share(farStart) { return true }
        let isIndented = box.x > start + screen.share(Conversation.edgeTolerance)
        return gaps.left > screen.share(nearStart) && (isIndented || screen.isPhoneShaped)
    }

    /// - Parameter size: tenths of the messages' height that its letters have at least.
    private static func isText(_ block: Block, _ screen: Screen, size: Int) -> Bool {
        block.box.y > screen.top && block.box.maxY < screen.bottom
            && block.lineHeight * 10 >= screen.textHeight * size
    }

    /// Text further right that is filled as the outgoing messages are and unlike all incoming ones.
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
            guard isText(block, screen, size: 8), block.box.x > start + screen.share(indent),
                outgoing.contains(where: { abs($0 - fill(index)) < sameFill }),
                !incoming.contains(where: { abs($0 - fill(index)) < 2 * sameFill })
            else { continue }
            chat.screen.blocks[index].role = .outgoing
        }
    }

    /// With the time beside or right below it, which stands at a bubble's right end.
    private static func withTime(_ block: Block, _ screen: Screen) -> Box {
        var box = block.isSurface ? block.extent : block.box
        for other in screen.blocks where other.fragments.count == 1 && other.fragments[0].isClock {
            let isBeside = other.box.overlapY(block.box) > -block.lineHeight && other.box.y > block.box.y
            if isBeside, other.box.x >= block.box.x { box = box.union(other.extent) }
        }
        return box
    }
}
