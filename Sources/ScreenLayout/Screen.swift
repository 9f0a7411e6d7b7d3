import TextAnalysis

/// What is known of a picture while its lines get their roles.
struct Screen {
    var blocks: [Block]
    /// What phones and apps write.
    let words: ScreenWords
    /// The screen on the picture: without the frame that may be around it.
    let area: Box
    /// Height of most of its text.
    let textHeight: Int
    /// The row below the status bar; the area's top where there is none.
    var top: Int
    /// The row above keyboard and navigation bar; the area's bottom where there are none.
    var bottom: Int

    init(blocks: [Block], area: Box, words: ScreenWords) {
        self.words = words
        self.blocks = blocks
        self.area = area
        top = area.y
        bottom = area.maxY
        // Each line counts as often as it has characters.
        var sizes = blocks.flatMap(\.fragments).map { (height: $0.height, weight: $0.text.utf8.count) }
        sizes.sort { $0.height < $1.height }
        var half = sizes.reduce(0) { $0 + $1.weight } / 2
        textHeight =
            sizes.first { size in
                half -= size.weight; return half < 0
            }?.height ?? 1
    }

    /// A share of the screen's width, in pixels: what phones draw is measured by it, however long the picture is.
    func share(_ part: Double) -> Int { Int(part * Double(area.width)) }

    /// Empty columns left and right of something.
    func gaps(_ box: Box) -> (left: Int, right: Int) { (box.x - area.x, area.maxX - box.maxX) }

    func isCentred(_ box: Box) -> Bool { abs(box.middleX2 - area.middleX2) < share(0.07) }

    /// Whether the picture may be a whole phone screen rather than something cut out of one.
    var isPhoneShaped: Bool { area.height * 5 > area.width * 7 }

    /// Everything that lies at `rows` and isn't settled yet gets a role.
    mutating func mark(_ role: Transcript.Role, where isMeant: (Block, Fragment) -> Bool) {
        for block in blocks.indices {
            for index in blocks[block].fragments.indices
            where blocks[block].fragments[index].role == .incoming
                && isMeant(blocks[block], blocks[block].fragments[index])
            {
                blocks[block].fragments[index].role = role
            }
        }
    }
}
