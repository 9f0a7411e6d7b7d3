/// WebP (RFC 9649): size from the first chunk, and the first frame of an animation as a still picture.
enum WebPStructure {
    private static let animationFlag = 0x02
    private static let exifFlag = 0x08

    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        var header = try size(try firstFrame(reader).map(ByteReader.init) ?? reader)
        header.orientation = orientation(reader)
        return header
    }

    private static func size(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        guard let chunk = Chunk(reader, at: 12) else { throw .corrupt(.webp, .truncated) }
        guard let (width, height) = size(reader, of: chunk) else { throw .corrupt(.webp, .badHeader) }
        return try ImageHeader(format: .webp, width: width, height: height)
    }

    /// What the EXIF chunk says, which stands behind the pixels.
    private static func orientation(_ reader: ByteReader) -> Orientation {
        guard let top = Chunk(reader, at: 12), top.isNamed("VP8X"),
            (reader.byte(at: top.payload) ?? 0) & exifFlag != 0
        else { return .upright }
        var next = top.end
        while let chunk = Chunk(reader, at: next) {
            if chunk.isNamed("EXIF") {
                return Orientation(exif: reader, at: chunk.payload, count: chunk.length)
            }
            next = chunk.end
        }
        return .upright
    }

    private struct Chunk {
        let name: [UInt8]
        let payload: Int
        let length: Int
        /// Padded to an even number of bytes; may lie beyond the file's end.
        let end: Int

        init?(_ reader: ByteReader, at offset: Int) {
            guard let length = reader.littleEndian32(at: offset + 4) else { return nil }
            self.length = length
            name = Array(reader.bytes[offset..<offset + 4])
            payload = offset + 8
            end = payload + length + length % 2
        }

        func isNamed(_ ascii: String) -> Bool { name.elementsEqual(ascii.utf8) }
    }

    private static func size(_ reader: ByteReader, of chunk: Chunk) -> (Int, Int)? {
        let start = chunk.payload
        if chunk.isNamed("VP8 "), reader.matches([0x9D, 0x01, 0x2A], at: start + 3),
            let width = reader.littleEndian16(at: start + 6),
            let height = reader.littleEndian16(at: start + 8)
        {
            return (width & 0x3FFF, height & 0x3FFF)
        }
        if chunk.isNamed("VP8L"), reader.byte(at: start) == 0x2F,
            let bits = reader.littleEndian32(at: start + 1)
        {
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        if chunk.isNamed("VP8X"), let width = reader.littleEndian24(at: start + 4),
            let height = reader.littleEndian24(at: start + 7)
        {
            return (width + 1, height + 1)
        }
        return nil
    }

    /// The first frame as a file of its own where the picture is animated (the decoder takes stills only);
    /// nil for a still picture.
    static func firstFrame(_ reader: ByteReader) throws(ImagingError) -> [UInt8]? {
        guard let top = Chunk(reader, at: 12), top.isNamed("VP8X"),
            (reader.byte(at: top.payload) ?? 0) & animationFlag != 0
        else { return nil }
        var offset = top.end
        while let chunk = Chunk(reader, at: offset) {
            guard chunk.end <= reader.count else { throw .corrupt(.webp, .truncated) }
            // A frame's own fields take sixteen bytes before its chunks.
            if chunk.isNamed("ANMF"), chunk.end >= chunk.payload + 16 {
                return still(ByteReader(Array(reader.bytes[chunk.payload..<chunk.end])))
            }
            offset = chunk.end
        }
        throw .corrupt(.webp, .truncated)
    }

    private static func still(_ frame: ByteReader) -> [UInt8] {
        var body = Array("WEBP".utf8)
        if let first = Chunk(frame, at: 16), first.isNamed("ALPH") {
            let alphaFlag: UInt8 = 0x10
            body += Array("VP8X".utf8) + [10, 0, 0, 0, alphaFlag, 0, 0, 0] + frame.bytes[6..<12]
        }
        body += frame.bytes[16...]
        let count = UInt32(truncatingIfNeeded: body.count)
        return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + body
    }
}
