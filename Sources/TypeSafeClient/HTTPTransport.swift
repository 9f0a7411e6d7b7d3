import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests, each with limits on connecting, on its whole duration and on the size of its response.
///
/// Nothing is stored between requests (no cookies, no cache), and redirects aren't followed, so that an image and an API key
/// reach only the server that the caller named.
protocol HTTPTransport: Sendable {
    /// Sends a request and waits for its whole response.
    /// - Parameters:
    ///   - connect: time until the server accepts the first byte of the body, or, for a request without a body, until
    ///     it responds.
    ///   - deadline: time at which the complete response must be there.
    ///   - receiver: is called for each piece of the body, on a thread of the transport, before the response is complete; nil for none.
    func send(
        _ request: URLRequest, connect: Duration, deadline: ContinuousClock.Instant, receiver: BodyReceiver?
    ) async throws(TransportFailure) -> TransportResponse
}

typealias BodyReceiver = @Sendable (Data) -> Void

typealias TransportResponse = (head: HTTPURLResponse, body: Data)

enum TransportFailure: Error, Equatable {
    case connectTimeout, answerTimeout, cancelled, tooLarge
    case transport(URLError.Code)
}

enum TransportLimits {
    /// Largest response body in bytes. The text of a long screenshot with the place of each line takes some hundred
    /// kilobytes; the limit only has to stop a server that never ends its response.
    static let response = 16 << 20
}
