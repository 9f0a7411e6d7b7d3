import FeedbackFiles
import HTTP1
import HTTPServer
import HTTPTypes
import Imaging
import Storage
import OCRWorkers
import Scanning
import TypeSafeAPI

/// Makes problem details from the errors of the modules that the service uses.
extension ServiceError {
    static func job(_ refusal: JobRegistry.Refusal) -> ProblemDetails {
        switch refusal {
        case .full:
            ProblemDetails(
                .busy, "Too many scans are waiting", "Try again in a moment.", retryAfter: RetryAfter.reading)
        case .stopping:
            ProblemDetails(
                .notReady, "The server is about to stop", "Try again in a moment.",
                retryAfter: RetryAfter.restart)
        case .unknown:
            ProblemDetails(.notFound, "No such scan", "It never was, was cancelled, or ended too long ago.")
        }
    }

    /// Makes the details of a job that ended without a result. They are a part of the job and never a response by
    /// themselves.
    static func job(_ interruption: JobInterruption) -> ProblemDetails {
        switch interruption {
        case .deadlineExceeded(let limit):
            ProblemDetails(
                .scanTimeout, "The scan took too long",
                "It was stopped after \(limit.components.seconds) s. Send the picture again.")
        case .cancelled:
            ProblemDetails(
                .cancelled, "The scan was cancelled", "Send the picture again if you still want to know.")
        case .restarted:
            ProblemDetails(
                .restarted, "The server was restarted",
                "What it knew of this scan is gone. Send the picture again.")
        }
    }

    /// The details of a 401 response. `WWW-Authenticate` follows RFC 6750.
    static func unauthorized(_ fault: KeyFault) -> ProblemDetails {
        let (detail, challenge) =
            switch fault {
            case .missing:
                (
                    "Send an API key as `Authorization: Bearer KEY` or `X-API-Key: KEY`, or put `/k/KEY` before the path.",
                    "Bearer"
                )
            case .contradiction:
                ("The path and the header fields have different API keys.", "Bearer error=\"invalid_token\"")
            case .unknown: ("The API key isn't known here.", "Bearer error=\"invalid_token\"")
            case .expired: ("The API key has expired.", "Bearer error=\"invalid_token\"")
            }
        return ProblemDetails(
            .unauthorized, "An API key is needed", detail, headers: [.wwwAuthenticate: challenge])
    }

    static func form(_ error: MultipartError) -> ProblemDetails {
        let detail =
            switch error {
            case .missingBoundary: "The Content-Type has no boundary parameter."
            case .invalidBoundary: "A boundary is not as RFC 2046 wants it."
            case .malformedHeaders: "A part's header block is malformed."
            case .missingName: "A part has no name."
            case .headersTooLarge(let limit): "A part's header block is over \(limit) bytes."
            case .tooManyHeaders(let limit): "A part's header block has more than \(limit) lines."
            case .preambleTooLarge(let limit): "More than \(limit) bytes stand before the first boundary."
            case .paddingTooLong(let limit): "More than \(limit) spaces follow a boundary."
            case .nested: "A part is itself a multipart body; send its parts directly."
            case .unsupportedTransferEncoding:
                "A part's content is encoded (Content-Transfer-Encoding); send it as it is."
            case .tooManyParts(let limit): "The form has more than \(limit) parts."
            case .unterminated: "The form ends before its closing boundary."
            }
        return ProblemDetails(.malformedForm, "The form could not be read", detail)
    }

    static func body(_ error: RequestBodyError) -> ProblemDetails {
        switch error {
        case .tooLarge(let limit):
            ProblemDetails(
                .bodyTooLarge, "The body is too large", "This server takes at most \(limit) bytes.")
        case .timedOut:
            ProblemDetails(
                .requestTimeout, "The body came too slowly",
                "Send the request again over a better connection.")
        case .malformed:
            ProblemDetails(.malformedRequest, "The body was cut off or malformed", "Send the request again.")
        }
    }

    static func scan(_ error: ScanError) -> ProblemDetails {
        switch error {
        case .image(let error): image(error)
        case .unknownLanguage(let installed):
            ProblemDetails(
                .invalidField, "A field has an invalid value",
                "`lang` must be one of \(installed.joined(separator: ", ")), or several joined by +.",
                field: ScanForm.Field.lang.rawValue)
        case .deadlineExceeded(let limit):
            ProblemDetails(
                .scanTimeout, "Reading the picture took too long",
                "It was stopped after \(limit.components.seconds) s. Crop the picture and try again.",
                retryAfter: RetryAfter.samePicture)
        // The client of a cancelled scan has gone, so it doesn't read this answer.
        case .busy, .cancelled:
            ProblemDetails(
                .busy, "Too many scans are waiting", "Try again in a moment.", retryAfter: RetryAfter.reading)
        case .notReady:
            ProblemDetails(
                .notReady, "The server can't scan yet", "Try again in a moment.",
                retryAfter: RetryAfter.moment)
        case .engineFailed, .workerDied:
            ProblemDetails(
                .internalError, "The text reader failed", "The log holds the reason under this request id.")
        }
    }

    static func store(_ error: StoreError) -> ProblemDetails {
        switch error {
        case .unavailable(let fault):
            ProblemDetails(
                .storeUnavailable, "Results can't be reached", "Scans go on. Try again later.",
                retryAfter: fault.isTransient ? RetryAfter.transientFault : RetryAfter.repair)
        case .overloaded:
            ProblemDetails(
                .storeUnavailable, "Too many wait for results", "Try again in a moment.",
                retryAfter: RetryAfter.moment)
        case .erasurePending:
            ProblemDetails(
                .storeUnavailable, "Deleted, but not yet overwritten",
                "Another process reads the database file. Send the request again.",
                retryAfter: RetryAfter.transientFault)
        case .rejected:
            ProblemDetails(
                .internalError, "The store refused this", "Nothing was changed. Send the request again.")
        }
    }

    static func feedback(_ gap: FeedbackGap) -> ProblemDetails {
        switch gap {
        case .notKept: ProblemDetails(.notFound, "No feedback here", "This server keeps no feedback.")
        case .unknownScan:
            ProblemDetails(
                .notFound, "No such result",
                "Nothing is stored of this scan, or no longer. Send the message's `text` with `consent` instead.",
                field: Feedback.CodingKeys.scanID.rawValue)
        case .unknown:
            ProblemDetails(.notFound, "No such feedback", "Nothing is kept under this id, or no longer.")
        }
    }

    static func feedback(_ fault: FeedbackFolder.Fault) -> ProblemDetails {
        switch fault {
        case .full:
            ProblemDetails(
                .storeUnavailable, "The folder for feedback is full",
                "Its operator has to review what is there first.", retryAfter: RetryAfter.repair)
        case .unavailable, .malformed:
            ProblemDetails(
                .storeUnavailable, "Feedback can't be kept", "Scans go on. Try again later.",
                retryAfter: RetryAfter.repair)
        }
    }

    static func image(_ error: ImagingError) -> ProblemDetails {
        let accepted = "\(ImageFormat.supportedNames) are read."
        let field = ScanForm.Field.image.rawValue
        return switch error {
        case .empty:
            ProblemDetails(
                .unsupportedImage, "The image is empty", "No bytes arrived. \(accepted)", field: field)
        case .unsupportedFormat(let detected):
            ProblemDetails(
                .unsupportedImage, "Not a picture that can be read",
                (detected.map { "It looks like \(ImageFormat.foreignName($0)). " } ?? "") + accepted,
                field: field)
        case .unsupportedFeature(let format, let feature):
            ProblemDetails(
                .unsupportedImage, "Not a picture that can be read",
                "This kind of \(format.name) (\(feature)) isn't read. \(accepted)", field: field)
        case .tooManyPixels(let width, let height, let limit):
            ProblemDetails(
                .imageTooLarge, "The picture has too many pixels",
                "It has \(width) × \(height); at most \(limit) pixels are read.", field: field)
        case .sideTooLong(let width, let height, let limit):
            ProblemDetails(
                .imageTooLarge, "The picture is too long",
                "It has \(width) × \(height); a side may have at most \(limit) pixels.", field: field)
        case .corrupt(let format, let defect):
            ProblemDetails(
                .unreadableImage, "The picture is damaged",
                "This \(format.name) can't be decoded (\(defect.rawValue)). Take the screenshot again.",
                field: field)
        }
    }
}
