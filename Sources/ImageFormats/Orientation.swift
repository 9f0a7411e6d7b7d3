/// How stored pixels must be turned to stand upright; the raw values are those of EXIF tag 274.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, transposed, quarterTurn, transversed, threeQuarterTurn

    /// Whether the stored width is the upright picture's height.
    package var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    private static let tag = 274
    /// `Exif` and two zeros, which stand before the TIFF header in JPEG files and in some WebP files.
    private static let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// Reads the tag from an EXIF block that begins at `offset`. A value that is damaged, missing or outside 1…8 counts as
    /// upright, as it does in browsers and on phones.
    init(exif reader: ByteReader, at offset: Int, count: Int) {
        self = .upright
        let start = reader.matches(Self.prefix, at: offset) ? offset + Self.prefix.count : offset
        guard offset >= 0, offset + count <= reader.count, offset + count > start else { return }
        let block = ByteReader(Array(reader.bytes[start..<offset + count]))
        guard let directory = try? TIFFDirectory(block) else { return }
        self = directory.value(of: Self.tag).flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}
