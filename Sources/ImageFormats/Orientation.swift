/// How stored pixels must be turned to stand upright; the raw values are those of EXIF tag 274.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, transposed, quarterTurn, transversed, threeQuarterTurn

    /// Whether the stored width is the upright picture's height.
    package var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    private static let tag = 274
    /// Reads the tag from an EXIF block that begins at `offset`. A value that is damaged, missing or outside 1…8 counts as
    /// upright, as it does in browsers and on phones.
    init(exif reader: ByteReader, at offset: Int, count: Int) {
        let directory = TIFFDirectory(exif: reader, at: offset, count: count)
        self = directory?.value(of: Self.tag).flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}
