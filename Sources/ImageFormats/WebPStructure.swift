/// WebP (RFC 9649): the size from the first chunk, and an animation's first frame as a still picture.
package enum WebPStructure {
    private static let fileName = "RIFF"
    private static let formatName = "WEBP"
    /// The offset of the format's name, after the container's name and length.
    private static let formatOffset = 8
    private static let firstChunk = 12

    /// Bits of the first byte of the VP8X chunk (section 2.7.1).
    private static let animationFlag = 0x02
    private static let exifFlag = 0x08
    private static let alphaFlag: UInt8 = 0x10
    /// The number of bytes of an animation frame's own fields, before its chunks. The frame's size stands at `frameSize`.
    private static let frameFieldsLength = 16
    private static let frameSize = 6..<12
    private static let frameFlags = 15
    /// Bits of a frame's flags: it replaces what is under it, and its area is cleared after it.
    private static let replacingFlag = 0x02
    private static let clearingFlag = 0x01
    /// The number of bytes of a VP8X chunk's data.
    private static let extendedLength: UInt8 = 10
    /// The number of bits of a width or height in VP8 and VP8L chunks.
    private static let sideBits = 14
    private static let sideMask = 1 << sideBits - 1

    static func isSignature(_ reader: ByteReader) -> Bool {
        reader.matches(fileName, at: 0) && reader.matches(formatName, at: formatOffset)
    }

    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        let still = try firstFrame(reader).map(ByteReader.init) ?? reader
        guard let chunk = Chunk(still, at: firstChunk) else { throw .corrupt(.webp, .truncated) }
        guard let (width, height) = size(still, of: chunk) else { throw .corrupt(.webp, .badHeader) }
        return try ImageHeader(
            format: .webp, width: width, height: height, orientation: orientation(reader))
    }

    /// Whether the file is as long as its header announces.
    static func isComplete(_ reader: ByteReader) -> Bool {
        reader.littleEndian32(at: 4).map { $0 + formatOffset <= reader.count } ?? false
    }

    /// The orientation in the EXIF chunk, which stands after the pixels.
    private static func orientation(_ reader: ByteReader) -> Orientation {
        guard let top = extended(reader, with: exifFlag) else { return .upright }
        var next = top.end
        while let chunk = Chunk(reader, at: next) {
            if chunk.isNamed("EXIF") {
                return Orientation(exif: reader, at: chunk.payload, count: chunk.length)
            }
            next = chunk.end
        }
        return .upright
    }

    /// The VP8X chunk if there is one and the flag is set in it; nil otherwise.
    private static func extended(_ reader: ByteReader, with flag: Int) -> Chunk? {
        guard let top = Chunk(reader, at: firstChunk), top.isNamed("VP8X"),
            (reader.byte(at: top.payload) ?? 0) & flag != 0
        else { return nil }
        return top
    }

    private struct Chunk {
        let name: [UInt8]
        let payload: Int
        let length: Int
        /// The offset after the data, which is padded to an even number of bytes. It may lie beyond the file's end.
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
        // Lossy: a key frame's start code stands after its tag of three bytes (RFC 6386, section 9.1).
        if chunk.isNamed("VP8 "), reader.matches([0x9D, 0x01, 0x2A], at: start + 3),
            let width = reader.littleEndian16(at: start + 6),
            let height = reader.littleEndian16(at: start + 8)
        {
            return (width & sideMask, height & sideMask)
        }
        // Lossless: both sides, less one, stand after a signature of one byte (section 3.4).
        if chunk.isNamed("VP8L"), reader.byte(at: start) == 0x2F,
            let bits = reader.littleEndian32(at: start + 1)
        {
            return ((bits & sideMask) + 1, (bits >> sideBits & sideMask) + 1)
        }
        if chunk.isNamed("VP8X"), let width = reader.littleEndian24(at: start + 4),
            let height = reader.littleEndian24(at: start + 7)
        {
            return (width + 1, height + 1)
        }
        return nil
    }

    /// An animation's first frame as a file of its own, because the decoder takes stills only; nil for a still picture.
    package static func firstFrame(_ reader: ByteReader) throws(ImagingError) -> [UInt8]? {
        guard let top = extended(reader, with: animationFlag) else { return nil }
        var offset = top.end
        while let chunk = Chunk(reader, at: offset) {
            guard chunk.end <= reader.count else { throw .corrupt(.webp, .truncated) }
            if chunk.isNamed("ANMF"), chunk.end >= chunk.payload + frameFieldsLength {
                return still(ByteReader(Array(reader.bytes[chunk.payload..<chunk.end])))
            }
            offset = chunk.end
        }
        throw .corrupt(.webp, .truncated)
    }

    /// The frames of an animation; none for a still picture.
    static func frames(_ reader: ByteReader) -> ImageFrames {
        guard let top = extended(reader, with: animationFlag), let size = size(reader, of: top) else {
            return ImageFrames(canvas: nil)
        }
        var frames = ImageFrames(canvas: size)
        var offset = top.end
        while let chunk = Chunk(reader, at: offset) {
            if chunk.isNamed("ANMF") {
                guard chunk.end <= reader.count, let frame = frame(reader, at: chunk.payload..<chunk.end)
                else {
                    frames.areAll = false
                    break
                }
                guard frames.add(frame) else { break }
            }
            offset = chunk.end
        }
        return frames
    }

    private static func frame(_ reader: ByteReader, at range: Range<Int>) -> ImageFrames.Frame? {
        let start = range.lowerBound
        guard range.count >= frameFieldsLength, let x = reader.littleEndian24(at: start),
            let y = reader.littleEndian24(at: start + 3), let flags = reader.byte(at: start + frameFlags),
            let width = reader.littleEndian24(at: start + frameSize.lowerBound),
            let height = reader.littleEndian24(at: start + frameSize.lowerBound + 3)
        else { return nil }
        var frame = ImageFrames.Frame(width: width + 1, height: height + 1) {
            still(ByteReader(Array(reader.bytes[range])))
        }
        // Places are stored in units of two pixels.
        (frame.x, frame.y) = (2 * x, 2 * y)
        frame.isBlended = flags & replacingFlag == 0
        if flags & clearingFlag != 0 { frame.disposal = .clear }
        return frame
    }

    private static func still(_ frame: ByteReader) -> [UInt8] {
        var body = Array(formatName.utf8)
        if let first = Chunk(frame, at: frameFieldsLength), first.isNamed("ALPH") {
            body += Array("VP8X".utf8) + [extendedLength, 0, 0, 0, alphaFlag, 0, 0, 0]
            body += frame.bytes[frameSize]
        }
        body += frame.bytes[frameFieldsLength...]
        let count = UInt32(truncatingIfNeeded: body.count)
        return Array(fileName.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + body
    }
}
