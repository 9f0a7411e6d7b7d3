/// PNG (third edition): header facts and the chunks that decoding needs.
enum PNGStructure {
    private static let signatureLength = 8
    /// Length, name and checksum around a chunk's data.
    private static let chunkOverhead = 12

    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        if reader.matches("CgBI", at: 12) { throw .unsupportedFeature(.png, feature: "cgbi") }
        guard reader.count >= signatureLength + chunkOverhead + 13 else { throw .corrupt(.png, .truncated) }
        guard reader.bigEndian32(at: 8) == 13, reader.matches("IHDR", at: 12),
            let width = reader.bigEndian32(at: 16), let height = reader.bigEndian32(at: 20),
            width <= Int(Int32.max), height <= Int(Int32.max),
            let depth = reader.byte(at: 24), let colorType = reader.byte(at: 25),
            let allowed = depths[colorType], allowed.contains(depth),
            reader.byte(at: 26) == 0, reader.byte(at: 27) == 0, (reader.byte(at: 28) ?? 2) <= 1
        else { throw .corrupt(.png, .badHeader) }
        return try ImageHeader(format: .png, width: width, height: height)
    }

    /// Bit depths by colour type.
    private static let depths: [Int: [Int]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// The file cut down to the chunks that make the default image's pixels, so that libpng never sees text,
    /// profiles, animation, gamma or trailing bytes, and no chunk longer than the file itself.
    static func essentials(_ reader: ByteReader) throws(ImagingError) -> [UInt8] {
        var result = Array(reader.bytes.prefix(signatureLength))
        result.reserveCapacity(reader.count)
        var offset = signatureLength
        var hasData = false
        while let length = reader.bigEndian32(at: offset) {
            let end = offset + chunkOverhead + length
            guard end <= reader.count else { throw .corrupt(.png, .truncated) }
            let kind = reader.bigEndian32(at: offset + 4) ?? 0
            if kind == imageEnd { break }
            if kept.contains(kind) { result.append(contentsOf: reader.bytes[offset..<end]) }
            if kind == imageData { hasData = true }
            offset = end
        }
        guard hasData else { throw .corrupt(.png, .truncated) }
        result.append(contentsOf: [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        return result
    }

    private static let imageData = 0x4944_4154
    private static let imageEnd = 0x4945_4E44
    /// IHDR, PLTE, tRNS, IDAT.
    private static let kept = [imageData, 0x4948_4452, 0x504C_5445, 0x7452_4E53]
}
