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

    /// Returns what was read here with places on the bitmap as it lay.
    package func onBitmap(_ transcript: Transcript) -> Transcript {
        tilts.reversed().reduce(transcript) { $1.onPicture($0) }
    }
}
