import HTTPServer
import HTTPTypes

/// Header fields that are added to all responses and that depend on settings.
package struct ResponseHeaderPolicy: Sendable {
    /// Seconds for `Strict-Transport-Security`; 0 leaves the field out. Browsers follow the field where a proxy adds
    /// TLS.
    package var strictTransport = 0
    package var crossOrigin = CrossOriginPolicy.none

    package init() {}

    /// - Parameter request: nil for a message that was no valid request.
    func add(to response: inout ServerResponse, request: ServerRequest?, rate: RateDecision?) {
        if strictTransport > 0 {
            response.head.headerFields[.strictTransportSecurity] = "max-age=\(strictTransport)"
        }
        if let rate {
            response.head.headerFields[.rateLimitLimit] = String(rate.limit)
            response.head.headerFields[.rateLimitRemaining] = String(rate.remaining)
            response.head.headerFields[.rateLimitReset] = String(rate.reset)
        }
        crossOrigin.add(to: &response, request: request)
    }
}
