import OCR
import TextAnalysis

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
