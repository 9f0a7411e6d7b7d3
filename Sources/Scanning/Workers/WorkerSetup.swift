import FoundationEssentials
package import Imaging
import OCR
import SystemSupport

/// The first message to a worker: all that it needs to get ready.
package struct WorkerSetup: Sendable, Equatable {
    /// The process id of the server that starts the worker.
    var parent: Int32 = 0
    /// The directory of Tesseract's language data.
    package var tessdata: String
    /// The directory of the line model; empty for none.
    package var lineModel: String
    package var languageFiles: String
    /// The Tesseract names of the languages to load at the start.
    package var languages: [String]
    package var limits: ImageLimits
    /// The largest number of bytes of private memory.
    package var memory: Int
    /// The longest processor time for one request.
    package var processorTime: Duration

    package init(
        tessdata: String, lineModel: String, languageFiles: String, languages: [String], limits: ImageLimits,
        memory: Int, processorTime: Duration
    ) {
        self.tessdata = tessdata
        self.lineModel = lineModel
        self.languageFiles = languageFiles
        self.languages = languages
        self.limits = limits
        self.memory = memory
        self.processorTime = processorTime
    }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.integer(UInt32(bitPattern: parent))
        writer.string(tessdata)
        writer.string(lineModel)
        writer.string(languageFiles)
        writer.strings(languages)
        writer.duration(processorTime)
        writer.integer(UInt64(limits.maxPixels))
        writer.integer(UInt64(limits.maxSide))
        writer.integer(UInt64(memory))
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        parent = Int32(bitPattern: try reader.integer32())
        tessdata = try reader.string(upTo: MessageLimit.setup)
        lineModel = try reader.string(upTo: MessageLimit.setup)
        languageFiles = try reader.string(upTo: MessageLimit.setup)
        languages = try reader.strings(upTo: MessageLimit.setup, each: MessageLimit.setup)
        processorTime = try reader.duration(upTo: MessageLimit.timeLimit)
        limits = ImageLimits(maxPixels: try reader.natural(), maxSide: try reader.natural())
        memory = try reader.natural()
        try reader.finish()
    }
}

/// The first message from a worker, which says whether it can read, and what became of its rights.
enum WorkerGreeting: Equatable {
    case ready(WorkerProtections)
    case failed(OCRError)

    var encoded: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .ready(let protections):
            writer.byte(UInt8(ascii: "+"))
            for protection in WorkerProtection.allCases {
                writer.flag(protections.held.contains(protection))
            }
            writer.count(protections.landlockVersion)
        case .failed(let error):
            writer.byte(UInt8(ascii: "-"))
            writer.ocrError(error)
        }
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.byte() {
        case UInt8(ascii: "+"):
            var held: Set<WorkerProtection> = []
            for protection in WorkerProtection.allCases where try reader.flag() { held.insert(protection) }
            self = .ready(
                WorkerProtections(held: held, landlockVersion: try reader.count(0...MessageLimit.version)))
        case UInt8(ascii: "-"): self = .failed(try reader.ocrError())
        default: throw WireError()
        }
        try reader.finish()
    }
}
