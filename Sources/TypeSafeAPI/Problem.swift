/// An error response, `application/problem+json` (RFC 9457).
public struct Problem: Codable, Sendable, Equatable {
    /// URN of the problem's kind: `urn:typesafe:problem:` and `ProblemKind.rawValue`.
    public var type: String
    /// A short description of the problem's kind, for people.
    public var title: String
    /// The response's HTTP status code.
    public var status: Int
    /// What was wrong with this request and what to do about it, for people.
    public var detail: String
    /// Name of the field or parameter that was wrong; absent if none was.
    public var field: String?
    /// Number of the picture at fault, from 1 in the order in which they were sent; absent unless several were sent.
    public var picture: Int?
    /// Id of the request. The server's log holds it too.
    public var requestID: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case type, title, status, detail, field, picture
        case requestID = "request_id"
    }

    /// Creates a value from its properties.
    public init(
        kind: ProblemKind, title: String, status: Int, detail: String, field: String?, picture: Int? = nil,
        requestID: String
    ) {
        type = kind.urn
        self.title = title
        self.status = status
        self.detail = detail
        self.field = field
        self.picture = picture
        self.requestID = requestID
    }

    /// The problem's kind; nil if this version of the module doesn't know it.
    public var kind: ProblemKind? { ProblemKind(urn: type) }
}

/// Kinds of problems. Clients may depend on them, because a kind never changes its meaning.
public enum ProblemKind: String, Codable, Sendable, CaseIterable {
    case malformedRequest = "malformed-request"
    case malformedForm = "malformed-form"
    case malformedJSON = "malformed-json"
    case missingField = "missing-field"
    case invalidField = "invalid-field"
    case unsupportedMediaType = "unsupported-media-type"
    case unsupportedImage = "unsupported-image"
    case unreadableImage = "unreadable-image"
    case imageTooLarge = "image-too-large"
    case bodyTooLarge = "body-too-large"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case requestTimeout = "request-timeout"
    case scanTimeout = "scan-timeout"
    case notReady = "not-ready"
    case busy
    case storeUnavailable = "store-unavailable"
    case unauthorized, forbidden
    case misdirected
    case crossSite = "cross-site"
    case rateLimited = "rate-limited"
    case idempotencyMismatch = "idempotency-mismatch"
    case cancelled
    case restarted
    case notAParticipant = "not-a-participant"
    case pushUnavailable = "push-unavailable"
    case tooManyFollowers = "too-many-followers"
    case internalError = "internal-error"

    private static let prefix = "urn:typesafe:problem:"

    /// Creates the kind that a field `type` names; nil for one that this version of the module doesn't know.
    init?(urn: String) {
        guard urn.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(urn.dropFirst(Self.prefix.count)))
    }

    /// The value that the field `type` of a problem of this kind has.
    public var urn: String { Self.prefix + rawValue }
}
