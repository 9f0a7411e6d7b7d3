import OCR
import TextAnalysis

/// The server's reply to a worker that offered lines of its image.
struct SharingReply: Equatable {
    /// Number of the request that the offer belongs to; the reply may come after that request was answered.
    let number: UInt64
    /// The words of each strip; nil if no other worker could read them.
    let readings: [[Transcript.Word]]?

    /// Tells a reply from a request, whose first byte is a `WorkerRequest.Subject`.
    private static let mark = UInt8(ascii: "h")

    init(number: UInt64, readings: [[Transcript.Word]]?) {
        self.number = number
        self.readings = readings
    }

    static func isReply(_ bytes: [UInt8]) -> Bool { bytes.first == mark }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.byte(Self.mark)
        writer.integer(number)
        writer.byte(readings == nil ? 0 : 1)
        if let readings { writer.readings(readings) }
        return writer.bytes
    }

    init(decoding bytes: [UInt8], strips: [LineStrip]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte() == Self.mark else { throw WireError() }
        number = try reader.integer64()
        switch try reader.byte() {
        case 0: readings = nil
        case 1: readings = try reader.readings(of: strips)
        default: throw WireError()
        }
        try reader.finish()
    }
}

extension [LineStrip] {
    /// Decodes the strips that follow a `WorkerRequest` with the subject `strips`.
    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        self = try reader.strips()
        try reader.finish()
    }
}

extension WireWriter {
    mutating func strips(_ strips: [LineStrip]) {
        count(strips.count)
        for strip in strips {
            count(strip.width)
            raw(strip.pixels)
        }
    }

    mutating func readings(_ readings: [[Transcript.Word]]) {
        count(readings.count)
        for words in readings {
            count(words.count)
            for word in words { self.word(word) }
        }
    }
}

extension WireReader {
    mutating func strips() throws(WireError) -> [LineStrip] {
        var strips: [LineStrip] = []
        for _ in 0..<(try count(1...MessageLimit.strips)) {
            let width = try count(1...LineStrip.maxWidth)
            guard let strip = LineStrip(width: width, pixels: try raw(width * LineStrip.height)) else {
                throw WireError()
            }
            strips.append(strip)
        }
        return strips
    }

    /// - Parameter strips: the strips that were read. Every word must lie on its strip.
    mutating func readings(of strips: [LineStrip]) throws(WireError) -> [[Transcript.Word]] {
        guard try count(1...MessageLimit.strips) == strips.count else { throw WireError() }
        var readings: [[Transcript.Word]] = []
        for strip in strips {
            var words: [Transcript.Word] = []
            for _ in 0..<(try count(0...MessageLimit.stripWords)) {
                words.append(try word(width: strip.width, height: LineStrip.height))
            }
            readings.append(words)
        }
        return readings
    }
}
