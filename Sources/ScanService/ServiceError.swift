import ScanDocuments
import HTTPServer
import HTTPTypes
import Storage
import Scanning
import Texts
import TypeSafeAPI

/// All errors that the service answers with problem details. `details` makes their sentences.
enum ServiceError: Error, Sendable {
    case notFound
    case methodNotAllowed(allow: String)
    /// - Parameters:
    ///   - field: the field, or the first of several of which the request must have at least one.
    ///   - advice: what to send.
    case missingField(_ field: String, advice: ProblemText = .sendField)
    /// - Parameters:
    ///   - rule: what the field must be.
    ///   - arguments: what stands in the rule's placeholders beside `field`.
    case invalidField(name: String, rule: ProblemText, _ arguments: [String: Sentence.Argument] = [:])
    case duplicateField(name: String)
    /// - Parameter types: what the route takes; nil for the form of a scan.
    case unsupportedMediaType(accepted: String?)
    case malformedForm(MultipartError)
    case malformedJSON
    case body(RequestBodyError)
    case scan(ScanError)
    /// One of several pictures can't be judged.
    case picture(PictureError)
    /// The idempotency key was used for another request before.
    case idempotencyMismatch
    case job(JobRefusal)
    case jobEnded(JobInterruption)
    /// - Parameter isKeeping: false where the server stores no results at all.
    case noResult(isKeeping: Bool)
    case store(StoreError)
    case noFeedback(FeedbackGap)
    case feedback(FeedbackFolder.Fault)
    /// The operator set no key for followers' addresses, or none for the carrier.
    case pushUnavailable
    case tooManyFollowers(limit: Int)
    case unknownFollower
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
        case .notFound: ProblemDetails(.notFound, .noRoute, .seeRoutes)
        case .methodNotAllowed(let allow):
            ProblemDetails(
                .methodNotAllowed, .methodNotAllowed, .allowedMethods, ["methods": .text(allow)],
                headers: [.allow: allow])
        case .missingField(let field, let advice):
            ProblemDetails(.missingField, .missingField, advice, ["field": .text(field)], field: field)
        case .invalidField(let name, let rule, let arguments):
            ProblemDetails(
                .invalidField, .invalidField, rule, arguments.merging(["field": .text(name)]) { $1 },
                field: name)
        case .duplicateField(let name):
            ProblemDetails(.invalidField, .duplicateField, .sendOnce, ["field": .text(name)], field: name)
        case .unsupportedMediaType(let accepted):
            ProblemDetails(
                .unsupportedMediaType, .unsupportedMediaType, accepted == nil ? .sendScanForm : .sendType,
                ["types": .text(accepted ?? "")])
        case .malformedForm(let error): Self.form(error)
        case .malformedJSON: ProblemDetails(.malformedJSON, .malformedJson, .sendJson)
        case .body(let error): Self.body(error)
        case .scan(let error): Self.scan(error)
        case .picture(let error): Self.scan(error.error).naming(picture: error.picture)
        case .noResult(let isKeeping):
            ProblemDetails(.notFound, .noResult, isKeeping ? .nothingUnderId : .keepsNoResults)
        case .store(let error): Self.store(error)
        case .noFeedback(let gap): Self.feedback(gap)
        case .feedback(let fault): Self.feedback(fault)
        case .misdirected: ProblemDetails(.misdirected, .misdirected, .hostUnknown)
        case .crossSite: ProblemDetails(.crossSite, .crossSite, .originUnknown)
        case .unauthorized(let fault): Self.unauthorized(fault)
        case .forbidden(let scope):
            ProblemDetails(
                .forbidden, .forbidden, .scopeMissing, ["scope": .text(scope.rawValue)],
                headers: [
                    .wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
                ])
        case .rateLimited(let retryAfter):
            ProblemDetails(
                .rateLimited, .rateLimited, .tryAgainIn, ["seconds": .number(retryAfter)],
                retryAfter: String(retryAfter))
        case .uploadsFull:
            ProblemDetails(.busy, .uploadsFull, .tryAgainSoon, retryAfter: RetryAfter.reading)
        case .textsFull: ProblemDetails(.busy, .textsFull, .tryAgainSoon, retryAfter: RetryAfter.moment)
        case .idempotencyMismatch:
            ProblemDetails(
                .idempotencyMismatch, .idempotencyMismatch, .sameKeyOtherRequest, field: "Idempotency-Key")
        case .job(let refusal): Self.job(refusal)
        case .jobEnded(let interruption): Self.job(interruption)
        case .pushUnavailable: ProblemDetails(.pushUnavailable, .pushUnavailable, .setPushSecret)
        case .tooManyFollowers(let limit):
            ProblemDetails(
                .tooManyFollowers, .tooManyFollowers, .deleteAFollower, ["limit": .number(limit)])
        case .unknownFollower: ProblemDetails(.notFound, .noFollower, .followerGone)
        case .unknownSubject:
            ProblemDetails(
                .notFound, .noSubject, .registerSubject, ["route": "PUT /subjects/{id}"], field: "subject_id")
        case .notAParticipant:
            ProblemDetails(
                .notAParticipant, .notAParticipant, .subjectNotShared, field: "session_id")
        }
    }
}
