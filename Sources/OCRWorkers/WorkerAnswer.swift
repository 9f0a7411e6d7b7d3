import Imaging
import TextAnalysis

/// What a reader process says of a picture.
enum WorkerAnswer: Equatable {
    case reading(Reading)
    case image(ImagingError)
    case deadlineExceeded
    case engineFailed

    init(_ result: Result<Reading, ReadingError>) {
        self =
            switch result {
            case .success(let reading): .reading(reading)
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
        case .image(let error):
            writer.byte(UInt8(ascii: "i"))
            writer.imagingError(error)
        case .deadlineExceeded: writer.byte(UInt8(ascii: "d"))
        case .engineFailed: writer.byte(UInt8(ascii: "e"))
        }
        return writer.bytes
    }

    /// - Throws: where the bytes are no answer to this request: nothing in them is believed.
    init(decoding bytes: [UInt8], to request: WorkerRequest, limits: ImageLimits) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.integer64() == request.number else { throw WireError() }
        switch try reader.byte() {
        case UInt8(ascii: "r"):
            let longest = Duration.seconds(86_400)
            let decoding = try reader.duration(upTo: longest)
            let recognition = try reader.duration(upTo: longest)
            var transcript = try reader.transcript(languages: request.languages, limits: limits)
            transcript.codes = try reader.codes(width: transcript.width, height: transcript.height)
            self = .reading(
                Reading(transcript: transcript, decoding: decoding, recognition: recognition))
        case UInt8(ascii: "i"): self = .image(try reader.imagingError(limits: limits))
        case UInt8(ascii: "d"): self = .deadlineExceeded
        case UInt8(ascii: "e"): self = .engineFailed
        default: throw WireError()
        }
        try reader.finish()
    }
}
