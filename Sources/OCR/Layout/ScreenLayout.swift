package import Imaging
package import TextAnalysis

/// Lays out a screenshot's lines: whose words a line holds, which lines belong together, in which order a person reads them,
/// and who sent the message. It goes by the lines' boxes and by the greys around them. A line stays `incoming` unless it is
/// surely something else.
package enum ScreenLayout {
    /// The largest number of lines that are laid out. It bounds the time for pictures that aren't screens.
    static let maxLines = 2_000

    /// Cuts lines apart, gives them roles and blocks, sorts them, and finds the kind of screen, the sender and the address.
    package static func arrange(
        _ transcript: inout Transcript, on bitmap: borrowing Bitmap, knowing words: ScreenWords
    ) {
        guard !transcript.lines.isEmpty, transcript.lines.count <= maxLines else { return }
        let (width, height) = (bitmap.width, bitmap.height)
        let lines = transcript.lines
        let arranged = bitmap.withPixels { pixels in
            arrange(lines, PixelProbe(pixels: pixels, width: width, height: height), words)
        }
        transcript.lines = []
        transcript.layout = arranged.layout
        var number = -1
        for block in arranged.blocks {
            var role: LineRole?
            for fragment in block.fragments {
                if fragment.role != role { number += 1 }
                role = fragment.role
                if fragment.isSender { transcript.senderLine = transcript.lines.count }
                if fragment.isAddress { transcript.addressLine = transcript.lines.count }
                // Apps write how old a message is beside the name.
                let age = fragment.isSender ? words.age(endOf: fragment.words.map(\.text)) : 0
                for part in [fragment.words.dropLast(age), fragment.words.suffix(age)] where !part.isEmpty {
                    transcript.lines.append(
                        Transcript.Line(words: Array(part), role: fragment.role, block: number))
                }
            }
        }
    }

    private static func arrange(
        _ lines: [Transcript.Line], _ probe: PixelProbe, _ words: ScreenWords
    ) -> (layout: OCRLayout, blocks: [Block]) {
        let cutter = LineCutter(probe: probe, screenWords: words)
        let fragments = lines.enumerated().flatMap { cutter.fragments(of: $1, number: $0) }
        let blocks = BlockBuilder(probe: probe, screenWords: words).blocks(fragments)
        var screen = Screen(blocks: blocks, area: ScreenArea.find(probe), words: words)
        PhoneFrame.mark(&screen)
        let framed = screen
        var layout = layout(&screen)
        screen.judgeProse()
        if !screen.hasEvidence, framed.hasEvidence {
            // A screen whose text would all go unjudged was taken for something else than it is.
            (screen, layout) = (framed, .plain)
        }
        let order = ReadingOrder(
            gutter: ReadingOrder.gutter * screen.textHeight, isRightToLeft: isRightToLeft(fragments))
        return (layout, order.sorted(screen.blocks))
    }

    private static func layout(_ screen: inout Screen) -> OCRLayout {
        if MailRoles.assign(&screen) { return .email }
        if NotificationRoles.assign(&screen) { return .notification }
        if BrowserRoles.assign(&screen) { return .webPage }
        if ChatRoles.assign(&screen) { return .chat }
        return PopUp.isShown(screen) ? .popUp : .plain
    }

    /// The blocks of Unicode from Hebrew to Arabic Extended, whose letters run from right to left.
    private static let rightToLeft: ClosedRange<UInt32> = 0x590...0x8FF

    private static func isRightToLeft(_ fragments: [Fragment]) -> Bool {
        var (right, left) = (0, 0)
        for scalar in fragments.lazy.flatMap(\.text.unicodeScalars) where scalar.properties.isAlphabetic {
            if rightToLeft.contains(scalar.value) { right += 1 } else { left += 1 }
        }
        return right > left
    }
}

/// The screen that an image shows: its size, its blocks of text, and the roles of their lines so far.
struct Screen {
    var blocks: [Block]
    /// The words that phones and apps write by themselves, in all languages.
    let words: ScreenWords
    /// The part of the picture that is the screen, without a frame around it.
    let area: Box
    /// The median height of the text in pixels, weighted by its number of bytes.
    let textHeight: Int
    /// The row below the status bar; the area's top if there is none.
    var top: Int
    /// The row above keyboard and navigation bar; the area's bottom if there are none.
    var bottom: Int

    init(blocks: [Block], area: Box, words: ScreenWords) {
        self.words = words
        self.blocks = blocks
        self.area = area
        top = area.y
        bottom = area.maxY
        var sizes = blocks.flatMap(\.fragments).map { (height: $0.height, weight: $0.text.utf8.count) }
        sizes.sort { $0.height < $1.height }
        var half = sizes.reduce(0) { $0 + $1.weight } / 2
        textHeight =
            sizes.first { size in
                half -= size.weight; return half < 0
            }?.height ?? 1
    }

    /// A share of the screen's width in pixels. Phones size what they draw by the width, however long a picture is.
    func share(_ part: Double) -> Int { Int(part * Double(area.width)) }

    /// Returns the number of columns left and right of a box.
    func gaps(_ box: Box) -> (left: Int, right: Int) { (box.x - area.x, area.maxX - box.maxX) }

    /// Twice the largest distance of a centred box's middle from the screen's, as a share of the width.
    private static let centreTolerance = 0.07
    /// A picture may be a whole phone screen if it is more than 7/5 as high as wide.
    private static let phoneShape = (times: 7, over: 5)
    /// A line is small if it is less than this high, in per cent of most text's height. Dates and notices are small.
    private static let smallHeight = 92

    func isCentred(_ box: Box) -> Bool { abs(box.middleX2 - area.middleX2) < share(Self.centreTolerance) }

    func isSmall(_ lineHeight: Int) -> Bool { lineHeight * 100 < textHeight * Self.smallHeight }

    /// Whether the picture may be a whole phone screen rather than a part of one.
    var isPhoneShaped: Bool { area.height * Self.phoneShape.over > area.width * Self.phoneShape.times }

    /// Gives a role to all fragments that are meant and have none yet.
    mutating func mark(_ role: LineRole, where isMeant: (Block, Fragment) -> Bool) {
        for block in blocks.indices {
            for index in blocks[block].fragments.indices
            where blocks[block].fragments[index].role == .incoming
                && isMeant(blocks[block], blocks[block].fragments[index])
            {
                blocks[block].fragments[index].role = role
            }
        }
    }

    /// Whether words are left to judge that aren't just icons.
    var hasEvidence: Bool {
        blocks.contains { $0.fragments.contains { $0.role == .incoming && !$0.isShort } }
    }

    /// A line of at least this many words is prose. Labels, keys and the bars of phones and apps have fewer.
    private static let proseWords = 6
    /// A block of at least `paragraphLines` lines with at least `paragraphWords` words each is prose too.
    private static let paragraphWords = 3
    private static let paragraphLines = 3
    /// A word of prose has at least this many letters. Icons and keys are read as one letter.
    private static let minLetters = 2

    /// Gives chrome that is prose back to the evidence. No phone or app writes prose around a conversation, so it was taken for
    /// chrome by its place alone.
    mutating func judgeProse() {
        for block in blocks.indices {
            let counts = blocks[block].fragments.map { fragment in
                fragment.role == .chrome
                    ? fragment.words.count { $0.text.count(where: \.isLetter) >= Self.minLetters } : 0
            }
            let isParagraph = counts.count { $0 >= Self.paragraphWords } >= Self.paragraphLines
            for (index, count) in counts.enumerated()
            where count >= Self.proseWords || isParagraph && count > 0 {
                blocks[block].fragments[index].role = .incoming
            }
        }
    }
}

/// Sorts blocks into the order in which a person reads a screen: rows from the top, columns from the left (from the right if
/// most of the text runs that way), each column to its end before the next.
struct ReadingOrder {
    /// The smallest gap between columns, as a multiple of the text's height.
    static let gutter = 2

    /// The smallest gap between columns, in pixels.
    let gutter: Int
    let isRightToLeft: Bool

    /// The largest depth of cuts within cuts. Screens are nested less deeply.
    private static let maxDepth = 12

    func sorted(_ blocks: [Block]) -> [Block] {
        var order: [Int] = []
        order.reserveCapacity(blocks.count)
        cut(Array(blocks.indices), blocks.map(\.box), depth: 0, into: &order)
        return order.map { blocks[$0] }
    }

    private func cut(_ indices: [Int], _ boxes: [Box], depth: Int, into order: inout [Int]) {
        guard indices.count > 1, depth < Self.maxDepth else {
            order += indices.sorted { (boxes[$0].y, boxes[$0].x) < (boxes[$1].y, boxes[$1].x) }
            return
        }
        let bands = groups(indices, gap: 0) { Range(from: boxes[$0].y, upTo: boxes[$0].maxY) }
        if bands.count > 1 {
            for band in bands { cut(band, boxes, depth: depth + 1, into: &order) }
            return
        }
        let columns = groups(indices, gap: gutter) { boxes[$0].columns }
        if columns.count > 1 {
            for column in isRightToLeft ? columns.reversed() : columns {
                cut(column, boxes, depth: depth + 1, into: &order)
            }
            return
        }
        var rows: [[Int]] = []
        for index in indices.sorted(by: {
            (boxes[$0].middleY2, boxes[$0].x) < (boxes[$1].middleY2, boxes[$1].x)
        }) {
            // Pieces of one line have about the same middle.
            if let first = rows.last?.first,
                Self.heightOverStep * (boxes[index].middleY2 - boxes[first].middleY2) < boxes[first].height
            {
                rows[rows.count - 1].append(index)
            } else {
                rows.append([index])
            }
        }
        for row in rows { order += row.sorted { (boxes[$0].x, boxes[$0].y) < (boxes[$1].x, boxes[$1].y) } }
    }

    /// The height of a line divided by twice the largest step between its pieces. Lines that slope are further apart.
    private static let heightOverStep = 4

    /// Rows or columns may overlap by `maxTouch` pixels, or by a block's size divided by `sizeOverTouch` if that is less, and
    /// still be cut apart.
    private static let maxTouch = 2
    private static let sizeOverTouch = 8

    /// Returns the groups of blocks, in order, between which there are empty rows or columns.
    private func groups(_ indices: [Int], gap: Int, _ span: (Int) -> Range<Int>) -> [[Int]] {
        let spans = indices.map { ($0, span($0)) }.sorted { $0.1.lowerBound < $1.1.lowerBound }
        var groups: [[Int]] = []
        var end = Int.min
        for (index, span) in spans {
            let touch = min(Self.maxTouch, span.count / Self.sizeOverTouch)
            let overlaps = end != Int.min && span.lowerBound < end + gap - touch
            if overlaps { groups[groups.count - 1].append(index) } else { groups.append([index]) }
            end = max(end, span.upperBound)
        }
        return groups
    }
}
