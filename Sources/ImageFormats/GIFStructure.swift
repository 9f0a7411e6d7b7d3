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

extension GIFStructure {
    /// The offsets of a graphic control extension's fields from its introducer, and its label (section 23).
    private enum Control {
        static let label = 0xF9
        static let flags = 3
        static let transparentIndex = 6
    }

    /// The offsets of the screen's size in the file, and of a frame's place from its introducer.
    private static let screenWidth = 6
    private static let screenHeight = 8
    private static let frameX = 1
    private static let frameY = 3

    static func frames(_ reader: ByteReader) -> ImageFrames {
        guard var offset = firstBlock(reader), let width = reader.littleEndian16(at: screenWidth),
            let height = reader.littleEndian16(at: screenHeight)
        else { return ImageFrames(canvas: nil) }
        var frames = ImageFrames(canvas: (width, height))
        let head = 0..<offset
        var control = 0
        var transparentIndex: Int?
        while let introducer = reader.byte(at: offset), introducer != Introducer.trailer {
            // Some files are padded with zeros, which viewers skip.
            guard introducer != 0 else {
                offset += 1
                continue
            }
            let isFrame = introducer == Introducer.frame
            guard isFrame || introducer == Introducer.extension,
                let data = isFrame ? frameData(reader, at: offset) : offset + 2,
                let end = try? endOfData(reader, from: data)
            else {
                frames.areAll = false
                break
            }
            if isFrame {
                let frame = frame(
                    reader, head: head, body: offset..<end, control: control, transparentIndex)
                guard frames.add(frame) else { break }
                (control, transparentIndex) = (0, nil)
            } else if reader.byte(at: offset + 1) == Control.label {
                control = reader.byte(at: offset + Control.flags) ?? 0
                transparentIndex = control & 1 == 1 ? reader.byte(at: offset + Control.transparentIndex) : nil
            }
            offset = end
        }
        // Viewers enlarge a screen that is too small for its first frame.
        if let first = frames.frames.first {
            frames.canvas = (max(width, first.x + first.width), max(height, first.y + first.height))
        }
        return frames
    }

    /// - Parameters:
    ///   - head: the header and the colour table for all frames.
    ///   - body: the frame from its introducer to the end of its data.
    ///   - control: the packed fields that say what becomes of the frame.
    private static func frame(
        _ reader: ByteReader, head: Range<Int>, body: Range<Int>, control: Int, _ transparentIndex: Int?
    ) -> ImageFrames.Frame {
        let start = body.lowerBound
        func field(_ offset: Int) -> Int { reader.littleEndian16(at: start + offset) ?? 0 }
        let still = { Array(reader.bytes[head] + reader.bytes[body]) + [UInt8(Introducer.trailer)] }
        var frame = ImageFrames.Frame(
            width: field(frameWidth), height: field(frameHeight), still: still)
        (frame.x, frame.y) = (field(frameX), field(frameY))
        frame.isBlended = true
        frame.disposal =
            switch control >> 2 & 7 {
            case 2: .clear
            case 3: .restore
            default: .keep
            }
        guard let transparentIndex else { return frame }
        let ownColors = colorTableLength(reader.byte(at: start + frameFlags) ?? 0)
        let table =
            ownColors > 0
            ? head.upperBound + frameLength..<head.upperBound + frameLength + ownColors
            : headerLength..<head.upperBound
        frame.mask = {
            var bytes = still()
            for index in table { bytes[index] = 0 }
            let color = table.lowerBound + 3 * transparentIndex
            for index in color..<color + 3 where table.contains(index) { bytes[index] = .max }
            return bytes
        }
        return frame
    }
}
