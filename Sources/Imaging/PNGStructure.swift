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
        return try ImageHeader(
            format: .png, width: width, height: height, orientation: orientation(reader))
    }

    /// Bit depths by colour type.
    private static let depths: [Int: [Int]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// The chunks that make the default image's pixels, so that libpng never sees text, profiles, animation,
    /// gamma or trailing bytes, and no chunk longer than the file itself.
    struct Parts {
        /// The signature and the chunks in front of the pixels.
        fileprivate(set) var head: [UInt8]
        /// One zlib stream, whatever number of chunks it came in.
        fileprivate(set) var data: [UInt8] = []
        fileprivate(set) var hasAlpha: Bool
    }

    /// - Precondition: the header has been read and found good.
    static func parts(_ reader: ByteReader) throws(ImagingError) -> Parts {
        let colorType = reader.byte(at: 25) ?? 0
        var parts = Parts(head: Array(reader.bytes.prefix(signatureLength)), hasAlpha: colorType & 4 != 0)
        parts.data.reserveCapacity(reader.count)
        var next = signatureLength
        while let chunk = Chunk(reader, at: next), chunk.kind != .end {
            guard chunk.end <= reader.count else { throw .corrupt(.png, .truncated) }
            switch chunk.kind {
            case .data: parts.data += reader.bytes[chunk.payload]
            case .header, .palette, .transparency:
                // What comes behind the pixels comes too late for them.
                guard parts.data.isEmpty else { break }
                parts.head += reader.bytes[next..<chunk.end]
                if chunk.kind == .transparency { parts.hasAlpha = true }
            default: break
            }
            next = chunk.end
        }
        guard !parts.data.isEmpty else { throw .corrupt(.png, .truncated) }
        return parts
    }

    /// What the eXIf chunk says, which may stand anywhere.
    private static func orientation(_ reader: ByteReader) -> Orientation {
        var next = signatureLength
        while let chunk = Chunk(reader, at: next), chunk.kind != .end {
            if chunk.kind == .exif {
                return Orientation(exif: reader, at: chunk.payload.lowerBound, count: chunk.payload.count)
            }
            next = chunk.end
        }
        return .upright
    }

    private struct Chunk {
        enum Kind: Int {
            case header = 0x4948_4452
            case palette = 0x504C_5445
            case transparency = 0x7452_4E53
            case data = 0x4944_4154
            case exif = 0x6558_4966
            case end = 0x4945_4E44
        }

        /// nil for the kinds that aren't needed.
        let kind: Kind?
        /// May lie beyond the file's end.
        let payload: Range<Int>
        var end: Int { payload.upperBound + 4 }

        init?(_ reader: ByteReader, at offset: Int) {
            guard let length = reader.bigEndian32(at: offset) else { return nil }
            kind = reader.bigEndian32(at: offset + 4).flatMap(Kind.init(rawValue:))
            payload = offset + 8..<offset + 8 + length
        }
    }
}
