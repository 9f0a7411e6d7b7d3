import OCR
import TextAnalysis

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
    private static let maxStrips = 2_000
    private static let maxWords = 16_000

    mutating func strips() throws(WireError) -> [LineStrip] {
        var strips: [LineStrip] = []
        for _ in 0..<(try count(1...Self.maxStrips)) {
            let width = try count(1...LineStrip.maxWidth)
            guard let strip = LineStrip(width: width, pixels: try raw(width * LineStrip.height)) else {
                throw WireError()
            }
            strips.append(strip)
        }
        return strips
    }

    /// - Parameter strips: what was read; words lie on them.
    mutating func readings(of strips: [LineStrip]) throws(WireError) -> [[Transcript.Word]] {
        guard try count(1...Self.maxStrips) == strips.count else { throw WireError() }
        var readings: [[Transcript.Word]] = []
        for strip in strips {
            var words: [Transcript.Word] = []
            for _ in 0..<(try count(0...Self.maxWords)) {
                words.append(try word(width: strip.width, height: LineStrip.height))
            }
            readings.append(words)
        }
        return readings
    }
}
