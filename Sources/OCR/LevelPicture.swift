package import Imaging
package import TextAnalysis

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
