/// How stored pixels must be turned to stand upright; the raw values are those of EXIF tag 274.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, transposed, quarterTurn, transversed, threeQuarterTurn

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Reads the tag from an EXIF block that begins at `offset`: a TIFF header, behind `Exif\0\0` in JPEG, and in
    /// some WebP files. Whatever is damaged, missing or outside 1…8 counts as upright: browsers and phones do
    /// the same.
    init(exif reader: ByteReader, at offset: Int, count: Int) {
        self = .upright
        let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
        let start = reader.matches(prefix, at: offset) ? offset + prefix.count : offset
        guard offset >= 0, offset + count <= reader.count, offset + count > start else { return }
        let block = ByteReader(Array(reader.bytes[start..<offset + count]))
        guard let directory = try? TIFFDirectory(first: block) else { return }
        self = directory.value(of: 274).flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}
