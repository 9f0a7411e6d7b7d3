/// How stored pixels must be turned to stand upright; the raw values are those of EXIF tag 274.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, transposed, quarterTurn, transversed, threeQuarterTurn

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Reads the tag from an EXIF block (`Exif\0\0` and a TIFF header) that begins at `offset`. Whatever is
    /// damaged, missing or outside 1…8 counts as upright: browsers and phones do the same.
    init(exif reader: ByteReader, at offset: Int, count: Int) {
        self = .upright
        guard reader.matches([0x45, 0x78, 0x69, 0x66, 0, 0], at: offset), offset + count <= reader.count,
            count > 6
        else { return }
        let block = ByteReader(Array(reader.bytes[offset + 6..<offset + count]))
        guard let directory = try? TIFFDirectory(first: block) else { return }
        self = directory.value(of: 274).flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}
