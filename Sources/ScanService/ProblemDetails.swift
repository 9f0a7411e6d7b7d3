import HTTPTypes
import Texts
import TypeSafeAPI

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
