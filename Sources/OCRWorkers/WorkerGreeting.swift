import OCR

/// The first message from a worker, which says whether it can read.
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
