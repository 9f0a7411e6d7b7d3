package import HTTPTypes

/// The names of header fields for which `HTTPTypes` has no constants.
extension HTTPField.Name {
    /// What a browser's request is for, such as `navigate` (Fetch Metadata).
    package static let fetchMode = name("Sec-Fetch-Mode")
    /// Where a browser's request comes from, such as `cross-site` (Fetch Metadata).
    package static let fetchSite = name("Sec-Fetch-Site")
    package static let forwardedFor = name("X-Forwarded-For")
    package static let idempotencyKey = name("Idempotency-Key")
    /// Marks an answer that is sent again for the same idempotency key.
    package static let idempotentReplayed = name("Idempotent-Replayed")
    package static let lastEventID = name("Last-Event-ID")
    /// The field `Prefer` of a request (RFC 7240), such as `respond-async`.
    package static let prefer = name("Prefer")
    /// The field of a response that says which preference was followed (RFC 7240).
    package static let preferenceApplied = name("Preference-Applied")
    package static let rateLimitLimit = name("RateLimit-Limit")
    package static let rateLimitRemaining = name("RateLimit-Remaining")
    package static let rateLimitReset = name("RateLimit-Reset")
    /// What was covered on the picture of an answer, by kind: a dictionary of numbers (RFC 9651).
    package static let redacted = name("Redacted")
    /// How many times smaller the sides of an answer's picture are than those of the one sent: a number (RFC 9651).
    package static let reduced = name("Reduced")
    package static let referrerPolicy = name("Referrer-Policy")
    package static let requestID = name("X-Request-ID")
    package static let serverTiming = name("Server-Timing")
    /// The caller's position in a distributed trace, as W3C Trace Context defines it.
    package static let traceParent = name("traceparent")
    /// The value `no` makes nginx pass an answer on at once, without collecting it first.
    package static let accelBuffering = name("X-Accel-Buffering")
    package static let apiKey = name("X-API-Key")
    package static let frameOptions = name("X-Frame-Options")

    private static func name(_ text: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name(text.description) else {
            preconditionFailure("not a field name: \(text)")
        }
        return name
    }
}
