import FoundationEssentials
package import Imaging
import OCR
import TextAnalysis

/// The first frame to a reader process: all it needs to become one.
package struct WorkerSetup: Sendable, Equatable {
    /// The process that started it.
    var parent: Int32 = 0
    package var tessdata: String
    /// Path of the folder with the language files.
    package var languageFiles: String
    /// What it makes ready.
    package var languages: [String]
    package var limits: ImageLimits
    /// Bytes of private memory.
    package var memory: Int

    package init(
        tessdata: String, languageFiles: String, languages: [String], limits: ImageLimits, memory: Int
    ) {
        self.tessdata = tessdata
        self.languageFiles = languageFiles
        self.languages = languages
        self.limits = limits
        self.memory = memory
    }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.integer(UInt32(bitPattern: parent))
        writer.string(tessdata)
        writer.string(languageFiles)
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
        languageFiles = try reader.string(upTo: FrameLimit.setup)
        languages = try reader.strings(upTo: FrameLimit.setup, each: FrameLimit.setup)
        limits = ImageLimits(maxPixels: try reader.natural(), maxSide: try reader.natural())
        memory = try reader.natural()
        try reader.finish()
    }
}

/// What is asked of a reader process.
struct WorkerRequest: Equatable {
    enum Subject: UInt8 {
        /// The picture follows in a frame of its own.
        case picture = 0x70
        /// As for a picture, and other readers may help.
        case helpedPicture = 0x71
        /// So do the strips.
        case strips = 0x73
    }

    /// Comes back with the answer.
    let number: UInt64
    let subject: Subject
    let languages: [String]
    let timeLimit: Duration

    init(number: UInt64, subject: Subject = .picture, languages: [String], timeLimit: Duration) {
        self.number = number
        self.subject = subject
        self.languages = languages
        self.timeLimit = timeLimit
    }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.byte(subject.rawValue)
        writer.integer(number)
        writer.strings(languages)
        writer.duration(timeLimit)
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard let subject = Subject(rawValue: try reader.byte()) else { throw WireError() }
        self.subject = subject
        number = try reader.integer64()
        languages = try reader.strings(upTo: FrameLimit.setup, each: FrameLimit.setup)
        timeLimit = try reader.duration(upTo: .seconds(1 << 30))
        try reader.finish()
    }
}

/// What came of a request for help.
struct HelpAnswer: Equatable {
    /// The picture's; an answer may come after its picture is done with.
    let number: UInt64
    /// One for each strip; nil where nobody could.
    let readings: [[Transcript.Word]]?

    private static let mark = UInt8(ascii: "h")

    init(number: UInt64, readings: [[Transcript.Word]]?) {
        self.number = number
        self.readings = readings
    }

    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.first == mark }

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
