import Imaging
import OCR
import TextAnalysis

/// What a reader process says of a picture, or of strips.
enum WorkerAnswer: Equatable {
    case reading(Reading)
    /// One reading for each strip.
    case words([[Transcript.Word]])
    /// Not an answer yet: strips that another reader may read. Once a picture at most, and only where help was offered.
    case help([LineStrip])
    /// Not an answer yet: how many lines of a picture are read. At most `maxUpdates` times a picture.
    case progress(read: Int, of: Int)
    case image(ImagingError)
    case deadlineExceeded
    case engineFailed

    static let maxUpdates = 33
    /// More than a picture has.
    private static let maxLines = 1 << 20

    init(_ result: Result<WorkerAnswer, ReadingError>) {
        self =
            switch result {
            case .success(let answer): answer
            case .failure(.image(let error)): .image(error)
            case .failure(.deadlineExceeded): .deadlineExceeded
            case .failure: .engineFailed
            }
    }

    func encoded(number: UInt64) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(number)
        switch self {
        case .reading(let reading):
            writer.byte(UInt8(ascii: "r"))
            writer.duration(reading.decoding)
            writer.duration(reading.recognition)
            writer.transcript(reading.transcript)
            writer.codes(reading.transcript.codes)
        case .words(let readings):
            writer.byte(UInt8(ascii: "w"))
            writer.readings(readings)
        case .help(let strips):
            writer.byte(UInt8(ascii: "h"))
            writer.strips(strips)
        case .progress(let read, let total):
            writer.byte(UInt8(ascii: "l"))
            writer.count(read)
            writer.count(total)
        case .image(let error):
            writer.byte(UInt8(ascii: "i"))
            writer.imagingError(error)
        case .deadlineExceeded: writer.byte(UInt8(ascii: "d"))
        case .engineFailed: writer.byte(UInt8(ascii: "e"))
        }
        return writer.bytes
    }

    /// - Parameter strips: what was to be read; nil for a picture.
    /// - Throws: where the bytes are no answer to this request: nothing in them is believed.
    init(
        decoding bytes: [UInt8], to request: WorkerRequest, strips: [LineStrip]? = nil, limits: ImageLimits
    ) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.integer64() == request.number else { throw WireError() }
        switch (try reader.byte(), strips) {
        case (UInt8(ascii: "w"), let strips?): self = .words(try reader.readings(of: strips))
        case (UInt8(ascii: "h"), nil) where request.subject == .helpedPicture:
            self = .help(try reader.strips())
        case (UInt8(ascii: "r"), nil):
            let longest = Duration.seconds(86_400)
            let decoding = try reader.duration(upTo: longest)
            let recognition = try reader.duration(upTo: longest)
            var transcript = try reader.transcript(languages: request.languages, limits: limits)
            transcript.codes = try reader.codes(width: transcript.width, height: transcript.height)
            self = .reading(
                Reading(transcript: transcript, decoding: decoding, recognition: recognition))
        case (UInt8(ascii: "l"), nil):
            let read = try reader.count(0...Self.maxLines)
            self = .progress(read: read, of: try reader.count(read...Self.maxLines))
        case (UInt8(ascii: "i"), nil): self = .image(try reader.imagingError(limits: limits))
        case (UInt8(ascii: "d"), _): self = .deadlineExceeded
        case (UInt8(ascii: "e"), _): self = .engineFailed
        default: throw WireError()
        }
        try reader.finish()
    }
}
