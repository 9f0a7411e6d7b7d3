import TextAnalysis

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
