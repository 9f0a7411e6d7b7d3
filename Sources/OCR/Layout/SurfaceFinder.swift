import TextAnalysis

/// Finds the surfaces that blocks of text stand on: bubbles, cards, buttons.
struct SurfaceFinder {
    let probe: PixelProbe

    // Distances are multiples of the line's height unless they say otherwise. They were chosen on the development pictures.

    /// The largest distance of a bubble's upper and lower edge from its text.
    private static let padding = 3.5
    /// The largest distance of a bubble's left side from its text.
    private static let leftPadding = 2.0
    /// The space at the right of a bubble may be larger than that at the left by this much: a word that didn't fit leaves the
    /// right side ragged, and so does a time that wasn't read.
    private static let ragged = 5.5
    /// The fragments' sides are sorted, and the one at this part (a third) from the far end is taken for the bubble's.
    /// Something unread may stand between a text and its side, and a surface of the same grey may begin behind the side.
    private static let sideRank = 3
    /// The number of rows between the text and the place where the walk to the upper edge begins.
    private static let walkStart = 2
    /// The height of a line divided by the number of columns over which a pale edge must hold; at least `minReach` columns.
    private static let heightOverReach = 2
    private static let minReach = 4
    /// The number of a surface's sides that are checked: left and right, above the text and below it.
    private static let sides = 4

    func enclosed(_ blocks: [Block]) -> [Block] {
        var blocks = blocks
        for index in blocks.indices {
            blocks[index].sort()
            enclose(&blocks[index])
        }
        return blocks
    }

    private func enclose(_ block: inout Block) {
        let lefts = block.fragments.compactMap(\.left).sorted()
        let rights = block.fragments.compactMap(\.right).sorted()
        guard lefts.count * 2 > block.fragments.count, rights.count * 2 > block.fragments.count,
            let first = block.fragments.first,
            let last = block.fragments.max(by: { $0.core.maxY < $1.core.maxY })
        else { return }
        let left = lefts[(lefts.count - 1) / Self.sideRank]
        let right = rights[rights.count - 1 - (rights.count - 1) / Self.sideRank]
        guard left < right else { return }
        let top = probe.edge(
            columns: first.core.columns, from: first.core.y - Self.walkStart, step: -1, ground: first.ground,
            limit: Int(Self.padding * Double(first.height)))
        let bottom = probe.edge(
            columns: last.core.columns, from: last.core.maxY + 1, step: 1, ground: last.ground,
            limit: Int(Self.padding * Double(last.height)))
        let (y, maxY) = (top.map { $0 + 1 } ?? block.box.y, bottom ?? block.box.maxY)
        block.enclosure = Box(x: left + 1, y: y, width: right - left - 1, height: max(1, maxY - y))
        block.isSurface = isStraight(block, first: first, last: last)
        block.isBubble = block.isSurface && hugs(block)
    }

    /// Whether the sides go on above and below the text, as far as the enclosure reaches.
    private func isStraight(_ block: Block, first: Fragment, last: Fragment) -> Bool {
        guard let enclosure = block.enclosure else { return false }
        let height = block.lineHeight
        let reach = max(Self.minReach, height / Self.heightOverReach)
        // The corners of bubbles are round, so only the rows near the text count.
        let above = Range(from: (enclosure.y + block.box.y) / 2, upTo: block.box.y - 1)
        let below = Range(from: block.box.maxY + 1, upTo: (enclosure.maxY + block.box.maxY) / 2)
        var (straight, bent) = (0, 0)
        for (rows, ground) in [(above, first.ground), (below, last.ground)] where rows.count > 1 {
            let left = probe.edge(
                rows: rows, from: block.box.x, step: -1, ground: ground, reach: reach)
            let right = probe.edge(
                rows: rows, from: block.box.maxX - 1, step: 1, ground: ground, reach: reach)
            for (side, expected) in [(left, enclosure.x - 1), (right, enclosure.maxX)] {
                if let side, abs(side - expected) <= height { straight += 1 } else { bent += 1 }
            }
        }
        // A single line between two icons is no bubble.
        guard block.fragments.count > 1 else { return straight == Self.sides }
        // If a wallpaper and a bubble are of one grey, there is no edge above or below.
        return straight > bent || straight + bent == 0
    }

    /// Whether the enclosure is about as wide as its text, as bubbles and chips are, unlike cards, fields and bars.
    private func hugs(_ block: Block) -> Bool {
        guard let enclosure = block.enclosure else { return false }
        let height = Double(block.lineHeight)
        let (left, right) = (Double(block.box.x - enclosure.x), Double(enclosure.maxX - block.box.maxX))
        return left < Self.leftPadding * height && right < left + Self.ragged * height
    }
}
