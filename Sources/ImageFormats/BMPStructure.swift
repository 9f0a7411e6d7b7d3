/// Windows bitmaps with an info, V4 or V5 header (Microsoft's BITMAPFILEHEADER, then BITMAPINFOHEADER or a longer one).
package enum BMPStructure {
    /// The offsets of the headers' fields, in bytes from the file's start.
    private enum Field {
        static let fileSize = 2
        static let dataOffset = 10
        static let headerSize = 14
        static let width = 18
        static let height = 22
        static let depth = 28
        static let compression = 30
    }

    private static let signature = "BM"
    /// The number of bytes of the file header and the smallest info header, the core header.
    private static let minLength = 26
    /// The size in bytes of OS/2's core header. Files with it are not read.
    private static let coreHeaderSize = 12
    /// The sizes in bytes of all info headers that exist.
    private static let headerSizes = [coreHeaderSize, 40, 52, 56, 64, 108, 124]
    private static let depths = [1, 2, 4, 8, 16, 24, 32]
    /// The values of `BI_RGB` and `BI_BITFIELDS`. With these, rows are stored uncompressed.
    private static let uncompressed = [0, 3]

    /// Whether a file begins as a bitmap does. Many texts begin with the signature too, so the info header must have a size
    /// that exists.
    static func isSignature(_ reader: ByteReader) -> Bool {
        guard reader.matches(signature, at: 0), let size = reader.littleEndian32(at: Field.headerSize) else {
            return false
        }
        return headerSizes.contains(size)
    }

    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        guard reader.count >= minLength, let size = reader.littleEndian32(at: Field.headerSize) else {
            throw .corrupt(.bmp, .truncated)
        }
        if size == coreHeaderSize { throw .unsupportedFeature(.bmp, feature: "core-header") }
        guard let width = signed32(reader, at: Field.width), let height = signed32(reader, at: Field.height),
            let depth = reader.littleEndian16(at: Field.depth),
            let compression = reader.littleEndian32(at: Field.compression)
        else { throw .corrupt(.bmp, .truncated) }
        guard width > 0, depths.contains(depth) else { throw .corrupt(.bmp, .badHeader) }
        guard uncompressed.contains(compression) else {
            throw .unsupportedFeature(.bmp, feature: "compression")
        }
        return try ImageHeader(format: .bmp, width: width, height: abs(height))
    }

    /// Checks that the file holds all rows, whose length is known as they are stored uncompressed.
    /// - Precondition: the size in `header` is within the limits.
    package static func checkData(_ reader: ByteReader, header: ImageHeader) throws(ImagingError) {
        guard let offset = reader.littleEndian32(at: Field.dataOffset),
            let depth = reader.littleEndian16(at: Field.depth)
        else { throw .corrupt(.bmp, .truncated) }
        // Each row is padded to a multiple of 32 bits (4 bytes).
        let rowBytes = (header.width * depth + 31) / 32 * 4
        guard offset >= minLength, offset + rowBytes * header.height <= reader.count else {
            throw .corrupt(.bmp, .truncated)
        }
    }

    static func isComplete(_ reader: ByteReader) -> Bool {
        reader.littleEndian32(at: Field.fileSize).map { $0 <= reader.count } ?? false
    }

    /// Returns a signed number of 32 bits. A height is negative if the rows run from top to bottom.
    private static func signed32(_ reader: ByteReader, at offset: Int) -> Int? {
        reader.littleEndian32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
}
