import AccessControl
import HTTP1
import HTTPServer
import HTTPTypes
import Imaging
import Storage
import OCRWorkers
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
}
