import HTTPServer
import HTTPTypes
import ScanDocuments
import Scanning
import Storage
import Texts
import TypeSafeAPI

/// All errors that the service answers with problem details. `details` makes their sentences.
enum ServiceError: Error, Sendable {
    case notFound
    case methodNotAllowed(allow: String)
    /// - Parameters:
    ///   - field: the field, or the first of several of which the request must have at least one.
    ///   - advice: what to send.
    case missingField(
        _ field: String, advice: ProblemText = .sendField, _ arguments: [String: Sentence.Argument] = [:])
    case compressedBody
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
    case memory(MemoryFault)
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
    /// The operator wants nothing to be remembered.
    case noMemory
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
        case .missingField(let field, let advice, let arguments):
            ProblemDetails(
                .missingField, .missingField, advice, arguments.merging(["field": .text(field)]) { $1 },
                field: field)
        case .compressedBody: ProblemDetails(.unsupportedMediaType, .unsupportedMediaType, .sendUncompressed)
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
        case .memory:
            ProblemDetails(
                .storeUnavailable, .feedbackUnavailable, .scansGoOn, retryAfter: RetryAfter.repair)
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

/// The content of an error response (RFC 9457), and the header fields that belong to it.
struct ProblemDetails {
    let kind: ProblemKind
    let status: HTTPResponse.Status
    let title: Sentence
    /// What was wrong with this request, and what to do about it.
    private(set) var detail: Sentence
    /// Name of the request's field that was wrong; nil where none was.
    let field: String?
    /// Number of the picture at fault; nil unless several were sent and it was one.
    private(set) var picture: Int?
    let headers: HTTPFields

    /// - Parameters:
    ///   - arguments: what stands in the detail's placeholders.
    ///   - status: nil for the status that the kind always has.
    ///   - retryAfter: one of `RetryAfter`'s values, or another number of seconds.
    init(
        _ kind: ProblemKind, status: HTTPResponse.Status? = nil, _ title: ProblemText, _ detail: ProblemText,
        _ arguments: [String: Sentence.Argument] = [:], field: String? = nil, retryAfter: String? = nil,
        headers: HTTPFields = [:]
    ) {
        self.kind = kind
        self.status = status ?? kind.status
        self.title = Sentence(title)
        self.detail = Sentence(detail, arguments)
        self.field = field
        self.headers = retryAfter.map { [.retryAfter: $0] } ?? headers
    }

    /// Returns the problem of one of several pictures.
    func naming(picture: Int) -> ProblemDetails {
        var details = self
        details.picture = picture
        details.detail = Sentence(
            ProblemText.onPicture, ["number": .number(picture), "detail": .sentence(detail)])
        return details
    }
}

extension ProblemKind {
    /// The status of the responses with a problem of this kind.
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .malformedRequest, .malformedForm, .malformedJSON, .missingField, .invalidField: .badRequest
        case .unauthorized: .unauthorized
        case .misdirected: .misdirectedRequest
        case .forbidden, .crossSite, .notAParticipant: .forbidden
        case .notFound: .notFound
        case .tooManyFollowers: .conflict
        case .methodNotAllowed: .methodNotAllowed
        case .requestTimeout: .requestTimeout
        case .cancelled: .gone
        case .bodyTooLarge, .imageTooLarge: .contentTooLarge
        case .unsupportedMediaType, .unsupportedImage: .unsupportedMediaType
        case .unreadableImage, .idempotencyMismatch: .unprocessableContent
        case .rateLimited: .tooManyRequests
        case .internalError: .internalServerError
        case .busy, .notReady, .scanTimeout, .restarted, .storeUnavailable, .pushUnavailable:
            .serviceUnavailable
        }
    }
}

/// Seconds in `Retry-After`, by what has to happen until a repetition can succeed. The values are estimates: no client has been
/// measured with others.
enum RetryAfter {
    /// A text is judged, the store's queue gets shorter, or the workers finish loading.
    static let moment = "1"
    /// A worker finishes reading one image.
    static let reading = "2"
    /// A server restarts, or workers finish reading several images.
    static let restart = "5"
    /// The store recovers from a transient fault.
    static let transientFault = "5"
    /// A picture that took too long is read again, if the reading cache has its default lifetime (`cache_seconds`).
    static let samePicture = "600"
    /// Somebody repairs the store.
    static let repair = "300"
}
