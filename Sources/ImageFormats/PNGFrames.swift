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
