import Foundation
import TypeSafeAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends one `APIRequest`: its attempts and the delays between them.
struct RequestSender {
    let request: APIRequest
    let configuration: ClientConfiguration
    let transport: any HTTPTransport

    func send() async throws(ClientError) -> APIResponse {
        let deadline = request.deadline ?? .now + configuration.timeouts.answer
        let retries = request.retries ?? configuration.retries
        var generator = SystemRandomNumberGenerator()
        var attempt = 1
        while true {
            let failure: ClientError
            do throws(ClientError) {
                return try await send(attempt: attempt, deadline: deadline)
            } catch {
                failure = error
            }
            guard attempt < retries.attempts, isSafeToRetry(failure) else { throw failure }
            let delay = retries.delay(after: attempt, asked: failure.retryAfter, using: &generator)
            // A delay that ends after the deadline would only postpone the error.
            guard ContinuousClock.now + delay < deadline else { throw failure }
            do {
                try await Task.sleep(for: delay)
            } catch {
                throw ClientError(.cancelled, requestID: failure.requestID, attempts: attempt)
            }
            attempt += 1
        }
    }

    /// Whether the server either didn't act on the request or recognises it by its key. A scan that ran into the server's
    /// time limit is a 503 too; the server acted on it, and it would run into the limit again.
    private func isSafeToRetry(_ failure: ClientError) -> Bool {
        switch failure.code {
        case .unreachable, .connectTimeout, .rateLimited: true
        case .unavailable: failure.problem?.kind != .scanTimeout
        case .connectionLost, .answerTimeout: request.isIdempotent
        default: false
        }
    }

    private func send(attempt: Int, deadline: ContinuousClock.Instant) async throws(ClientError)
        -> APIResponse
    {
        let id = UUID().uuidString.lowercased()
        guard let urlRequest = request.urlRequest(to: configuration, id: id) else {
            throw ClientError(.invalidRequest, context: "the server's URL can't be used")
        }
        let head: HTTPURLResponse
        let body: Data
        do throws(TransportFailure) {
            (head, body) = try await transport.send(
                urlRequest, connect: configuration.timeouts.connect, deadline: deadline,
                receiver: request.receiver)
        } catch {
            throw ClientError(
                Self.code(error), requestID: id, attempts: attempt, context: configuration.place)
        }
        let serverID = head.value(forHTTPHeaderField: "X-Request-ID") ?? id
        if request.successStatuses.contains(head.statusCode) {
            return APIResponse(
                status: head.statusCode, contentType: head.value(forHTTPHeaderField: "Content-Type"),
                body: body, head: head,
                requestID: serverID, attempts: attempt)
        }
        let problem = try? WireCoding.decoder().decode(Problem.self, from: body)
        throw ClientError(
            Self.code(status: head.statusCode), status: head.statusCode, problem: problem,
            requestID: problem?.requestID ?? serverID,
            retryAfter: head.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter.duration($0) },
            attempts: attempt, context: configuration.place)
    }

    private static func code(_ failure: TransportFailure) -> ClientError.Code {
        switch failure {
        case .connectTimeout: .connectTimeout
        case .answerTimeout: .answerTimeout
        case .cancelled: .cancelled
        case .tooLarge: .badAnswer
        case .transport(let code):
            switch code {
            case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
                .unreachable
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .untrustedServer
            case .timedOut: .answerTimeout
            case .cancelled: .cancelled
            case .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData, .httpTooManyRedirects:
                .badAnswer
            // This includes `.badServerResponse`, which libcurl reports for a connection that closed without an answer.
            default: .connectionLost
            }
        }
    }

    static func code(status: Int) -> ClientError.Code {
        switch status {
        case 401, 403: .unauthorized
        case 404: .notFound
        case 429: .rateLimited
        case 503: .unavailable
        case 400..<500: .rejected
        case 500..<600: .serverFault
        default: .badAnswer
        }
    }
}

/// Parses `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// Longest delay in seconds that is reported: one day. No caller waits longer, and the limit keeps the calculation
    /// from overflowing.
    private static let longest = 86_400

    /// Returns the delay that a field asks for.
    /// - Returns: nil where the value is neither a number nor an IMF-fixdate.
    static func duration(_ field: String, now: Date = Date()) -> Duration? {
        let value = field.trimmingCharacters(in: .whitespaces)
        if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(value) ?? longest, longest))
        }
        guard let date = date(value) else { return nil }
        let seconds = date.timeIntervalSince(now).rounded(.up)
        return .seconds(Int(min(max(seconds, 0), Double(longest))))
    }

    /// Parses an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`. Servers may not send the two obsolete forms.
    private static func date(_ value: String) -> Date? {
        let parts = value.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]) else {
            return nil
        }
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard let month = months.firstIndex(of: String(parts[2])), clock.count == 3,
            (1...31).contains(day), (1970...9999).contains(year), (0...23).contains(clock[0]),
            (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2]))
    }
}
