import Foundation
import TypeSafeAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request to the scan server, described apart from its attempts: each attempt is sent as a new `URLRequest`.
struct APIRequest: Sendable {
    var method = "GET"
    /// The path relative to the server's root, without a slash at its beginning.
    var path: String
    var query: [(name: String, value: String)] = []
    var accept = "application/json"
    var contentType: String?
    var body: Data?
    /// Value of `Idempotency-Key`. All attempts carry the same key, so that the server can send its first answer again.
    var idempotencyKey: String?
    /// Value of `Prefer` (RFC 7240): `respond-async` allows the server to answer 202 before the scan is done.
    var prefer: String?
    /// HTTP statuses whose body is decoded; any other status becomes a `ClientError`.
    var successStatuses: Set<Int> = [200]
    /// The policy for this request; nil for the policy of the client's configuration.
    var retries: RetryPolicy?
    /// Time at which the complete response must be there; nil for the time that the configuration gives each call.
    var deadline: ContinuousClock.Instant?
    /// Value of `Last-Event-ID`; nil for none.
    var lastEventID: String?
    /// A function that gets the pieces of the body as they come, also of a response that doesn't succeed.
    var receiver: BodyReceiver?

    /// Whether sending the request twice has the same effect as sending it once (RFC 9110, section 9.2.2). Deletions aren't among
    /// them: the second one is told that there is nothing.
    var isIdempotent: Bool { method == "GET" || method == "PUT" || idempotencyKey != nil }

    /// Seconds that are added to the caller's limit for URLSession's idle timer, so that the transport's limits, which
    /// give truer errors, always end first.
    private static let idleTimerMargin = 60.0

    /// Creates a request whose body is JSON.
    /// - Throws: `ClientError` with `.invalidRequest` where JSON can't express the value.
    static func json(
        _ method: String, _ path: String, _ value: some Encodable, idempotencyKey: String? = nil,
        successStatuses: Set<Int> = [200]
    ) throws(ClientError) -> APIRequest {
        guard let body = try? WireCoding.encoder().encode(value) else {
            throw ClientError(.invalidRequest, context: "the text can't be written as JSON")
        }
        return APIRequest(
            method: method, path: path, contentType: "application/json", body: body,
            idempotencyKey: idempotencyKey, successStatuses: successStatuses)
    }

    /// Creates the request of one attempt.
    /// - Parameter id: value of `X-Request-ID`, by which an attempt is found in the server's log.
    /// - Returns: nil where path and query don't form a URL.
    func urlRequest(to configuration: ClientConfiguration, id: String) -> URLRequest? {
        let url = configuration.server.appendingPathComponent(path)
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        if !query.isEmpty {
            components.queryItems = query.map { URLQueryItem(name: $0.name, value: $0.value) }
        }
        guard let url = components.url else { return nil }
        let idleTimer = Double(configuration.timeouts.answer.components.seconds) + Self.idleTimerMargin
        var request = URLRequest(url: url, timeoutInterval: idleTimer)
        request.httpMethod = method
        request.httpBody = body
        let fields = [
            "Accept": accept, "Last-Event-ID": lastEventID, "User-Agent": configuration.userAgent,
            "X-Request-ID": id, "Accept-Language": configuration.language,
            "Content-Type": contentType, "Idempotency-Key": idempotencyKey,
            "Prefer": prefer,
            "Authorization": configuration.apiKey.map { "Bearer \($0)" },
        ]
        for (name, value) in fields {
            if let value { request.setValue(value, forHTTPHeaderField: name) }
        }
        return request
    }
}

/// A response that succeeded: its status is one of `APIRequest.successStatuses`.
struct APIResponse {
    let status: Int
    let contentType: String?
    let body: Data
    let head: HTTPURLResponse
    let requestID: String
    let attempts: Int

    func field(_ name: String) -> String? { head.value(forHTTPHeaderField: name) }
}

/// Builds a `multipart/form-data` body (RFC 7578).
struct MultipartBody {
    private let boundary: String
    private var bytes = Data()

    /// The boundary has 122 random bits, so no image can contain it by chance or by design.
    init() {
        boundary = "typesafe-\(UUID().uuidString)"
    }

    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    mutating func append(field name: String, _ value: String) {
        bytes.append(
            contentsOf: "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
        bytes.append(contentsOf: value.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Appends a file under a fixed file name: the real one may reveal more than its owner intends.
    mutating func append(file name: String, _ content: Data) {
        bytes.append(
            contentsOf:
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"screenshot\"\r\n"
                .utf8)
        bytes.append(contentsOf: "Content-Type: application/octet-stream\r\n\r\n".utf8)
        bytes.append(content)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    consuming func finished() -> Data {
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return bytes
    }
}

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
