package import Imaging
package import TextAnalysis

/// The lines of text that were found on a bitmap, before any is recognised.
package struct DetectedLines: ~Copyable {
    /// The lines from top to bottom, so that what time doesn't suffice for is the picture's end.
    let lines: [TextLine]
    /// Whether there are lines that are much smaller than the others. They aren't among the lines: only parts of them are found as long as the
    /// others are there.
    let holdsSmall: Bool
    let picture: LeptonicaImage
    /// The map of the strokes; nil if the bitmap is smaller than a letter. Then there are no lines.
    let ink: InkMap?

    /// The least height of a line's letters in pixels of an ink map, on which most are some twelve pixels high.
    static let minBand = 7

    /// - Throws: `OCRError.recognitionFailed` if Leptonica has no memory.
    package init(on bitmap: borrowing Bitmap) throws(OCRError) {
        guard let picture = LeptonicaImage(bitmap, rows: 0..<bitmap.height) else { throw .recognitionFailed }
        let ink = InkMap.of(picture)
        let (found, shapes, step): ([TextLine], [Bounds], Double) =
            switch ink {
            case .some(let ink):
                (LineFinder.lines(of: ink.components, height: ink.height), ink.components, ink.step)
            case .none: ([], [], 1)
            }
        let isSmall = { (line: TextLine) in step > 1 && line.bandHeight < Double(Self.minBand) }
        holdsSmall = found.contains(where: isSmall) && Remainder.holdsSmall(shapes)
        lines = (holdsSmall ? found.filter { !isSmall($0) } : found).sorted { $0.bounds.top < $1.bounds.top }
        self.picture = picture
        self.ink = ink
    }

    /// Whether a word is underlined, by its box in pixels of the bitmap.
    func isUnderlined(_ box: Box) -> Bool {
        switch ink {
        case .some(let ink):
            ink.underlines.isEmpty ? false : Underlines.underline(Bounds(box, step: ink.step), ink.underlines)
        case .none: false
        }
    }

    /// The number of pixels of the bitmap along each side of one pixel of the ink map.
    var step: Double {
        switch ink {
        case .some(let ink): ink.step
        case .none: 1
        }
    }

    /// The place of a line on the bitmap.
    func box(of line: TextLine) -> Box {
        let extent = line.extent
        return box(
            of: Bounds(
                left: line.bounds.left, top: Int(extent.top.rounded()), right: line.bounds.right,
                bottom: Int(extent.bottom.rounded())))
    }

    /// A place on the ink map as one on the bitmap.
    func box(of bounds: Bounds) -> Box {
        func onBitmap(_ value: Int, _ limit: Int) -> Int {
            min(limit, max(0, Int((Double(value) * step).rounded())))
        }
        let (left, top) = (onBitmap(bounds.left, picture.width - 1), onBitmap(bounds.top, picture.height - 1))
        return Box(
            x: left, y: top, width: max(1, onBitmap(bounds.right, picture.width) - left),
            height: max(1, onBitmap(bounds.bottom, picture.height) - top))
    }

    /// Cuts a line out for Tesseract; nil if it has no size or Leptonica has no memory.
    /// - Parameters:
    ///   - margin: the height that is added above and below the letters, as a share of the letters' extent.
    ///   - rows: the strip's height.
    func strip(of line: TextLine, margin: Double, rows: Int = LineStrip.height) -> PlacedStrip? {
        switch ink {
        case .some(let ink): PlacedStrip(line, of: picture, ink, margin: margin, rows: rows)
        case .none: nil
        }
    }
}

extension InkMap {
    /// The components whose middles lie in none of some places of the bitmap.
    func components(beside places: [Box]) -> [Bounds] {
        let places = places.map { Bounds($0, step: step) }
        return components.filter { shape in !places.contains { $0.containsMiddle(of: shape) } }
    }
}

extension Bounds {
    /// A box of the bitmap in pixels of the ink map.
    /// - Parameter step: the number of pixels of the bitmap along each side of one pixel of the map.
    fileprivate init(_ box: Box, step: Double) {
        func onMap(_ value: Int) -> Int { Int((Double(value) / step).rounded()) }
        self.init(
            left: onMap(box.x), top: onMap(box.y), right: onMap(box.x + box.width),
            bottom: onMap(box.y + box.height))
    }
}

/// A bitmap on which lines were found, turned first if they weren't level.
package struct LevelPicture: ~Copyable {
    package let bitmap: Bitmap
    package let lines: DetectedLines
    private let tilts: [Tilt]

    /// What was made level may still lie on its head.
    private static let maxTurns = 2

    /// - Throws: `OCRError.recognitionFailed` if Leptonica has no memory.
    package init(_ bitmap: consuming Bitmap) throws(OCRError) {
        var found = try DetectedLines(on: bitmap)
        var tilts: [Tilt] = []
        while tilts.count < Self.maxTurns, let tilt = Tilt(of: found), let level = tilt.level(found) {
            found = try DetectedLines(on: level)
            bitmap = level
            tilts.append(tilt)
        }
        lines = found
        self.bitmap = bitmap
        self.tilts = tilts
    }

    /// The least ratio of two sizes of letters that are found better apart.
    private static let otherSize = 1.4

    /// Whether letters here have another size or slope than on the picture that this one is left of.
    func shows(other picture: borrowing LevelPicture) -> Bool {
        if !tilts.isEmpty || lines.lines.contains(where: \.isSpacedOut) { return true }
        let ratio = lines.step / picture.lines.step
        return ratio >= Self.otherSize || ratio <= 1 / Self.otherSize
    }

    /// Returns what was read here with places on the picture that this one is left of.
    func onBitmap(_ lines: [Transcript.Line]) -> [Transcript.Line] {
        onBitmap(Transcript(lines: lines, width: bitmap.width, height: bitmap.height, languages: [])).lines
    }

    /// The places of lines that were read here, on the picture that this one is left of. The box around a line that slopes holds other lines,
    /// too; those around its words don't.
    func places(of lines: [Transcript.Line]) -> [Box] {
        tilts.isEmpty ? lines.map(\.box) : lines.flatMap { $0.words.map(\.box) }
    }

    /// Returns what was read here with places on the bitmap as it lay.
    package func onBitmap(_ transcript: Transcript) -> Transcript {
        tilts.reversed().reduce(transcript) { $1.onPicture($0) }
    }
}

/// One strip of a bitmap as the recogniser would get it, for programs that train or measure a line model.
package struct LineCut {
    /// The number of the line, in the order in which the lines were found.
    package let line: Int
    /// Which of the margins of `SecondLook` the strip has.
    package let margin: Double
    /// The part of the bitmap that the strip shows, in the bitmap's pixels.
    package let box: Box
    package let strip: LineStrip
}

extension DetectedLines {
    /// Cuts every line with every margin, whether or not the recogniser would look twice.
    package func cuts() -> [LineCut] {
        lines.indices.flatMap { index in
            SecondLook.margins.compactMap { margin in
                strip(of: lines[index], margin: margin).map {
                    LineCut(line: index, margin: margin, box: $0.box, strip: $0.strip)
                }
            }
        }
    }
}
