/// An error answer, `application/problem+json` (RFC 9457).
public struct Problem: Codable, Sendable, Equatable {
    /// `urn:typesafe:problem:` and the kind.
    public var type: String
    /// What kind of thing went wrong.
    public var title: String
    /// The HTTP status, repeated.
    public var status: Int
    /// What was wrong this time and what to do about it.
    public var detail: String
    /// The field or parameter at fault, where it is one.
    public var field: String?
    /// The request's name in the server's log.
    public var requestID: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case type, title, status, detail, field
        case requestID = "request_id"
    }

    /// Makes a problem of a kind.
    public init(
        kind: ProblemKind, title: String, status: Int, detail: String, field: String?, requestID: String
    ) {
        type = kind.urn
        self.title = title
        self.status = status
        self.detail = detail
        self.field = field
        self.requestID = requestID
    }

    /// The kind, where this version knows it.
    public var kind: ProblemKind? {
        type.hasPrefix(ProblemKind.prefix)
            ? ProblemKind(rawValue: String(type.dropFirst(ProblemKind.prefix.count))) : nil
    }
}

/// What can go wrong, as clients may switch on it.
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
    case rateLimited = "rate-limited"
    case idempotencyMismatch = "idempotency-mismatch"
    case cancelled
    case restarted
    case notAParticipant = "not-a-participant"
    case notTheOwner = "not-the-owner"
    case internalError = "internal-error"

    static let prefix = "urn:typesafe:problem:"

    /// The problem's `type`.
    public var urn: String { Self.prefix + rawValue }
}
