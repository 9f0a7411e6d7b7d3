import Imaging
import OCR
import TextAnalysis

/// A message from a worker that reads an image or line strips.
enum WorkerAnswer: Equatable {
    case reading(Reading)
    /// The words of each strip.
    case words([[Transcript.Word]])
    /// Lines that another worker may read; the answer follows. Sent at most once an image, and only where the request allows it.
    case offer([LineStrip])
    /// Number of lines read so far; the answer follows. Sent at most `maxUpdates` times an image.
    case progress(read: Int, of: Int)
    /// `image`, `deadlineExceeded` or `engineFailed`: a worker knows of no other errors.
    case failure(ScanError)

    /// One update when the lines are found, and 32 while they are read: enough for a smooth bar.
    static let maxUpdates = 33
    /// Largest number of lines in an update; no image has as many.
    private static let maxLines = 1 << 20

    func encoded(number: UInt64) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(number)
        switch self {
        case .reading(let reading):
            writer.byte(UInt8(ascii: "r"))
            writer.duration(reading.decoding)
            writer.duration(reading.recognition)
            writer.transcript(reading.transcript)
        case .words(let readings):
            writer.byte(UInt8(ascii: "w"))
            writer.readings(readings)
        case .offer(let strips):
            writer.byte(UInt8(ascii: "h"))
            writer.strips(strips)
        case .progress(let read, let total):
            writer.byte(UInt8(ascii: "l"))
            writer.count(read)
            writer.count(total)
        case .failure(.image(let error)):
            writer.byte(UInt8(ascii: "i"))
            writer.imagingError(error)
        case .failure(.deadlineExceeded): writer.byte(UInt8(ascii: "d"))
        case .failure: writer.byte(UInt8(ascii: "e"))
        }
        return writer.bytes
    }

    /// - Parameters:
    ///   - strips: The strips that were to be read; nil for an image.
    ///   - limits: The limits that the image was held to; a worker has no say in them.
    /// - Throws: Where any byte is not as an answer to this request must be. Then nothing of the message is used.
    init(
        decoding bytes: [UInt8], to request: WorkerRequest, strips: [LineStrip]? = nil, limits: ImageLimits
    ) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.integer64() == request.number else { throw WireError() }
        switch (try reader.byte(), strips) {
        case (UInt8(ascii: "w"), let strips?): self = .words(try reader.readings(of: strips))
        case (UInt8(ascii: "h"), nil) where request.subject == .shareableImage:
            self = .offer(try reader.strips())
        case (UInt8(ascii: "r"), nil):
            let decoding = try reader.duration(upTo: MessageLimit.duration)
            let recognition = try reader.duration(upTo: MessageLimit.duration)
            self = .reading(
                Reading(
                    transcript: try reader.transcript(languages: request.languages, limits: limits),
                    decoding: decoding, recognition: recognition))
        case (UInt8(ascii: "l"), nil):
            let read = try reader.count(0...Self.maxLines)
            self = .progress(read: read, of: try reader.count(read...Self.maxLines))
        case (UInt8(ascii: "i"), nil): self = .failure(.image(try reader.imagingError(limits: limits)))
        case (UInt8(ascii: "d"), _): self = .failure(.deadlineExceeded(limit: request.timeLimit))
        case (UInt8(ascii: "e"), _): self = .failure(.engineFailed)
        default: throw WireError()
        }
        try reader.finish()
    }
}
