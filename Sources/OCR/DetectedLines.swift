package import Imaging
import TextAnalysis

/// The lines of text that were found on a bitmap, before any is recognised.
package struct DetectedLines: ~Copyable {
    /// The lines in the order in which they were found, which isn't the order of reading.
    let lines: [TextLine]
    let picture: LeptonicaImage
    /// The map of the strokes; nil if the bitmap is smaller than a letter. Then there are no lines.
    let ink: InkMap?

    /// - Throws: `OCRError.recognitionFailed` if Leptonica has no memory.
    package init(on bitmap: borrowing Bitmap) throws(OCRError) {
        guard let picture = LeptonicaImage(bitmap, rows: 0..<bitmap.height) else { throw .recognitionFailed }
        let ink = InkMap.of(picture)
        lines =
            switch ink {
            case .some(let ink): LineFinder.lines(of: ink.components, height: ink.height)
            case .none: []
            }
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

    /// Cuts a line out for Tesseract; nil if it has no size or Leptonica has no memory.
    /// - Parameter margin: the height that is added above and below the letters, as a share of the letters' extent.
    func strip(of line: TextLine, margin: Double) -> PlacedStrip? {
        switch ink {
        case .some(let ink): PlacedStrip(line, of: picture, ink, margin: margin)
        case .none: nil
        }
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
