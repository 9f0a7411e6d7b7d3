/// GIF: the first frame's size and where its data ends.
struct GIFStructure {
    let header: ImageHeader
    /// The file up to the first frame, closed properly; decoders read every frame they are given.
    let firstFrame: [UInt8]

    init(_ reader: ByteReader) throws(ImagingError) {
        guard let flags = reader.byte(at: 10), reader.count >= 13 else { throw .corrupt(.gif, .truncated) }
        var offset = 13 + Self.colorTableLength(flags)
        while let introducer = reader.byte(at: offset), introducer == 0x21 {
            offset = try Self.skipBlocks(reader, from: offset + 2)
        }
        guard let introducer = reader.byte(at: offset) else { throw .corrupt(.gif, .truncated) }
        guard introducer == 0x2C, let width = reader.littleEndian16(at: offset + 5),
            let height = reader.littleEndian16(at: offset + 7), let frameFlags = reader.byte(at: offset + 9)
        else { throw .corrupt(.gif, .badHeader) }
        header = try ImageHeader(format: .gif, width: width, height: height)
        // Ten bytes of descriptor, the frame's own colours, one byte of code size.
        let end = try Self.skipBlocks(reader, from: offset + 11 + Self.colorTableLength(frameFlags))
        firstFrame = Array(reader.bytes[..<end]) + [0x3B]
    }

    private static func colorTableLength(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
    }

    /// The offset behind a run of data blocks.
    private static func skipBlocks(_ reader: ByteReader, from start: Int) throws(ImagingError) -> Int {
        var offset = start
        while let length = reader.byte(at: offset) {
            offset += length + 1
            if length == 0 { return offset }
        }
        throw .corrupt(.gif, .truncated)
    }
}
