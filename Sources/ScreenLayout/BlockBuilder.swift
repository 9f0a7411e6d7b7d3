import TextAnalysis

/// Groups lines that belong together: those of one bubble, card or paragraph.
struct BlockBuilder {
    let probe: PixelProbe
    let screenWords: ScreenWords

    /// A pale edge must hold this far, as a share of the line's height.
    private static let reach = 0.6
    /// How far the sides of one bubble seem to differ from line to line, as a multiple of the line's height.
    private static let sideTolerance = 0.5
    /// Lines of a paragraph without a bubble lie closer than this, as a multiple of their height.
    private static let lineGap = 1.5
    /// Words of one line stand closer.
    private static let wordGap = 1.2
    /// Lines of one bubble, with empty lines between.
    private static let bubbleGap = 4.0
    /// Share of a solid shape's pixels that are of its grey.
    private static let solid = 0.55
    /// Rows above and below within which a line's neighbours are looked for.
    private static let neighbours = 48

    func blocks(_ fragments: [Fragment]) -> [Block] {
        var fragments = joined(
            fragments.sorted { ($0.core.middleY2, $0.core.x) < ($1.core.middleY2, $1.core.x) })
        measure(&fragments)
        var blocks: [Block] = []
        for fragment in fragments {
            let near = blocks.indices.suffix(Self.neighbours).reversed()
            if let home = near.first(where: { belongs(fragment, to: blocks[$0]) }) {
                blocks[home].append(fragment)
            } else {
                blocks.append(Block(fragment))
            }
        }
        return SurfaceFinder(probe: probe).enclosed(blocks)
    }

    /// Puts together what the reader took for two lines though only a space lies between.
    private func joined(_ fragments: [Fragment]) -> [Fragment] {
        var joined: [Fragment] = []
        for fragment in fragments {
            let near = joined.indices.suffix(4).last { index in
                let other = joined[index]
                let (small, tall) = (min(other.height, fragment.height), max(other.height, fragment.height))
                let gap = -other.core.overlapX(fragment.core)
                return tall * 2 < small * 3 && other.core.overlapY(fragment.core) * 3 > small * 2 && gap >= 0
                    && Double(gap) < Self.wordGap * Double(small) && other.line != fragment.line
                    && !fragment.isClock && !other.isClock
            }
            guard let near else {
                joined.append(fragment)
                continue
            }
            let words = joined[near].words + fragment.words
            joined[near] = Fragment(
                words: words.sorted { $0.box.x < $1.box.x }, role: fragment.role, line: fragment.line,
                knowing: screenWords)
        }
        return joined
    }

    private func measure(_ fragments: inout [Fragment]) {
        for index in fragments.indices {
            let core = fragments[index].core
            let ground = ground(of: fragments[index])
            let near = max(0, index - Self.neighbours)..<min(fragments.count, index + Self.neighbours + 1)
            var row: [Range<Int>] = []
            for other in near where other != index {
                let box = fragments[other].box
                if box.overlapY(core) * 2 > min(box.height, core.height) {
                    row.append(Range(from: box.x - core.height / 6, upTo: box.maxX + core.height / 6 + 1))
                }
            }
            let reach = max(4, Int(Self.reach * Double(fragments[index].height)))
            // The middle of the line: its ends may lie beside a low bubble's round corners.
            let rows = Range(from: core.y + core.height / 6, upTo: core.maxY - core.height / 6)
            let before = row.filter { $0.upperBound <= core.x + core.width / 2 }
                .sorted { $0.lowerBound > $1.lowerBound }
            let after = row.filter { $0.lowerBound >= core.x + core.width / 2 }
                .sorted { $0.lowerBound < $1.lowerBound }
            fragments[index].ground = ground
            fragments[index].left = probe.edge(
                rows: rows, from: core.x - 2, step: -1, ground: ground, reach: reach, obstacles: before)
            fragments[index].right = probe.edge(
                rows: rows, from: core.maxX + 1, step: 1, ground: ground, reach: reach, obstacles: after)
        }
    }

    /// Bold letters cover more of their box than they leave, so what is around counts too. Only solid shapes, icons and
    /// avatars, are their own ground.
    private func ground(of fragment: Fragment) -> Ground {
        let (core, margin) = (fragment.core, fragment.height / 4)
        if fragment.isShort {
            let inside = probe.ground(of: core)
            if inside.share > Self.solid { return inside }
        }
        return probe.ground(
            of: Box(
                x: core.x - margin, y: core.y - margin / 2, width: core.width + 2 * margin,
                height: core.height + margin))
    }

    private func belongs(_ fragment: Fragment, to block: Block) -> Bool {
        guard let last = block.fragments.last else { return false }
        let (core, above) = (fragment.core, last.core)
        let height = Double(min(fragment.height, last.height))
        let isSameGround = abs(fragment.ground.level - last.ground.level) <= last.ground.tolerance
        guard isSameGround else { return false }
        let hasSameSides =
            isNear(fragment.left, last.left, height) && isNear(fragment.right, last.right, height)
        let isEnclosed = fragment.left != nil && fragment.right != nil
        if core.overlapY(above) * 2 > min(core.height, above.height) {
            // Beside it: a time at the end of a bubble's last line.
            return hasSameSides && isEnclosed && core.overlapX(above) <= 0
        }
        guard core.middleY2 > above.middleY2 else { return false }
        let gap = Double(core.y - above.maxY)
        let isAligned = abs(core.x - block.box.x) * 2 < fragment.height * 3
        let isCentred = abs(core.middleX2 - block.box.middleX2) < fragment.height
        let overlap = core.overlapX(block.box)
        let isOfOneSize = Double(max(fragment.height, last.height)) < 1.6 * height
        let fits =
            isEnclosed && hasSameSides
            ? gap < Self.bubbleGap * height
            : gap < Self.lineGap * height && isOfOneSize && (isAligned || isCentred) && overlap > 0
        guard fits else { return false }
        guard gap > 1 else { return true }
        return isClear(from: last, to: fragment, block)
    }

    /// Whether the surface goes on between two lines. Looked at beside the text where there is room: between the lines
    /// links are underlined.
    private func isClear(from last: Fragment, to fragment: Fragment, _ block: Block) -> Bool {
        let rows = last.core.rowsBetween(fragment.core)
        if let left = fragment.left, let other = last.left {
            let margin = Range(from: max(left, other) + 2, upTo: min(block.box.x, fragment.core.x) - 1)
            if margin.count * 4 > fragment.height {
                return probe.isClear(columns: margin, rows: rows, ground: last.ground)
            }
        }
        let shared = fragment.core.sharedColumns(block.box)
        let columns = shared.isEmpty ? fragment.core.union(block.box).columns : shared
        return probe.isClear(
            columns: columns, rows: rows, ground: last.ground, rule: max(2, fragment.height / 8))
    }

    private func isNear(_ one: Int?, _ other: Int?, _ height: Double) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return Double(abs(one - other)) <= max(3, Self.sideTolerance * height)
    }
}
