import Imaging
import OCR
import Redaction
import TextAnalysis

/// A message from a worker that reads an image or line strips.
enum WorkerAnswer: Equatable {
    case reading(Reading)
    /// The words of each strip that was to be read.
    case words([[Transcript.Word]])
    /// The image with everything of the plan covered.
    case redacted(RedactedPicture)
    /// Lines that another worker may read. The answer follows later. At most one offer is sent for an image, and only if the
    /// request allows it.
    case offer([LineStrip])
    /// The number of lines read so far. The answer follows later. At most `maxUpdates` are sent for an image.
    case progress(read: Int, of: Int)
    /// The error is `image`, `deadlineExceeded` or `engineFailed`: a worker reports no others.
    case failure(ScanError)

    /// The largest number of updates: one when the lines are found, and 32 while they are read. That is enough for a smooth
    /// bar.
    static let maxUpdates = 33
    /// The largest number of lines in an update. No image has as many.
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
            writer.flag(reading.isWhole)
            writer.count(reading.furtherFrames.count)
            for frame in reading.furtherFrames {
                writer.count(frame.number)
                writer.transcript(frame.transcript)
            }
        case .words(let readings):
            writer.byte(UInt8(ascii: "w"))
            writer.readings(readings)
        case .redacted(let picture):
            writer.byte(UInt8(ascii: "c"))
            writer.redacted(picture)
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
    /// - strips: the strips that were to be read; nil for an image.
    /// - plan: the plan of an image that was to be covered.
    /// - limits: the limits to which the image was held. A worker can't change them.
    /// - Throws: `WireError` if any byte is not as it must be in an answer to this request. Then no part of the message is
    ///   used.
    init(
        decoding bytes: [UInt8], to request: WorkerRequest, strips: [LineStrip]? = nil,
        plan: RedactionPlan? = nil, limits: ImageLimits
    ) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.integer64() == request.number else { throw WireError() }
        switch (try reader.byte(), strips) {
        case (UInt8(ascii: "w"), let strips?): self = .words(try reader.readings(of: strips))
        case (UInt8(ascii: "h"), nil) where request.subject == .shareableImage:
            self = .offer(try reader.strips())
        case (UInt8(ascii: "c"), nil) where request.subject == .redaction:
            guard let plan else { throw WireError() }
            self = .redacted(try reader.redacted(by: plan))
        case (UInt8(ascii: "r"), nil) where request.subject != .redaction:
            let decoding = try reader.duration(upTo: MessageLimit.duration)
            let recognition = try reader.duration(upTo: MessageLimit.duration)
            var reading = Reading(
                transcript: try reader.transcript(languages: request.languages, limits: limits),
                decoding: decoding, recognition: recognition)
            reading.isWhole = try reader.flag()
            for _ in 0..<(try reader.count(0...Reading.mostFurtherFrames)) {
                let least = (reading.furtherFrames.last?.number ?? 1) + 1
                reading.furtherFrames.append(
                    Reading.Frame(
                        number: try reader.count(least...MessageLimit.frames),
                        transcript: try reader.transcript(languages: request.languages, limits: limits)))
            }
            self = .reading(reading)
        case (UInt8(ascii: "l"), nil) where request.subject != .redaction:
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

// Each error is one letter and its values. The limits that an image exceeded are not sent: the server knows them.
extension WireWriter {
    mutating func imagingError(_ error: ImagingError) {
        switch error {
        case .empty: byte(UInt8(ascii: "e"))
        case .unsupportedFormat(let detected):
            byte(UInt8(ascii: "f"))
            string(detected ?? "")
        case .unsupportedFeature(let format, let feature):
            byte(UInt8(ascii: "u"))
            string(format.rawValue)
            string(feature)
        case .tooManyPixels(let width, let height, _):
            byte(UInt8(ascii: "p"))
            count(width)
            count(height)
        case .sideTooLong(let width, let height, _):
            byte(UInt8(ascii: "s"))
            count(width)
            count(height)
        case .corrupt(let format, let defect):
            byte(UInt8(ascii: "c"))
            string(format.rawValue)
            string(defect.rawValue)
        }
    }

    mutating func ocrError(_ error: OCRError) {
        switch error {
        case .noLanguages(let directory):
            byte(UInt8(ascii: "n"))
            string(directory)
        case .missingLanguage(let language):
            byte(UInt8(ascii: "m"))
            string(language)
        case .initialisationFailed(let languages):
            byte(UInt8(ascii: "i"))
            strings(languages)
        case .deadlineExceeded: byte(UInt8(ascii: "d"))
        case .recognitionFailed: byte(UInt8(ascii: "r"))
        }
    }
}

extension WireReader {
    /// - Parameter limits: the limits to which the image was held.
    mutating func imagingError(limits: ImageLimits) throws(WireError) -> ImagingError {
        switch try byte() {
        case UInt8(ascii: "e"): return .empty
        case UInt8(ascii: "f"):
            let name = try name()
            return .unsupportedFormat(detected: name.isEmpty ? nil : name)
        case UInt8(ascii: "u"):
            return .unsupportedFeature(try format(), feature: try name())
        case UInt8(ascii: "p"):
            let (width, height) = (try integer32(), try integer32())
            return .tooManyPixels(width: Int(width), height: Int(height), limit: limits.maxPixels)
        case UInt8(ascii: "s"):
            let (width, height) = (try integer32(), try integer32())
            return .sideTooLong(width: Int(width), height: Int(height), limit: limits.maxSide)
        case UInt8(ascii: "c"):
            let format = try format()
            guard let defect = ImagingError.Defect(rawValue: try name()) else { throw WireError() }
            return .corrupt(format, defect)
        default: throw WireError()
        }
    }

    mutating func ocrError() throws(WireError) -> OCRError {
        switch try byte() {
        case UInt8(ascii: "n"): .noLanguages(directory: try string(upTo: MessageLimit.path))
        case UInt8(ascii: "m"): .missingLanguage(try string(upTo: MessageLimit.failedLanguageName))
        case UInt8(ascii: "i"):
            .initialisationFailed(
                languages: try strings(
                    upTo: MessageLimit.failedLanguages, each: MessageLimit.failedLanguageName))
        case UInt8(ascii: "d"): .deadlineExceeded
        case UInt8(ascii: "r"): .recognitionFailed
        default: throw WireError()
        }
    }

    private mutating func format() throws(WireError) -> ImageFormat {
        guard let format = ImageFormat(rawValue: try name()) else { throw WireError() }
        return format
    }

    /// A short name such as `heic`. Answers to clients show it, so it may hold printable ASCII only.
    private mutating func name() throws(WireError) -> String {
        let name = try string(upTo: MessageLimit.name)
        guard name.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw WireError() }
        return name
    }
}
