import AccessControl
import HTTP1
import HTTPServer
import HTTPTypes
import Imaging
import ResultStore
import ScanJobs
import Scanning
import TypeSafeAPI

/// Everything the service answers with an error, as facts.
enum ServiceError: Error, Sendable {
    case notFound
    case methodNotAllowed(allow: String)
    case missingField(names: String, field: String? = nil)
    case invalidField(name: String, rule: String)
    case duplicateField(name: String)
    case unsupportedMediaType(accepted: String)
    case malformedForm(MultipartError)
    case malformedJSON
    case body(RequestBodyError)
    case scan(ScanError)
    /// A key that names another request already.
    case idempotencyMismatch
    case job(JobRegistry.Refusal)
    case jobEnded(JobInterruption)
    /// Nothing is kept, or nothing of this is.
    case noResult(isKeeping: Bool)
    case store(StoreError)
    case unknownSubject
    /// Whoever tells of a screenshot doesn't share its subject.
    case notAParticipant
    /// Somebody else than its owner would change a subject.
    case notTheOwner
    case unauthorized(KeyFault)
    case forbidden(scope: AccessScope)
    /// - Parameter retryAfter: seconds.
    case rateLimited(retryAfter: Int)
    case uploadsFull
    case textsFull
}

/// What is wrong with an API key.
enum KeyFault: Sendable {
    case missing, unknown, expired
}

extension ServiceError {
    /// What a problem answer says: its kind, status, title, what to do, and the field at fault.
    struct Facts {
        let kind: ProblemKind
        let status: HTTPResponse.Status
        let title: String
        let detail: String
        var field: String?
        var fields: HTTPFields = [:]
    }

    /// The one mapping from errors to the wire.
    var facts: Facts {
        switch self {
        case .notFound:
            Facts(
                kind: .notFound, status: .notFound, title: "No such route",
                detail: "See GET /openapi.yaml for the routes of this server.")
        case .methodNotAllowed(let allow):
            Facts(
                kind: .methodNotAllowed, status: .methodNotAllowed, title: "Method not allowed",
                detail: "This route answers \(allow).", fields: [.allow: allow])
        case .missingField(let names, let field):
            Facts(
                kind: .missingField, status: .badRequest, title: "A required field is missing",
                detail: "Send \(names).", field: field ?? (names.contains("image") ? "image" : "text"))
        case .invalidField(let name, let rule):
            Facts(
                kind: .invalidField, status: .badRequest, title: "A field has an invalid value",
                detail: "`\(name)` \(rule).", field: name)
        case .duplicateField(let name):
            Facts(
                kind: .invalidField, status: .badRequest, title: "A field was sent twice",
                detail: "Send `\(name)` once.", field: name)
        case .unsupportedMediaType(let accepted):
            Facts(
                kind: .unsupportedMediaType, status: .unsupportedMediaType, title: "Unsupported content type",
                detail: "Send \(accepted).")
        case .malformedForm(let error): Self.form(error)
        case .malformedJSON:
            Facts(
                kind: .malformedJSON, status: .badRequest, title: "The body is not the JSON expected",
                detail: "Send a JSON object as GET /openapi.yaml describes it.")
        case .body(let error): Self.body(error)
        case .scan(let error): Self.scan(error)
        case .noResult(let isKeeping):
            Facts(
                kind: .notFound, status: .notFound, title: "No such result",
                detail: isKeeping
                    ? "Nothing is stored under this id, or no longer." : "This server keeps no results.")
        case .store(let error): Self.store(error)
        case .unauthorized(let fault): Self.unauthorized(fault)
        case .forbidden(let scope):
            Facts(
                kind: .forbidden, status: .forbidden, title: "The API key may not do this",
                detail: "It lacks the scope `\(scope.rawValue)`.",
                fields: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""]
            )
        case .rateLimited(let retryAfter):
            Facts(
                kind: .rateLimited, status: .tooManyRequests, title: "Too many requests",
                detail: "Try again in \(retryAfter) s.", fields: [.retryAfter: String(retryAfter)])
        case .uploadsFull:
            Facts(
                kind: .busy, status: .serviceUnavailable, title: "Too many uploads at once",
                detail: "Try again in a moment.", fields: [.retryAfter: "2"])
        case .textsFull:
            Facts(
                kind: .busy, status: .serviceUnavailable, title: "Too many texts at once",
                detail: "Try again in a moment.", fields: [.retryAfter: "1"])
        case .idempotencyMismatch:
            Facts(
                kind: .idempotencyMismatch, status: .unprocessableContent,
                title: "This key names another request",
                detail: "Send the request that the key was first used for, or another key.",
                field: "Idempotency-Key")
        case .job(let refusal): Self.job(refusal)
        case .jobEnded(let interruption): Self.job(interruption)
        case .unknownSubject:
            Facts(
                kind: .notFound, status: .notFound, title: "No such subject",
                detail: "Its owner registers it with PUT /subjects/{id}.", field: "subject_id")
        case .notAParticipant:
            Facts(
                kind: .notAParticipant, status: .forbidden, title: "Not a participant",
                detail: "The session doesn't share this subject.", field: "session_id")
        case .notTheOwner:
            Facts(
                kind: .notTheOwner, status: .forbidden, title: "Not the owner",
                detail: "The subject belongs to another session.", field: "owner_session_id")
        }
    }

    private static func job(_ refusal: JobRegistry.Refusal) -> Facts {
        switch refusal {
        case .full:
            Facts(
                kind: .busy, status: .serviceUnavailable, title: "Too many scans are waiting",
                detail: "Try again in a moment.", fields: [.retryAfter: "2"])
        case .stopping:
            Facts(
                kind: .notReady, status: .serviceUnavailable, title: "The server is about to stop",
                detail: "Try again in a moment.", fields: [.retryAfter: "5"])
        case .unknown:
            Facts(
                kind: .notFound, status: .notFound, title: "No such scan",
                detail: "It never was, was cancelled, or ended too long ago.")
        }
    }

    /// Part of a job, never an answer by itself.
    private static func job(_ interruption: JobInterruption) -> Facts {
        switch interruption {
        case .deadlineExceeded(let limit):
            Facts(
                kind: .scanTimeout, status: .serviceUnavailable, title: "The scan took too long",
                detail: "It was stopped after \(limit.components.seconds) s. Send the picture again.")
        case .cancelled:
            Facts(
                kind: .cancelled, status: .gone, title: "The scan was cancelled",
                detail: "Send the picture again if you still want to know.")
        case .restarted:
            Facts(
                kind: .restarted, status: .serviceUnavailable, title: "The server was restarted",
                detail: "What it knew of this scan is gone. Send the picture again.")
        }
    }

    /// The challenges are RFC 6750's.
    private static func unauthorized(_ fault: KeyFault) -> Facts {
        let (detail, challenge) =
            switch fault {
            case .missing: ("Send an API key as `Authorization: Bearer KEY` or `X-API-Key: KEY`.", "Bearer")
            case .unknown: ("The API key isn't known here.", "Bearer error=\"invalid_token\"")
            case .expired: ("The API key has expired.", "Bearer error=\"invalid_token\"")
            }
        return Facts(
            kind: .unauthorized, status: .unauthorized, title: "An API key is needed", detail: detail,
            fields: [.wwwAuthenticate: challenge])
    }

    private static func form(_ error: MultipartError) -> Facts {
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
        return Facts(
            kind: .malformedForm, status: .badRequest, title: "The form could not be read", detail: detail)
    }

    private static func body(_ error: RequestBodyError) -> Facts {
        switch error {
        case .tooLarge(let limit):
            Facts(
                kind: .bodyTooLarge, status: .contentTooLarge, title: "The body is too large",
                detail: "This server takes at most \(limit) bytes.")
        case .timedOut:
            Facts(
                kind: .requestTimeout, status: .requestTimeout, title: "The body came too slowly",
                detail: "Send the request again over a better connection.")
        case .malformed:
            Facts(
                kind: .malformedRequest, status: .badRequest, title: "The body was cut off or malformed",
                detail: "Send the request again.")
        }
    }

    private static func scan(_ error: ScanError) -> Facts {
        switch error {
        case .image(let error): image(error)
        case .unknownLanguage(let installed):
            Facts(
                kind: .invalidField, status: .badRequest, title: "A field has an invalid value",
                detail: "`lang` must be one of \(installed.joined(separator: ", ")), or several joined by +.",
                field: ScanForm.Field.lang.rawValue)
        case .deadlineExceeded(let limit):
            Facts(
                kind: .scanTimeout, status: .serviceUnavailable, title: "Reading the picture took too long",
                detail: "It was stopped after \(limit.components.seconds) s. Crop the picture and try again.",
                fields: [.retryAfter: "5"])
        case .busy:
            Facts(
                kind: .busy, status: .serviceUnavailable, title: "Too many scans are waiting",
                detail: "Try again in a moment.", fields: [.retryAfter: "2"])
        case .notReady:
            Facts(
                kind: .notReady, status: .serviceUnavailable, title: "The server can't scan yet",
                detail: "Try again in a moment.", fields: [.retryAfter: "1"])
        case .engineFailed:
            Facts(
                kind: .internalError, status: .internalServerError, title: "The text reader failed",
                detail: "The log holds the reason under this request id.")
        }
    }

    private static func store(_ error: StoreError) -> Facts {
        switch error {
        case .unavailable(let fault):
            Facts(
                kind: .storeUnavailable, status: .serviceUnavailable, title: "Results can't be reached",
                detail: "Scans go on. Try again later.",
                fields: [.retryAfter: fault.mayPass ? "5" : "300"])
        case .overloaded:
            Facts(
                kind: .storeUnavailable, status: .serviceUnavailable, title: "Too many wait for results",
                detail: "Try again in a moment.", fields: [.retryAfter: "1"])
        case .rejected:
            Facts(
                kind: .internalError, status: .internalServerError, title: "The store refused this",
                detail: "Nothing was changed. Send the request again.")
        }
    }

    private static func image(_ error: ImagingError) -> Facts {
        let accepted = "\(ImageFormat.supportedNames) are read."
        let field = ScanForm.Field.image.rawValue
        return switch error {
        case .empty:
            Facts(
                kind: .unsupportedImage, status: .unsupportedMediaType, title: "The image is empty",
                detail: "No bytes arrived. \(accepted)", field: field)
        case .unsupportedFormat(let detected):
            Facts(
                kind: .unsupportedImage, status: .unsupportedMediaType,
                title: "Not a picture that can be read",
                detail: (detected.map { "It looks like \(ImageFormat.foreignName($0)). " } ?? "") + accepted,
                field: field)
        case .unsupportedFeature(let format, let feature):
            Facts(
                kind: .unsupportedImage, status: .unsupportedMediaType,
                title: "Not a picture that can be read",
                detail: "This kind of \(format.name) (\(feature)) isn't read. \(accepted)", field: field)
        case .tooManyPixels(let width, let height, let limit):
            Facts(
                kind: .imageTooLarge, status: .contentTooLarge, title: "The picture has too many pixels",
                detail: "It has \(width) × \(height); at most \(limit) pixels are read.", field: field)
        case .sideTooLong(let width, let height, let limit):
            Facts(
                kind: .imageTooLarge, status: .contentTooLarge, title: "The picture is too long",
                detail: "It has \(width) × \(height); a side may have at most \(limit) pixels.", field: field)
        case .corrupt(let format, let defect):
            Facts(
                kind: .unreadableImage, status: .unprocessableContent, title: "The picture is damaged",
                detail:
                    "This \(format.name) can't be decoded (\(defect.rawValue)). Take the screenshot again.",
                field: field)
        }
    }
}
