/// GIF (GIF89a): the first frame's size, and where its data ends.
package struct GIFStructure {
    let header: ImageHeader
    /// The file up to the end of the first frame, closed properly: decoders read every frame that they are given.
    package let firstFrame: [UInt8]

    /// The bytes with which the kinds of blocks begin.
    enum Introducer {
        static let frame = 0x2C
        static let `extension` = 0x21
        static let trailer = 0x3B
    }

    /// The number of bytes of the signature and the screen descriptor.
    static let headerLength = 13
    /// The offset of the screen descriptor's packed fields.
    private static let screenFlags = 10
    /// The offsets of a frame descriptor's fields, and its length in bytes, introducer included.
    static let frameWidth = 5
    static let frameHeight = 7
    static let frameFlags = 9
    static let frameLength = 10

    package init(_ reader: ByteReader) throws(ImagingError) {
        guard var offset = Self.firstBlock(reader) else { throw .corrupt(.gif, .truncated) }
        while let introducer = reader.byte(at: offset), introducer == Introducer.extension {
            offset = try Self.endOfData(reader, from: offset + 2)
        }
        guard let introducer = reader.byte(at: offset) else { throw .corrupt(.gif, .truncated) }
        guard introducer == Introducer.frame,
            let width = reader.littleEndian16(at: offset + Self.frameWidth),
            let height = reader.littleEndian16(at: offset + Self.frameHeight),
            let data = Self.frameData(reader, at: offset)
        else { throw .corrupt(.gif, .badHeader) }
        header = try ImageHeader(format: .gif, width: width, height: height)
        let end = try Self.endOfData(reader, from: data)
        firstFrame = Array(reader.bytes[..<end]) + [UInt8(Introducer.trailer)]
    }

    /// Whether blocks follow each other up to the trailer (appendix B).
    static func isComplete(_ reader: ByteReader) -> Bool {
        guard var offset = firstBlock(reader) else { return false }
        while let introducer = reader.byte(at: offset) {
            let data: Int?
            switch introducer {
            case Introducer.trailer: return true
            case Introducer.extension: data = offset + 2
            case Introducer.frame: data = frameData(reader, at: offset)
            default: return false
            }
            guard let data, let end = try? endOfData(reader, from: data) else { return false }
            offset = end
        }
        return false
    }

    /// The offset after the header and the global colour table.
    static func firstBlock(_ reader: ByteReader) -> Int? {
        guard let flags = reader.byte(at: screenFlags), reader.count >= headerLength else { return nil }
        return headerLength + colorTableLength(flags)
    }

    /// The offset of a frame's data blocks: after its descriptor, its own colour table and the byte that holds the code size.
    static func frameData(_ reader: ByteReader, at offset: Int) -> Int? {
        reader.byte(at: offset + frameFlags).map { offset + frameLength + colorTableLength($0) + 1 }
    }

    /// The number of bytes of the colour table that packed fields describe. The highest bit says whether there is one. The
    /// lowest three bits hold the number of bits of its indices, less one. Each colour takes three bytes.
    static func colorTableLength(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
    }

    /// The offset after a run of data blocks. Each block begins with its length, and the last one is empty.
    static func endOfData(_ reader: ByteReader, from start: Int) throws(ImagingError) -> Int {
        var offset = start
        while let length = reader.byte(at: offset) {
            offset += length + 1
            if length == 0 { return offset }
        }
        throw .corrupt(.gif, .truncated)
    }
}
