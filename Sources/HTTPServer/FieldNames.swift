package import HTTPTypes

/// The names of header fields for which `HTTPTypes` has no constants.
extension HTTPField.Name {
    package static let forwardedFor = name("X-Forwarded-For")
    package static let idempotencyKey = name("Idempotency-Key")
    /// Marks an answer that was given before under the same idempotency key.
    package static let idempotentReplayed = name("Idempotent-Replayed")
    package static let lastEventID = name("Last-Event-ID")
    /// RFC 7240.
    package static let prefer = name("Prefer")
    /// RFC 7240.
    package static let preferenceApplied = name("Preference-Applied")
    package static let rateLimitLimit = name("RateLimit-Limit")
    package static let rateLimitRemaining = name("RateLimit-Remaining")
    package static let rateLimitReset = name("RateLimit-Reset")
    package static let referrerPolicy = name("Referrer-Policy")
    package static let requestID = name("X-Request-ID")
    package static let serverTiming = name("Server-Timing")
    /// W3C Trace Context.
    package static let traceParent = name("traceparent")
    /// `no` tells nginx to pass an answer on without collecting it first.
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
