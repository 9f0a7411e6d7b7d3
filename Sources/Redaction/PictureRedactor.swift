package import Imaging
package import ScamTaxonomy

/// Covers what a plan says, and whatever else isn't known to be harmless. It decodes untrusted bytes: workers call it.
package struct PictureRedactor {
    private let plan: RedactionPlan
    private let scale: (x: Double, y: Double)

    /// How much larger a word is than its box, which cuts off accents, tails and soft edges. All are shares of the box's height.
    private struct Margin {
        let x, y: Double
        /// How far the box grows at most where ink goes on at its edge.
        let growth: Double

        static let hidden = Margin(x: 0.2, y: 0.18, growth: 0.4)
        static let shown = Margin(x: 0.2, y: 0.2, growth: 0.2)
        /// How far what is covered reaches into a shown word beside it at most, where no gap parts them.
        static let cut = 1.0
        /// The smallest margin in pixels.
        static let least = 2.0

        private init(x: Double, y: Double, growth: Double) {
            (self.x, self.y) = (x, y)
            self.growth = growth
        }
    }

    /// The contrast along an edge from which on it cuts through ink.
    private static let ink = 26
    /// The height of usual words divided into the picture's shorter side, where there are no words.
    private static let sideOverText = 30

    /// The largest number of bytes of a PNG. Screenshots have two megabytes; a larger picture is halved.
    package static let maxBytes = 12 << 20

    /// The colour of what covers: neither dark nor light, so that it is seen on any ground.
    package static let color: (UInt8, UInt8, UInt8) = (96, 104, 120)

    private init(_ plan: RedactionPlan, on picture: borrowing ColorPicture) {
        self.plan = plan
        scale = (
            Double(picture.width) / Double(plan.width), Double(picture.height) / Double(plan.height)
        )
    }

    /// - Returns: nil if memory ran out.
    package static func redact(
        _ image: [UInt8], _ plan: RedactionPlan, _ decoder: ImageDecoder
    ) throws(ImagingError) -> RedactedPicture? {
        var picture = try decoder.decodeColors(image, frame: plan.frame)
        let counts = PictureRedactor(plan, on: picture).cover(&picture)
        guard var png = picture.png() else { return nil }
        while png.count > maxBytes {
            picture.halve()
            guard let smaller = picture.png() else { return nil }
            png = smaller
        }
        return RedactedPicture(png: png, width: picture.width, height: picture.height, counts: counts)
    }

    private typealias Place = (x: Range<Int>, y: Range<Int>)

    private func cover(_ picture: inout ColorPicture) -> [RedactedKind: Int] {
        var counts = plan.counts
        let words = plan.shown.map(onPicture)
        let shown = plan.shown.map { grown($0, .shown, on: picture) }
        let hidden = plan.hidden.map { grown($0.box, .hidden, on: picture, besides: words) }
        let grid = CellGrid(picture)
        let heights = (plan.shown + plan.hidden.map(\.box)).map { Double($0.height) * scale.y }.sorted()
        let height =
            heights.isEmpty
            ? Double(min(picture.width, picture.height) / Self.sideOverText) : heights[heights.count / 2]
        let unread = UnreadAreas(
            of: grid, shown: shown.map { grid.cells(x: $0.x, y: $0.y) },
            words: (words + plan.hidden.map { onPicture($0.box) }).map { grid.cells(x: $0.x, y: $0.y) },
            textHeight: height / Double(grid.side))
        for area in unread.areas {
            let isCovered = area.parts.allSatisfy { part in
                hidden.contains { place in
                    let cells = grid.cells(x: place.x, y: place.y)
                    return cells.columns.contains(part.columns) && cells.rows.contains(part.rows)
                }
            }
            if !isCovered { counts[area.kind, default: 0] += 1 }
            for part in area.parts {
                picture.fill(
                    x: part.columns.lowerBound * grid.side..<part.columns.upperBound * grid.side,
                    y: part.rows.lowerBound * grid.side..<part.rows.upperBound * grid.side, with: Self.color)
            }
        }
        for place in hidden { picture.fill(x: place.x, y: place.y, with: Self.color) }
        return counts
    }

    private func onPicture(_ box: Box) -> Place {
        (
            Int(Double(box.x) * scale.x)..<Int((Double(box.x + box.width) * scale.x).rounded(.up)),
            Int(Double(box.y) * scale.y)..<Int((Double(box.y + box.height) * scale.y).rounded(.up))
        )
    }

    /// A box on the decoded picture with a margin, and farther out where its edges still cut through ink.
    /// - Parameter words: what it leaves alone beside it.
    private func grown(
        _ box: Box, _ margin: Margin, on picture: borrowing ColorPicture, besides words: [Place] = []
    ) -> Place {
        let place = onPicture(box)
        let size = Double(place.y.count)
        func out(_ share: Double) -> Int { Int(max(Margin.least, share * size).rounded(.up)) }
        var (left, right) = (place.x.lowerBound, place.x.upperBound)
        var (top, bottom) = (place.y.lowerBound, place.y.upperBound)
        let room = room(around: place, besides: words, on: picture)
        func grow(_ sides: (left: Bool, right: Bool, top: Bool, bottom: Bool), by step: (x: Int, y: Int)) {
            if sides.left { left = max(room.x.lowerBound, left - step.x) }
            if sides.right { right = min(room.x.upperBound, right + step.x) }
            if sides.top { top = max(room.y.lowerBound, top - step.y) }
            if sides.bottom { bottom = min(room.y.upperBound, bottom + step.y) }
        }
        grow((true, true, true, true), by: (out(margin.x), out(margin.y)))
        for _ in 0..<out(margin.growth) {
            let (x, y) = (left..<right, top..<bottom)
            let sides = (
                left: picture.contrast(x: left - 1..<left, y: y) > Self.ink,
                right: picture.contrast(x: right..<right + 1, y: y) > Self.ink,
                top: picture.contrast(x: x, y: top - 1..<top) > Self.ink,
                bottom: picture.contrast(x: x, y: bottom..<bottom + 1) > Self.ink
            )
            guard sides.left || sides.right || sides.top || sides.bottom else { break }
            grow(sides, by: (1, 1))
        }
        // Words may have been parted within a letter. A line below both is no letter.
        let letters = place.y.lowerBound..<place.y.lowerBound + place.y.count * 3 / 4
        for _ in 0..<(words.isEmpty ? 0 : out(Margin.cut)) {
            let isCut = (
                left: left <= room.x.lowerBound
                    && picture.contrast(x: left - 1..<left, y: letters) > Self.ink,
                right: right >= room.x.upperBound
                    && picture.contrast(x: right..<right + 1, y: letters) > Self.ink
            )
            if isCut.left { left -= 1 }
            if isCut.right { right += 1 }
            guard isCut.left || isCut.right else { break }
        }
        return (left..<max(left + 1, right), top..<max(top + 1, bottom))
    }

    /// How far a box may grow before it meets a shown word beside it.
    private func room(
        around place: Place, besides words: [Place], on picture: borrowing ColorPicture
    ) -> Place {
        var (left, right, top, bottom) = (0, picture.width, 0, picture.height)
        let middle = (
            x: (place.x.lowerBound + place.x.upperBound) / 2, y: (place.y.lowerBound + place.y.upperBound) / 2
        )
        for word in words {
            if word.y.overlaps(place.y),
                word.y.contains(middle.y) || place.y.contains((word.y.lowerBound + word.y.upperBound) / 2)
            {
                if word.x.upperBound <= middle.x {
                    left = max(left, min(word.x.upperBound, place.x.lowerBound))
                }
                if word.x.lowerBound >= middle.x {
                    right = min(right, max(word.x.lowerBound, place.x.upperBound))
                }
            } else if word.x.overlaps(place.x) {
                if word.y.upperBound <= middle.y {
                    top = max(top, min(word.y.upperBound, place.y.lowerBound))
                }
                if word.y.lowerBound >= middle.y {
                    bottom = min(bottom, max(word.y.lowerBound, place.y.upperBound))
                }
            }
        }
        return (left..<max(left + 1, right), top..<max(top + 1, bottom))
    }
}

/// What of a picture is shown and what is covered. What is neither, and isn't plain ground, is covered as well.
package struct RedactionPlan: Sendable, Equatable {
    package struct Hidden: Sendable, Equatable {
        package var kind: RedactedKind
        package var box: Box

        package init(_ kind: RedactedKind, _ box: Box) {
            (self.kind, self.box) = (kind, box)
        }
    }

    /// The size of the upright picture in pixels. All boxes lie on it.
    package var width: Int
    package var height: Int
    /// The number of the frame, from 1.
    package var frame = 1
    /// The words that were read with certainty and are nobody's own.
    package var shown: [Box] = []
    /// What is covered, a box for each word or group of words.
    package var hidden: [Hidden] = []
    /// The number of things that are covered, by kind. A name of two words is one.
    package var counts: [RedactedKind: Int] = [:]

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}

/// A picture on which everything of a plan is covered.
package struct RedactedPicture: Sendable, Equatable {
    package var png: [UInt8]
    package var width: Int
    package var height: Int
    /// The number of things that were covered, by kind; never 0.
    package var counts: [RedactedKind: Int]

    package init(png: [UInt8], width: Int, height: Int, counts: [RedactedKind: Int]) {
        (self.png, self.width, self.height, self.counts) = (png, width, height, counts)
    }
}

/// What is covered otherwise than everything personal.
package struct RedactionOptions: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Amounts of money.
    package static let amounts = RedactionOptions(rawValue: 1)
    /// The owner's own messages.
    package static let own = RedactionOptions(rawValue: 2)
    /// Not the other party's: by whose name and number it writes, and where it wants to be answered or paid.
    package static let mine = RedactionOptions(rawValue: 4)
}
