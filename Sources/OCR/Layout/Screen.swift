import TextAnalysis

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
