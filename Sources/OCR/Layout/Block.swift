import TextAnalysis

/// Lines that belong together, from top to bottom: those of one bubble, card or paragraph.
struct Block {
    var fragments: [Fragment]
    /// The smallest box around the text, in pixels.
    var box: Box
    /// The surface on which the text stands; nil unless the picture shows edges on both sides of the text.
    var enclosure: Box?
    /// Whether the enclosure's sides are straight beyond the text, so that it is a surface and not two things that happen to
    /// stand beside the text.
    var isSurface = false
    /// Whether the enclosure is about as wide as its text, as bubbles and chips are.
    var isBubble = false

    init(_ first: Fragment) {
        fragments = [first]
        box = first.core
    }

    mutating func append(_ fragment: Fragment) {
        fragments.append(fragment)
        box = box.union(fragment.core)
    }

    /// Sorts the fragments into rows from the top, and the fragments of each row from the left.
    mutating func sort() {
        var rows: [[Fragment]] = []
        for fragment in fragments.sorted(by: { $0.core.middleY2 < $1.core.middleY2 }) {
            if let first = rows.last?[0], first.core.isInRow(of: fragment.core) {
                rows[rows.count - 1].append(fragment)
            } else {
                rows.append([fragment])
            }
        }
        fragments = rows.flatMap { $0.sorted { $0.core.x < $1.core.x } }
    }

    /// The enclosure, or the box around the text if there is none.
    var extent: Box { enclosure ?? box }
    var text: String { fragments.map(\.text).joined(separator: " ") }
    /// The median height of the block's lines, in pixels.
    var lineHeight: Int {
        let heights = fragments.map(\.height).sorted()
        return heights[(heights.count - 1) / 2]
    }
    var role: LineRole {
        get { fragments.first?.role ?? .incoming }
        set { for index in fragments.indices { fragments[index].role = newValue } }
    }
    /// Whether all fragments are so short that they may be icons.
    var isShort: Bool { fragments.allSatisfy(\.isShort) }
    var isEvidence: Bool { fragments.contains { $0.role == .incoming || $0.role == .outgoing } }
}

/// Groups lines that belong together: those of one bubble, card or paragraph.
///
/// Distances are multiples of the line's height, and were chosen on the development pictures.
struct BlockBuilder {
    let probe: PixelProbe
    let screenWords: ScreenWords

    /// A pale edge counts if it holds over this distance, and over at least `minReach` pixels.
    private static let reach = 0.6
    private static let minReach = 4
    /// The sides of one bubble may seem to differ from line to line by this much, or by `minSideTolerance` pixels if that is
    /// more.
    private static let sideTolerance = 0.5
    private static let minSideTolerance = 3.0
    /// The largest gap between two lines of a paragraph that isn't enclosed by a bubble.
    private static let lineGap = 1.5
    /// In such a paragraph, one line is less than this many times as high as the other.
    private static let sizeRatio = 1.6
    /// The left edges of such lines differ by less than this multiple: 3/2.
    private static let indent = (times: 3, over: 2)
    /// The largest gap between two words of one line.
    private static let wordGap = 1.2
    /// Two parts of one line: one is less than 3/2 as high as the other, and both share more than 2/3 of the lower one's rows.
    private static let partHeights = (times: 3, over: 2)
    private static let partOverlap = (times: 2, over: 3)
    /// The other part is looked for among this many parts before a part.
    private static let partReach = 4
    /// The largest gap between the lines of one bubble. Empty lines may lie between them.
    private static let bubbleGap = 4.0
    /// A shape is solid if more than this share of its pixels has the ground's grey.
    private static let solidShare = 0.55
    /// A line's neighbours are looked for among this many lines before and after it. It bounds the time for many lines.
    private static let neighbours = 48
    /// The height of a line divided by the number of rows that are skipped at its top and its bottom, and of columns that are
    /// added to obstacles: letters are blurred, and the ends of a line may lie beside a low bubble's round corners.
    private static let heightOverBlur = 6
    /// The number of columns between a line and the place where the walk to its left side begins.
    private static let walkStart = 2
    /// The height of a line divided by the number of columns beside it that count for its ground. Half as many rows above and
    /// below count.
    private static let heightOverMargin = 4
    /// The height of a line divided by the smallest width of a margin beside the text, in a bubble, that is looked at.
    private static let heightOverRoom = 4
    /// The height of a line divided by the largest thickness of a rule that doesn't separate two lines, such as the line under
    /// a link. A rule may always be `minRule` rows thick.
    private static let heightOverRule = 8
    private static let minRule = 2

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

    /// Joins parts that were found as two lines, although only a space between words lies between them.
    private func joined(_ fragments: [Fragment]) -> [Fragment] {
        var joined: [Fragment] = []
        for fragment in fragments {
            let near = joined.indices.suffix(Self.partReach).last { index in
                let other = joined[index]
                let (small, tall) = (min(other.height, fragment.height), max(other.height, fragment.height))
                let gap = -other.core.overlapX(fragment.core)
                return tall * Self.partHeights.over < small * Self.partHeights.times
                    && other.core.overlapY(fragment.core) * Self.partOverlap.over
                        > small * Self.partOverlap.times
                    && gap >= 0
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
            let blur = core.height / Self.heightOverBlur
            let ground = ground(of: fragments[index])
            let near = max(0, index - Self.neighbours)..<min(fragments.count, index + Self.neighbours + 1)
            var row: [Range<Int>] = []
            for other in near where other != index {
                let box = fragments[other].box
                if box.isInRow(of: core) {
                    row.append(Range(from: box.x - blur, upTo: box.maxX + blur + 1))
                }
            }
            let reach = max(Self.minReach, Int(Self.reach * Double(fragments[index].height)))
            let rows = Range(from: core.y + blur, upTo: core.maxY - blur)
            let before = row.filter { $0.upperBound <= core.x + core.width / 2 }
                .sorted { $0.lowerBound > $1.lowerBound }
            let after = row.filter { $0.lowerBound >= core.x + core.width / 2 }
                .sorted { $0.lowerBound < $1.lowerBound }
            fragments[index].ground = ground
            fragments[index].left = probe.edge(
                rows: rows, from: core.x - Self.walkStart, step: -1, ground: ground, reach: reach,
                obstacles: before)
            fragments[index].right = probe.edge(
                rows: rows, from: core.maxX + 1, step: 1, ground: ground, reach: reach, obstacles: after)
        }
    }

    /// The grey that a line stands on. The surroundings count too, because bold letters cover more of their box than they
    /// leave. Only solid shapes, icons and avatars, are their own ground.
    private func ground(of fragment: Fragment) -> Ground {
        let (core, margin) = (fragment.core, fragment.height / Self.heightOverMargin)
        if fragment.isShort {
            let inside = probe.ground(of: core)
            if inside.share > Self.solidShare { return inside }
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
        if core.isInRow(of: above) {
            // A time may stand beside the end of a bubble's last line.
            return hasSameSides && isEnclosed && core.overlapX(above) <= 0
        }
        guard core.middleY2 > above.middleY2 else { return false }
        let gap = Double(core.y - above.maxY)
        let isAligned = abs(core.x - block.box.x) * Self.indent.over < fragment.height * Self.indent.times
        let isCentred = abs(core.middleX2 - block.box.middleX2) < fragment.height
        let overlap = core.overlapX(block.box)
        let isOfOneSize = Double(max(fragment.height, last.height)) < Self.sizeRatio * height
        let fits =
            isEnclosed && hasSameSides
            ? gap < Self.bubbleGap * height
            : gap < Self.lineGap * height && isOfOneSize && (isAligned || isCentred) && overlap > 0
        guard fits else { return false }
        guard gap > 1 else { return true }
        return isClear(from: last, to: fragment, block)
    }

    /// Whether the surface goes on between two lines. If the margin is wide enough, it is looked at instead of the text's
    /// columns, because links may be underlined.
    private func isClear(from last: Fragment, to fragment: Fragment, _ block: Block) -> Bool {
        let rows = last.core.rowsBetween(fragment.core)
        if let left = fragment.left, let other = last.left {
            let margin = Range(from: max(left, other) + 2, upTo: min(block.box.x, fragment.core.x) - 1)
            if margin.count * Self.heightOverRoom > fragment.height {
                return probe.isClear(columns: margin, rows: rows, ground: last.ground)
            }
        }
        let shared = fragment.core.sharedColumns(block.box)
        let columns = shared.isEmpty ? fragment.core.union(block.box).columns : shared
        return probe.isClear(
            columns: columns, rows: rows, ground: last.ground,
            rule: max(Self.minRule, fragment.height / Self.heightOverRule))
    }

    private func isNear(_ one: Int?, _ other: Int?, _ height: Double) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return Double(abs(one - other)) <= max(Self.minSideTolerance, Self.sideTolerance * height)
    }
}
