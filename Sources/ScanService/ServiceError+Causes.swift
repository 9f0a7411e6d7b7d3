import HTTPServer
import HTTPTypes
package import Imaging
import ScamDetection
import ScanDocuments
import Scanning
import Storage
package import Texts
import TypeSafeAPI

/// Makes problem details from the errors of the modules that the service uses.
extension ServiceError {
    static func job(_ refusal: JobRefusal) -> ProblemDetails {
        switch refusal {
        case .full: ProblemDetails(.busy, .queueFull, .tryAgainSoon, retryAfter: RetryAfter.reading)
        case .behind(let seconds):
            ProblemDetails(
                .busy, .queueFull, .tryAgainIn, ["seconds": .number(seconds)], retryAfter: String(seconds))
        case .unavailable:
            ProblemDetails(
                .storeUnavailable, .storeUnavailable, .scansGoOn, retryAfter: RetryAfter.transientFault)
        case .stopping: ProblemDetails(.notReady, .stopping, .tryAgainSoon, retryAfter: RetryAfter.restart)
        case .unknown: ProblemDetails(.notFound, .noScan, .scanGone)
        }
    }

    /// Makes the details of a job that ended without a result. They are a part of the job and never a response by
    /// themselves.
    static func job(_ interruption: JobInterruption) -> ProblemDetails {
        switch interruption {
        case .deadlineExceeded(let limit):
            ProblemDetails(.scanTimeout, .scanTimeout, .scanStopped, ["seconds": limit.seconds])
        case .cancelled: ProblemDetails(.cancelled, .cancelled, .sendIfStillWanted)
        case .restarted: ProblemDetails(.restarted, .restarted, .scanForgotten)
        }
    }

    /// The details of a 401 response. `WWW-Authenticate` follows RFC 6750.
    static func unauthorized(_ fault: KeyFault) -> ProblemDetails {
        let (detail, challenge): (ProblemText, String) =
            switch fault {
            case .missing: (.sendKey, "Bearer")
            case .contradiction: (.keysDiffer, "Bearer error=\"invalid_token\"")
            case .unknown: (.keyUnknown, "Bearer error=\"invalid_token\"")
            case .expired: (.keyExpired, "Bearer error=\"invalid_token\"")
            }
        return ProblemDetails(
            .unauthorized, .unauthorized, detail, headers: [.wwwAuthenticate: challenge])
    }

    static func form(_ error: MultipartError) -> ProblemDetails {
        let (detail, limit): (ProblemText, Int?) =
            switch error {
            case .missingBoundary: (.formNoBoundary, nil)
            case .invalidBoundary: (.formBadBoundary, nil)
            case .malformedHeaders: (.formMalformedHeaders, nil)
            case .missingName: (.formNoName, nil)
            case .headersTooLarge(let limit): (.formHeadersTooLarge, limit)
            case .tooManyHeaders(let limit): (.formTooManyHeaders, limit)
            case .preambleTooLarge(let limit): (.formPreambleTooLarge, limit)
            case .paddingTooLong(let limit): (.formPaddingTooLong, limit)
            case .nested: (.formNested, nil)
            case .unsupportedTransferEncoding: (.formEncoded, nil)
            case .tooManyParts(let limit): (.formTooManyParts, limit)
            case .unterminated: (.formUnterminated, nil)
            }
        return ProblemDetails(
            .malformedForm, .malformedForm, detail, limit.map { ["limit": .number($0)] } ?? [:])
    }

    static func body(_ error: RequestBodyError) -> ProblemDetails {
        switch error {
        case .tooLarge(let limit):
            ProblemDetails(.bodyTooLarge, .bodyTooLarge, .bodyLimit, ["limit": .number(limit)])
        case .timedOut: ProblemDetails(.requestTimeout, .bodyTimeout, .betterConnection)
        case .malformed: ProblemDetails(.malformedRequest, .bodyMalformed, .sendAgain)
        }
    }

    static func scan(_ error: ScanError) -> ProblemDetails {
        switch error {
        case .image(let error): image(error)
        case .unknownLanguage(let installed):
            ProblemDetails(
                .invalidField, .invalidField, .installedLanguages,
                ["languages": .text(installed.joined(separator: ", "))],
                field: ScanForm.Field.lang.rawValue)
        case .deadlineExceeded(let limit):
            ProblemDetails(
                .scanTimeout, .readingTimeout, .readingStopped, ["seconds": limit.seconds],
                retryAfter: RetryAfter.samePicture)
        // The client of a cancelled scan has gone, so it doesn't read this answer.
        case .busy, .cancelled:
            ProblemDetails(.busy, .queueFull, .tryAgainSoon, retryAfter: RetryAfter.reading)
        case .notReady: ProblemDetails(.notReady, .notReady, .tryAgainSoon, retryAfter: RetryAfter.moment)
        case .engineFailed, .workerDied: ProblemDetails(.internalError, .readerFailed, .seeLog)
        }
    }

    static func store(_ error: StoreError) -> ProblemDetails {
        switch error {
        case .unavailable(let fault):
            ProblemDetails(
                .storeUnavailable, .storeUnavailable, .scansGoOn,
                retryAfter: fault.isTransient ? RetryAfter.transientFault : RetryAfter.repair)
        case .overloaded:
            ProblemDetails(
                .storeUnavailable, .storeOverloaded, .tryAgainSoon, retryAfter: RetryAfter.moment)
        case .erasurePending:
            ProblemDetails(
                .storeUnavailable, .erasurePending, .otherReader, retryAfter: RetryAfter.transientFault)
        case .rejected: ProblemDetails(.internalError, .storeRefused, .nothingChanged)
        }
    }

    static func feedback(_ gap: FeedbackGap) -> ProblemDetails {
        switch gap {
        case .notKept: ProblemDetails(.notFound, .noFeedbackKept, .keepsNoFeedback)
        case .noMemory: ProblemDetails(.notFound, .noFeedbackKept, .keepsNoMemory)
        case .unknownScan:
            ProblemDetails(
                .notFound, .noResult, .scanNotStored, field: Feedback.CodingKeys.scanID.rawValue)
        case .unknown: ProblemDetails(.notFound, .noFeedback, .noFeedbackUnderId)
        }
    }

    static func feedback(_ fault: FeedbackFolder.Fault) -> ProblemDetails {
        switch fault {
        case .full:
            ProblemDetails(.storeUnavailable, .feedbackFull, .reviewFirst, retryAfter: RetryAfter.repair)
        case .unavailable, .malformed:
            ProblemDetails(
                .storeUnavailable, .feedbackUnavailable, .scansGoOn, retryAfter: RetryAfter.repair)
        }
    }

    static func list(_ refusal: ListRefusal) -> ServiceError {
        func invalid(_ rule: ProblemText, _ arguments: [String: Sentence.Argument] = [:]) -> ServiceError {
            .invalidField(name: "list", rule: rule, arguments)
        }
        return switch refusal {
        case .store(let fault): .memory(fault)
        case .list(.tooLarge(let limit)): .body(.tooLarge(limit: limit))
        case .list(.signature): invalid(.listSignature)
        case .list(.line(let line)): invalid(.listLine, ["line": .number(line)])
        case .list(.otherKey): invalid(.listOtherKey)
        case .list(.expired): invalid(.listExpired)
        case .list(.older): invalid(.listOlder)
        case .list(.tooMany(let limit)): invalid(.listTooMany, ["limit": .number(limit)])
        }
    }

    static func image(_ error: ImagingError) -> ProblemDetails {
        let formats = Sentence.Argument.list(ImageFormat.supportedNames)
        let field = ScanForm.Field.image.rawValue
        func size(_ width: Int, _ height: Int, _ limit: Int) -> [String: Sentence.Argument] {
            ["width": .number(width), "height": .number(height), "limit": .number(limit)]
        }
        return switch error {
        case .empty:
            ProblemDetails(.unsupportedImage, .imageEmpty, .noBytes, ["formats": formats], field: field)
        case .unsupportedFormat(nil):
            ProblemDetails(
                .unsupportedImage, .notReadablePicture, .formatsRead, ["formats": formats], field: field)
        case .unsupportedFormat(let detected?):
            ProblemDetails(
                .unsupportedImage, .notReadablePicture, .foreignFormat,
                ["format": ImageFormat.foreignName(detected), "formats": formats], field: field)
        case .unsupportedFeature(let format, let feature):
            ProblemDetails(
                .unsupportedImage, .notReadablePicture, .featureNotRead,
                ["format": .text(format.name), "feature": .text(feature), "formats": formats], field: field)
        case .tooManyPixels(let width, let height, let limit):
            ProblemDetails(.imageTooLarge, .tooManyPixels, .pixels, size(width, height, limit), field: field)
        case .sideTooLong(let width, let height, let limit):
            ProblemDetails(.imageTooLarge, .pictureTooLong, .side, size(width, height, limit), field: field)
        case .corrupt(let format, let defect):
            ProblemDetails(
                .unreadableImage, .pictureDamaged, .undecodable,
                ["format": .text(format.name), "defect": .text(defect.rawValue)], field: field)
        }
    }
}

extension Duration {
    fileprivate var seconds: Sentence.Argument { .number(Int(components.seconds)) }
}

extension ImageFormat {
    var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .tiff: "TIFF"
        case .heif: "HEIC or AVIF"
        }
    }

    /// The formats that this build reads.
    static var supportedNames: [String] {
        supported.flatMap { $0 == .heif ? ["HEIC", "AVIF"] : [$0.name] }
    }

    /// The name, for people, of a format that `ImagingError.unsupportedFormat` detected.
    static func foreignName(_ detected: String) -> Sentence.Argument {
        switch detected {
        case "video": .sentence(Sentence(ProblemText.aVideo))
        case "pdf": .sentence(Sentence(ProblemText.aPdf))
        case "zip": .sentence(Sentence(ProblemText.aZip))
        case "jxl": "JPEG XL"
        case "jpeg2000": "JPEG 2000"
        case "ico": .sentence(Sentence(ProblemText.anIcon))
        case "psd": .sentence(Sentence(ProblemText.aPhotoshopDocument))
        default: .text(detected.uppercased())
        }
    }
}

extension ImagingError {
    /// Sentences that say what is wrong and what to do. The HTTP response and the command line both use it.
    package func sentence(in texts: Texts) -> String {
        let details = ServiceError.image(self)
        return "\(texts.say(details.title)). \(texts.say(details.detail))"
    }
}

func rethrowing<R, Cause: Error>(
    _ wrap: (Cause) -> ServiceError, _ body: () async throws(Cause) -> R
) async throws(ServiceError) -> R {
    do throws(Cause) { return try await body() } catch { throw wrap(error) }
}
