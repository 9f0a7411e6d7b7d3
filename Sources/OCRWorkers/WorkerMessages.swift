import FoundationEssentials
package import Imaging
import OCR
import TextAnalysis

/// The first frame to a reader process: all it needs to become one.
package struct WorkerSetup: Sendable, Equatable {
    /// The process that started it.
    var parent: Int32 = 0
    package var tessdata: String
    /// What it makes ready.
    package var languages: [String]
    package var limits: ImageLimits
    /// Bytes of private memory.
    package var memory: Int

    package init(tessdata: String, languages: [String], limits: ImageLimits, memory: Int) {
        self.tessdata = tessdata
        self.languages = languages
        self.limits = limits
        self.memory = memory
    }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.integer(UInt32(bitPattern: parent))
        writer.string(tessdata)
        writer.strings(languages)
        writer.integer(UInt64(limits.maxPixels))
        writer.integer(UInt64(limits.maxSide))
        writer.integer(UInt64(memory))
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        parent = Int32(bitPattern: try reader.integer32())
        tessdata = try reader.string(upTo: FrameLimit.setup)
        languages = try reader.strings(upTo: FrameLimit.setup, each: FrameLimit.setup)
        limits = ImageLimits(
            maxPixels: Int(clamping: try reader.integer64()), maxSide: Int(clamping: try reader.integer64()))
        memory = Int(clamping: try reader.integer64())
        try reader.finish()
    }
}

/// What is asked of a reader process; the picture follows in a frame of its own.
struct WorkerRequest: Equatable {
    /// Comes back with the answer.
    let number: UInt64
    let languages: [String]
    let timeLimit: Duration

    init(number: UInt64, languages: [String], timeLimit: Duration) {
        self.number = number
        self.languages = languages
        self.timeLimit = timeLimit
    }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.integer(number)
        writer.strings(languages)
        writer.duration(timeLimit)
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        number = try reader.integer64()
        languages = try reader.strings(upTo: FrameLimit.setup, each: FrameLimit.setup)
        timeLimit = try reader.duration(upTo: .seconds(1 << 30))
        try reader.finish()
    }
}

/// The first frame from a reader process: whether it is warm.
enum WorkerGreeting: Equatable {
    case ready
    case failed(OCRError)

    var encoded: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .ready: writer.byte(UInt8(ascii: "+"))
        case .failed(let error):
            writer.byte(UInt8(ascii: "-"))
            writer.ocrError(error)
        }
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.byte() {
        case UInt8(ascii: "+"): self = .ready
        case UInt8(ascii: "-"): self = .failed(try reader.ocrError())
        default: throw WireError()
        }
        try reader.finish()
    }
}

/// Bounds on frames, in bytes.
enum FrameLimit {
    /// Trusted, and small.
    static let setup = 65_536
    /// Some 400,000 words.
    static let answer = 16 << 20
}
