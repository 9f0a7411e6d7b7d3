import TextAnalysis

/// Finds the surfaces that blocks of text stand on: bubbles, cards, buttons.
struct SurfaceFinder {
    let probe: PixelProbe

    /// What stands farther from its text is no bubble's edge, as a multiple of the line's height.
    private static let padding = 3.5
    /// How much emptier bubbles are at the right than at the left, as a multiple of the line's height.
    private static let ragged = 5.5
    /// Blocks before and after within which lines of a bubble are looked for.
    private static let neighbours = 48

    func enclosed(_ blocks: [Block]) -> [Block] {
        var blocks = blocks
        for index in blocks.indices {
            blocks[index].sort()
            enclose(&blocks[index])
        }
        return gathered(blocks)
    }

    /// Puts into bubbles what lies in them: lines that something unread keeps from the rest.
    private func gathered(_ blocks: [Block]) -> [Block] {
        var blocks = blocks
        var isTaken = [Bool](repeating: false, count: blocks.count)
        for index in blocks.indices where blocks[index].isBubble && !isTaken[index] {
            let near = max(0, index - Self.neighbours)..<min(blocks.count, index + Self.neighbours + 1)
            for other in near where other != index && !isTaken[other] {
                guard let surface = blocks[index].enclosure, surface.contains(blocks[other].box),
                    !blocks[other].isShort || !blocks[other].isBubble,
                    abs(blocks[other].fragments[0].ground.level - blocks[index].fragments[0].ground.level)
                        <= blocks[index].fragments[0].ground.tolerance
                else { continue }
                for fragment in blocks[other].fragments { blocks[index].append(fragment) }
                isTaken[other] = true
                blocks[index].sort()
                enclose(&blocks[index])
            }
        }
        return zip(blocks, isTaken).filter { !$1 }.map(\.0)
    }

    private func enclose(_ block: inout Block) {
        let lefts = block.fragments.compactMap(\.left).sorted()
        let rights = block.fragments.compactMap(\.right).sorted()
        guard lefts.count * 2 > block.fragments.count, rights.count * 2 > block.fragments.count,
            let first = block.fragments.first,
            let last = block.fragments.max(by: { $0.core.maxY < $1.core.maxY })
        else { return }
        // Something unread may stand between text and side; a surface of the same grey may begin behind the side.
        let far = (
            left: lefts[(lefts.count - 1) / 3], right: rights[rights.count - 1 - (rights.count - 1) / 3]
        )
        let near = (left: lefts[lefts.count * 2 / 3], right: rights[(rights.count - 1) / 3])
        let top = probe.edge(
            columns: first.core.columns, from: first.core.y - 2, step: -1, ground: first.ground,
            limit: Int(Self.padding * Double(first.height)))
        let bottom = probe.edge(
            columns: last.core.columns, from: last.core.maxY + 1, step: 1, ground: last.ground,
            limit: Int(Self.padding * Double(last.height)))
        let (y, maxY) = (top.map { $0 + 1 } ?? block.box.y, bottom ?? block.box.maxY)
        for sides in [far, near] where sides.left < sides.right {
            block.enclosure = Box(
                x: sides.left + 1, y: y, width: sides.right - sides.left - 1, height: max(1, maxY - y))
            block.isSurface = isStraight(block, first: first, last: last)
            if block.isSurface { break }
        }
        block.isBubble = block.isSurface && hugs(block)
    }

    /// Whether the sides go on above and below the text, as far as the enclosure does.
    private func isStraight(_ block: Block, first: Fragment, last: Fragment) -> Bool {
        guard let enclosure = block.enclosure else { return false }
        let height = block.lineHeight
        // Bubbles' corners are round.
        let above = Range(from: (enclosure.y + block.box.y) / 2, upTo: block.box.y - 1)
        let below = Range(from: block.box.maxY + 1, upTo: (enclosure.maxY + block.box.maxY) / 2)
        var (straight, bent) = (0, 0)
        for (rows, ground) in [(above, first.ground), (below, last.ground)] where rows.count > 1 {
            let left = probe.edge(
                rows: rows, from: block.box.x, step: -1, ground: ground, reach: max(4, height / 2))
            let right = probe.edge(
                rows: rows, from: block.box.maxX - 1, step: 1, ground: ground, reach: max(4, height / 2))
            for (side, expected) in [(left, enclosure.x - 1), (right, enclosure.maxX)] {
                if let side, abs(side - expected) <= height { straight += 1 } else { bent += 1 }
            }
        }
        // An icon on either side of a single line is no bubble.
        guard block.fragments.count > 1 else { return straight == 4 }
        // Between wallpapers and bubbles of one grey there is no edge above or below.
        return straight > bent || straight + bent == 0
    }

    /// Bubbles and chips are about as wide as their text; cards, fields and bars aren't.
    private func hugs(_ block: Block) -> Bool {
        guard let enclosure = block.enclosure else { return false }
        let height = Double(block.lineHeight)
        let (left, right) = (Double(block.box.x - enclosure.x), Double(enclosure.maxX - block.box.maxX))
        // A word that didn't fit leaves the right side ragged, and so does a time that wasn't read.
        return left < 2 * height && right < left + Self.ragged * height
    }
}
