/// PNG (third edition): the header's facts, and the chunks that decoding needs.
package enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The offsets of the IHDR chunk's fields, in bytes from the file's start.
    private enum Field {
        static let name = 12
        static let width = 16
        static let height = 20
        static let depth = 24
        static let colorType = 25
        static let compression = 26
        static let filter = 27
        static let interlacing = 28
    }

    /// The number of bytes of the IHDR chunk's data.
    private static let headerLength = 13
    /// The number of bytes of a chunk's length, name and checksum.
    private static let chunkOverhead = 12
    /// The bit of the colour type that announces an alpha channel.
    private static let alphaFlag = 4
    /// The bit depths that each colour type allows (table 8).
    private static let depths: [Int: [Int]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        // This is Apple's own variant, which only its systems read.
        if reader.matches("CgBI", at: Field.name) { throw .unsupportedFeature(.png, feature: "cgbi") }
        guard reader.count >= signature.count + chunkOverhead + headerLength else {
            throw .corrupt(.png, .truncated)
        }
        guard reader.bigEndian32(at: signature.count) == headerLength,
            reader.matches("IHDR", at: Field.name),
            let width = reader.bigEndian32(at: Field.width),
            let height = reader.bigEndian32(at: Field.height),
            width <= Int(Int32.max), height <= Int(Int32.max),
            let depth = reader.byte(at: Field.depth), let colorType = reader.byte(at: Field.colorType),
            let allowed = depths[colorType], allowed.contains(depth),
            reader.byte(at: Field.compression) == 0, reader.byte(at: Field.filter) == 0,
            let interlacing = reader.byte(at: Field.interlacing), interlacing <= 1
        else { throw .corrupt(.png, .badHeader) }
        return try ImageHeader(
            format: .png, width: width, height: height, orientation: orientation(reader))
    }

    /// The chunks that make the default image's pixels, so that libpng never sees text, profiles, animation, gamma or
    /// trailing bytes, and no chunk longer than the file itself.
    package struct Parts {
        /// The signature and the chunks before the pixels.
        package fileprivate(set) var head: [UInt8]
        /// The pixels as one zlib stream, whatever number of chunks it came in.
        package fileprivate(set) var data: [UInt8] = []
        package fileprivate(set) var hasAlpha: Bool
    }

    /// - Precondition: the header has been read without an error.
    package static func parts(_ reader: ByteReader) throws(ImagingError) -> Parts {
        let colorType = reader.byte(at: Field.colorType) ?? 0
        var parts = Parts(head: signature, hasAlpha: colorType & alphaFlag != 0)
        parts.data.reserveCapacity(reader.count)
        var next = signature.count
        while let chunk = Chunk(reader, at: next), chunk.kind != .end {
            guard chunk.end <= reader.count else { throw .corrupt(.png, .truncated) }
            switch chunk.kind {
            case .data: parts.data += reader.bytes[chunk.payload]
            case .header, .palette, .transparency:
                // After the first pixels these chunks come too late to matter.
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

    /// Whether the chunks go on to `IEND` (section 5.3); what follows it doesn't matter.
    static func isComplete(_ reader: ByteReader) -> Bool {
        var next = signature.count
        while let chunk = Chunk(reader, at: next) {
            if chunk.kind == .end { return chunk.end <= reader.count }
            next = chunk.end
        }
        return false
    }

    /// Whether a file is a PNG of this size in three colours of eight bits, and holds nothing but its pixels: no text, no profile, no
    /// place, no time, and nothing behind its end.
    package static func isBare(_ bytes: [UInt8], width: Int, height: Int) -> Bool {
        let reader = ByteReader(bytes)
        guard bytes.starts(with: signature), let header = try? self.header(reader),
            (header.width, header.height) == (width, height), reader.byte(at: Field.depth) == bareDepth,
            reader.byte(at: Field.colorType) == bareColorType, reader.byte(at: Field.interlacing) == 0,
            let first = Chunk(reader, at: signature.count)
        else { return false }
        var next = first.end
        while let chunk = Chunk(reader, at: next) {
            next = chunk.end
            if chunk.kind == .end { return chunk.payload.isEmpty && next == bytes.count }
            guard chunk.kind == .data else { return false }
        }
        return false
    }

    /// The bits of a sample, and the colour type of red, green and blue.
    private static let bareDepth = 8
    private static let bareColorType = 2

    /// The orientation in the eXIf chunk, which may stand anywhere.
    private static func orientation(_ reader: ByteReader) -> Orientation {
        var next = signature.count
        while let chunk = Chunk(reader, at: next), chunk.kind != .end {
            if chunk.kind == .exif {
                return Orientation(exif: reader, at: chunk.payload.lowerBound, count: chunk.payload.count)
            }
            next = chunk.end
        }
        return .upright
    }

    struct Chunk {
        /// The kinds of chunks that are read. The raw values are their names, as numbers of four bytes.
        enum Kind: Int {
            /// The chunk IHDR holds the image's size and colour type.
            case header = 0x4948_4452
            /// The chunk PLTE holds the palette.
            case palette = 0x504C_5445
            /// The chunk tRNS holds the transparency of pictures without an alpha channel.
            case transparency = 0x7452_4E53
            /// The chunks IDAT hold the compressed pixels.
            case data = 0x4944_4154
            /// The chunks fcTL hold the sizes and places of an animation's frames, and fdAT their compressed pixels.
            case frameControl = 0x6663_544C
            case frameData = 0x6664_4154
            /// The chunk eXIf holds the orientation.
            case exif = 0x6558_4966
            /// The chunk IEND ends the file.
            case end = 0x4945_4E44
        }

        /// The chunk's kind; nil for kinds that aren't needed.
        let kind: Kind?
        /// The range of the chunk's data. It may reach beyond the file's end.
        let payload: Range<Int>
        /// The offset after the checksum, which takes four bytes.
        var end: Int { payload.upperBound + 4 }

        init?(_ reader: ByteReader, at offset: Int) {
            guard let length = reader.bigEndian32(at: offset) else { return nil }
            kind = reader.bigEndian32(at: offset + 4).flatMap(Kind.init(rawValue:))
            payload = offset + 8..<offset + 8 + length
        }
    }
}

/// The frames of an animated PNG (third edition, section 4.9). Its default image may be the first of them; if it isn't, viewers of
/// animations never show it, but others do.
struct PNGFrames {
    /// The offsets of the fields of a frame's control chunk, from its data's start.
    private enum Control {
        static let width = 4
        static let height = 8
        static let x = 12
        static let y = 16
        static let disposal = 24
        static let blending = 25
        static let length = 26
    }

    /// The number of bytes of the sequence number with which a frame's data begins.
    private static let sequenceLength = 4
    /// The number of bytes of width and height in the header chunk.
    private static let sizeLength = 8

    private let reader: ByteReader
    private let header: Range<Int>
    private(set) var frames: ImageFrames
    /// The frame whose data is being collected.
    private var frame: (x: Int, y: Int, width: Int, height: Int, disposal: Int, blending: Int)
    private var payloads: [Range<Int>] = []
    /// The chunks of palette and transparency. Only those before the first pixels count.
    private var settings: [Range<Int>] = []

    init(_ reader: ByteReader) {
        self.reader = reader
        let start = PNGStructure.signature.count
        let top = PNGStructure.Chunk(reader, at: start)
        header = top?.payload ?? start..<start
        let width = reader.bigEndian32(at: header.lowerBound) ?? 0
        let height = reader.bigEndian32(at: header.lowerBound + 4) ?? 0
        frames = ImageFrames(canvas: (width, height))
        // Nothing of a default image outside the animation stays on the canvas.
        frame = (0, 0, width, height, disposal: 1, blending: 0)
        frames.areAll = collect(from: top?.end ?? reader.count) && frames.areAll
    }

    /// Returns false if the structure is broken, or more frames follow than are listed.
    private mutating func collect(from start: Int) -> Bool {
        var next = start
        var hasPixels = false
        while let chunk = PNGStructure.Chunk(reader, at: next), chunk.kind != .end {
            guard chunk.end <= reader.count else { return false }
            switch chunk.kind {
            case .palette, .transparency: if !hasPixels { settings.append(next..<chunk.end) }
            case .frameControl: guard finishFrame(), begin(chunk.payload) else { return false }
            case .data:
                hasPixels = true
                payloads.append(chunk.payload)
            case .frameData: payloads.append(chunk.payload.dropFirst(Self.sequenceLength))
            default: break
            }
            next = chunk.end
        }
        return finishFrame()
    }

    private mutating func begin(_ control: Range<Int>) -> Bool {
        guard control.count >= Control.length else { return false }
        let start = control.lowerBound
        func number(_ offset: Int) -> Int { reader.bigEndian32(at: start + offset) ?? 0 }
        frame = (
            number(Control.x), number(Control.y), number(Control.width), number(Control.height),
            reader.byte(at: start + Control.disposal) ?? 0, reader.byte(at: start + Control.blending) ?? 0
        )
        return true
    }

    private mutating func finishFrame() -> Bool {
        guard !payloads.isEmpty else { return true }
        let (reader, header, settings, payloads) = (reader, header, settings, payloads)
        let size = Self.word(frame.width) + Self.word(frame.height)
        var finished = ImageFrames.Frame(width: frame.width, height: frame.height) {
            let rest = reader.bytes[header.dropFirst(Self.sizeLength)]
            let top = Array("IHDR".utf8) + size + rest
            var bytes = PNGStructure.signature + Self.word(rest.count + size.count) + top
            bytes += Self.word(Self.checksum(of: top))
            for range in settings { bytes += reader.bytes[range] }
            bytes += Self.word(payloads.reduce(0) { $0 + $1.count }) + Array("IDAT".utf8)
            for range in payloads { bytes += reader.bytes[range] }
            // Nobody looks at the checksum of pixels, nor at what follows it.
            return bytes + Self.word(0)
        }
        (finished.x, finished.y, finished.isBlended) = (frame.x, frame.y, frame.blending == 1)
        finished.disposal =
            switch frame.disposal {
            case 1: .clear
            case 2: .restore
            default: .keep
            }
        self.payloads = []
        return frames.add(finished)
    }

    private static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// The cyclic redundancy check of annex D, bit by bit.
    private static func checksum(of bytes: [UInt8]) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return Int(~sum)
    }
}
