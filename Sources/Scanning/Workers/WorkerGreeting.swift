import OCR
import SystemSupport

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
