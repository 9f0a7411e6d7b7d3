import AccessControl
import FeedbackFiles
import HTTP1
import HTTPServer
import HTTPTypes
import Storage
import OCRWorkers
import Scanning
import TypeSafeAPI

/// All errors that the service answers with problem details. `details` makes their sentences.
enum ServiceError: Error, Sendable {
    case notFound
    case methodNotAllowed(allow: String)
    /// - Parameters:
    ///   - names: the fields, as a text for people, of which the request must have at least one.
    ///   - field: the first of these fields.
    case missingField(names: String, field: String)
    case invalidField(name: String, rule: String)
    case duplicateField(name: String)
    case unsupportedMediaType(accepted: String)
    case malformedForm(MultipartError)
    case malformedJSON
    case body(RequestBodyError)
    case scan(ScanError)
    /// One of several pictures can't be judged.
    case picture(PictureError)
    /// The idempotency key was used for another request before.
    case idempotencyMismatch
    case job(JobRegistry.Refusal)
    case jobEnded(JobInterruption)
    /// - Parameter isKeeping: false where the server stores no results at all.
    case noResult(isKeeping: Bool)
    case store(StoreError)
    case noFeedback(FeedbackGap)
    case feedback(FeedbackFolder.Fault)
    case unknownSubject
    /// The subject that the session reports a screenshot of isn't shared with that session.
    case notAParticipant
    /// The request names a host that this server isn't.
    case misdirected
    /// A page of another site had a browser send the request.
    case crossSite
    case unauthorized(KeyFault)
    case forbidden(scope: AccessScope)
    /// - Parameter retryAfter: seconds until the client's request would be allowed.
    case rateLimited(retryAfter: Int)
    case uploadsFull
    case textsFull
}

enum KeyFault: Sendable {
    case missing, unknown, expired
    /// The path has another key than the header fields.
    case contradiction
}

/// What is missing where feedback can't be kept or taken back.
enum FeedbackGap: Sendable {
    /// The operator set no folder for feedback.
    case notKept
    /// Nothing is stored of the scan that the feedback is about.
    case unknownScan
    /// No feedback is kept under the id.
    case unknown
}

extension ServiceError {
    /// The problem details of the error. No other code decides on the status of an error response.
    var details: ProblemDetails {
        switch self {
        case .notFound:
            ProblemDetails(.notFound, "No such route", "See GET /openapi.yaml for the routes of this server.")
        case .methodNotAllowed(let allow):
            ProblemDetails(
                .methodNotAllowed, "Method not allowed", "This route answers \(allow).",
                headers: [.allow: allow])
        case .missingField(let names, let field):
            ProblemDetails(.missingField, "A required field is missing", "Send \(names).", field: field)
        case .invalidField(let name, let rule):
            ProblemDetails(.invalidField, "A field has an invalid value", "`\(name)` \(rule).", field: name)
        case .duplicateField(let name):
            ProblemDetails(.invalidField, "A field was sent twice", "Send `\(name)` once.", field: name)
        case .unsupportedMediaType(let accepted):
            ProblemDetails(.unsupportedMediaType, "Unsupported content type", "Send \(accepted).")
        case .malformedForm(let error): Self.form(error)
        case .malformedJSON:
            ProblemDetails(
                .malformedJSON, "The body is not the JSON expected",
                "Send a JSON object as GET /openapi.yaml describes it.")
        case .body(let error): Self.body(error)
        case .scan(let error): Self.scan(error)
        case .picture(let error): Self.scan(error.error).naming(picture: error.picture)
        case .noResult(let isKeeping):
            ProblemDetails(
                .notFound, "No such result",
                isKeeping ? "Nothing is stored under this id, or no longer." : "This server keeps no results."
            )
        case .store(let error): Self.store(error)
        case .noFeedback(let gap): Self.feedback(gap)
        case .feedback(let fault): Self.feedback(fault)
        case .misdirected:
            ProblemDetails(
                .misdirected, "Not this server's name",
                "Call it by its address, or have its operator name this host with --allowed-hosts.")
        case .crossSite:
            ProblemDetails(
                .crossSite, "Sent by a page of another site",
                "The operator may allow pages of that origin with --cors-origins.")
        case .unauthorized(let fault): Self.unauthorized(fault)
        case .forbidden(let scope):
            ProblemDetails(
                .forbidden, "The API key may not do this", "It lacks the scope `\(scope.rawValue)`.",
                headers: [
                    .wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
                ])
        case .rateLimited(let retryAfter):
            ProblemDetails(
                .rateLimited, "Too many requests", "Try again in \(retryAfter) s.",
                retryAfter: String(retryAfter))
        case .uploadsFull:
            ProblemDetails(
                .busy, "Too many uploads at once", "Try again in a moment.", retryAfter: RetryAfter.reading)
        case .textsFull:
            ProblemDetails(
                .busy, "Too many texts at once", "Try again in a moment.", retryAfter: RetryAfter.moment)
        case .idempotencyMismatch:
            ProblemDetails(
                .idempotencyMismatch, "This key names another request",
                "Send the request that the key was first used for, or another key.", field: "Idempotency-Key")
        case .job(let refusal): Self.job(refusal)
        case .jobEnded(let interruption): Self.job(interruption)
        case .unknownSubject:
            ProblemDetails(
                .notFound, "No such subject", "Its owner registers it with PUT /subjects/{id}.",
                field: "subject_id")
        case .notAParticipant:
            ProblemDetails(
                .notAParticipant, "Not a participant", "The session doesn't share this subject.",
                field: "session_id")
        }
    }
}
