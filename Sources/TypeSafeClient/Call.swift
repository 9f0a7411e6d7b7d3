import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request of the service, before it is known how often it is sent.
struct Call: Sendable {
    var method = "GET"
    /// Below the server's root, without a leading slash.
    var path: String
    var query: [(name: String, value: String)] = []
    var contentType: String?
    var body: Data?
    /// Names what is asked for, the same in every attempt: a server that sees it again gives the answer it gave.
    var idempotencyKey: String?
    /// Whether the server may answer before it is done (RFC 7240).
    var prefersAsync = false
    /// Statuses that are answers and no errors.
    var answersWith: Set<Int> = [200]
    /// nil: as the configuration says.
    var retries: RetryPolicy?

    /// Whether sending it twice does no more than sending it once (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { method == "GET" || idempotencyKey != nil }

    func request(to configuration: ClientConfiguration, id: String) -> URLRequest? {
        let url = configuration.server.appendingPathComponent(path)
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        if !query.isEmpty {
            components.queryItems = query.map { URLQueryItem(name: $0.name, value: $0.value) }
        }
        guard let url = components.url else { return nil }
        // The limits are the transport's; URLSession's own, which knows only pauses, must not come first.
        let pause = Double(configuration.timeouts.answer.components.seconds) + 60
        var request = URLRequest(url: url, timeoutInterval: pause)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue(configuration.userAgent, forHTTPHeaderField: "User-Agent")
        request.setValue(id, forHTTPHeaderField: "X-Request-ID")
        if let contentType { request.setValue(contentType, forHTTPHeaderField: "Content-Type") }
        if let idempotencyKey { request.setValue(idempotencyKey, forHTTPHeaderField: "Idempotency-Key") }
        if prefersAsync { request.setValue("respond-async", forHTTPHeaderField: "Prefer") }
        if let apiKey = configuration.apiKey {
            request.setValue("Bearer \(apiKey)", forHTTPHeaderField: "Authorization")
        }
        return request
    }
}
