/// Windows bitmaps with a core, info, V4 or V5 header.
enum BMPStructure {
    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        guard reader.count >= 26, let size = reader.littleEndian32(at: 14) else {
            throw .corrupt(.bmp, .truncated)
        }
        if size == 12 { throw .unsupportedFeature(.bmp, feature: "core-header") }
        guard let width = signed32(reader, at: 18), let height = signed32(reader, at: 22),
            let depth = reader.littleEndian16(at: 28), let compression = reader.littleEndian32(at: 30)
        else { throw .corrupt(.bmp, .truncated) }
        guard width > 0, [1, 2, 4, 8, 16, 24, 32].contains(depth) else { throw .corrupt(.bmp, .badHeader) }
        guard compression == 0 || compression == 3 else {
            throw .unsupportedFeature(.bmp, feature: "compression")
        }
        return try ImageHeader(format: .bmp, width: width, height: abs(height))
    }

    /// Rows are stored uncompressed, so their length is known; sizes must have passed the limits.
    static func checkData(_ reader: ByteReader, header: ImageHeader) throws(ImagingError) {
        guard let offset = reader.littleEndian32(at: 10), let depth = reader.littleEndian16(at: 28) else {
            throw .corrupt(.bmp, .truncated)
        }
        let rowBytes = (header.width * depth + 31) / 32 * 4
        guard offset >= 26, offset + rowBytes * header.height <= reader.count else {
            throw .corrupt(.bmp, .truncated)
        }
    }

    /// Height is negative where rows run from top to bottom.
    private static func signed32(_ reader: ByteReader, at offset: Int) -> Int? {
        reader.littleEndian32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
}
