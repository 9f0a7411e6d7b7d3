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
                kind: .busy, status: .serviceUnavailable, title: "Too many scans are waiting",
                detail: "Try again in a moment.", headers: [.retryAfter: RetryAfter.reading])
        case .stopping:
            ProblemDetails(
                kind: .notReady, status: .serviceUnavailable, title: "The server is about to stop",
                detail: "Try again in a moment.", headers: [.retryAfter: RetryAfter.restart])
        case .unknown:
            ProblemDetails(
                kind: .notFound, status: .notFound, title: "No such scan",
                detail: "It never was, was cancelled, or ended too long ago.")
        }
    }

    /// Makes the details of a job that ended without a result. They are a part of the job and never a response by
    /// themselves.
    static func job(_ interruption: JobInterruption) -> ProblemDetails {
        switch interruption {
        case .deadlineExceeded(let limit):
            ProblemDetails(
                kind: .scanTimeout, status: .serviceUnavailable, title: "The scan took too long",
                detail: "It was stopped after \(limit.components.seconds) s. Send the picture again.")
        case .cancelled:
            ProblemDetails(
                kind: .cancelled, status: .gone, title: "The scan was cancelled",
                detail: "Send the picture again if you still want to know.")
        case .restarted:
            ProblemDetails(
                kind: .restarted, status: .serviceUnavailable, title: "The server was restarted",
                detail: "What it knew of this scan is gone. Send the picture again.")
        }
    }

    /// The details of a 401 response. `WWW-Authenticate` follows RFC 6750.
    static func unauthorized(_ fault: KeyFault) -> ProblemDetails {
        let (detail, challenge) =
            switch fault {
            case .missing: ("Send an API key as `Authorization: Bearer KEY` or `X-API-Key: KEY`.", "Bearer")
            case .unknown: ("The API key isn't known here.", "Bearer error=\"invalid_token\"")
            case .expired: ("The API key has expired.", "Bearer error=\"invalid_token\"")
            }
        return ProblemDetails(
            kind: .unauthorized, status: .unauthorized, title: "An API key is needed", detail: detail,
            headers: [.wwwAuthenticate: challenge])
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
        return ProblemDetails(
            kind: .malformedForm, status: .badRequest, title: "The form could not be read", detail: detail)
    }

    static func body(_ error: RequestBodyError) -> ProblemDetails {
        switch error {
        case .tooLarge(let limit):
            ProblemDetails(
                kind: .bodyTooLarge, status: .contentTooLarge, title: "The body is too large",
                detail: "This server takes at most \(limit) bytes.")
        case .timedOut:
            ProblemDetails(
                kind: .requestTimeout, status: .requestTimeout, title: "The body came too slowly",
                detail: "Send the request again over a better connection.")
        case .malformed:
            ProblemDetails(
                kind: .malformedRequest, status: .badRequest, title: "The body was cut off or malformed",
                detail: "Send the request again.")
        }
    }

    static func scan(_ error: ScanError) -> ProblemDetails {
        switch error {
        case .image(let error): image(error)
        case .unknownLanguage(let installed):
            ProblemDetails(
                kind: .invalidField, status: .badRequest, title: "A field has an invalid value",
                detail: "`lang` must be one of \(installed.joined(separator: ", ")), or several joined by +.",
                field: ScanForm.Field.lang.rawValue)
        case .deadlineExceeded(let limit):
            ProblemDetails(
                kind: .scanTimeout, status: .serviceUnavailable, title: "Reading the picture took too long",
                detail: "It was stopped after \(limit.components.seconds) s. Crop the picture and try again.",
                headers: [.retryAfter: RetryAfter.restart])
        // The client of a cancelled scan has gone, so it doesn't read this answer.
        case .busy, .cancelled:
            ProblemDetails(
                kind: .busy, status: .serviceUnavailable, title: "Too many scans are waiting",
                detail: "Try again in a moment.", headers: [.retryAfter: RetryAfter.reading])
        case .notReady:
            ProblemDetails(
                kind: .notReady, status: .serviceUnavailable, title: "The server can't scan yet",
                detail: "Try again in a moment.", headers: [.retryAfter: RetryAfter.moment])
        case .engineFailed, .workerDied:
            ProblemDetails(
                kind: .internalError, status: .internalServerError, title: "The text reader failed",
                detail: "The log holds the reason under this request id.")
        }
    }

    static func store(_ error: StoreError) -> ProblemDetails {
        switch error {
        case .unavailable(let fault):
            ProblemDetails(
                kind: .storeUnavailable, status: .serviceUnavailable, title: "Results can't be reached",
                detail: "Scans go on. Try again later.",
                headers: [.retryAfter: fault.isTransient ? RetryAfter.transientFault : RetryAfter.repair])
        case .overloaded:
            ProblemDetails(
                kind: .storeUnavailable, status: .serviceUnavailable, title: "Too many wait for results",
                detail: "Try again in a moment.", headers: [.retryAfter: RetryAfter.moment])
        case .erasurePending:
            ProblemDetails(
                kind: .storeUnavailable, status: .serviceUnavailable,
                title: "Deleted, but not yet overwritten",
                detail: "Another process reads the database file. Send the request again.",
                headers: [.retryAfter: RetryAfter.transientFault])
        case .rejected:
            ProblemDetails(
                kind: .internalError, status: .internalServerError, title: "The store refused this",
                detail: "Nothing was changed. Send the request again.")
        }
    }

    static func image(_ error: ImagingError) -> ProblemDetails {
        let accepted = "\(ImageFormat.supportedNames) are read."
        let field = ScanForm.Field.image.rawValue
        return switch error {
        case .empty:
            ProblemDetails(
                kind: .unsupportedImage, status: .unsupportedMediaType, title: "The image is empty",
                detail: "No bytes arrived. \(accepted)", field: field)
        case .unsupportedFormat(let detected):
            ProblemDetails(
                kind: .unsupportedImage, status: .unsupportedMediaType,
                title: "Not a picture that can be read",
                detail: (detected.map { "It looks like \(ImageFormat.foreignName($0)). " } ?? "") + accepted,
                field: field)
        case .unsupportedFeature(let format, let feature):
            ProblemDetails(
                kind: .unsupportedImage, status: .unsupportedMediaType,
                title: "Not a picture that can be read",
                detail: "This kind of \(format.name) (\(feature)) isn't read. \(accepted)", field: field)
        case .tooManyPixels(let width, let height, let limit):
            ProblemDetails(
                kind: .imageTooLarge, status: .contentTooLarge, title: "The picture has too many pixels",
                detail: "It has \(width) × \(height); at most \(limit) pixels are read.", field: field)
        case .sideTooLong(let width, let height, let limit):
            ProblemDetails(
                kind: .imageTooLarge, status: .contentTooLarge, title: "The picture is too long",
                detail: "It has \(width) × \(height); a side may have at most \(limit) pixels.", field: field)
        case .corrupt(let format, let defect):
            ProblemDetails(
                kind: .unreadableImage, status: .unprocessableContent, title: "The picture is damaged",
                detail:
                    "This \(format.name) can't be decoded (\(defect.rawValue)). Take the screenshot again.",
                field: field)
        }
    }
}
