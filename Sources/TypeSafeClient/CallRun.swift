import Foundation
import TypeSafeAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A call until its answer: attempts, and the waits between them.
struct CallRun {
    struct Answer {
        let status: Int
        let body: Data
        let requestID: String
        let attempts: Int
    }

    let call: Call
    let configuration: ClientConfiguration
    let transport: HTTPTransport

    func answer() async throws(ClientError) -> Answer {
        let deadline = ContinuousClock.now + configuration.timeouts.answer
        let retries = call.retries ?? configuration.retries
        var generator = SystemRandomNumberGenerator()
        var attempt = 1
        while true {
            let failure: ClientError
            do throws(ClientError) {
                return try await send(attempt: attempt, deadline: deadline)
            } catch {
                failure = error
            }
            guard attempt < retries.attempts, isSafeToRepeat(failure) else { throw failure }
            let delay = retries.delay(after: attempt, asked: failure.retryAfter, using: &generator)
            // Waiting for longer than there is time would only keep the caller from hearing about it.
            guard ContinuousClock.now + delay < deadline else { throw failure }
            do {
                try await Task.sleep(for: delay)
            } catch {
                throw ClientError(.cancelled, requestID: failure.requestID, attempts: attempt)
            }
            attempt += 1
        }
    }

    /// Whether the server can't have acted on the request, or knows by its key that it did. A scan that took too long is a
    /// 503 too, was acted on, and would take too long again.
    private func isSafeToRepeat(_ failure: ClientError) -> Bool {
        switch failure.code {
        case .unreachable, .connectTimeout, .rateLimited: true
        case .unavailable: failure.problem?.kind != .scanTimeout
        case .connectionLost, .answerTimeout: call.isIdempotent
        default: false
        }
    }

    private func send(attempt: Int, deadline: ContinuousClock.Instant) async throws(ClientError) -> Answer {
        let id = UUID().uuidString.lowercased()
        guard let request = call.request(to: configuration, id: id) else {
            throw ClientError(.invalidRequest, context: "the server's URL can't be used")
        }
        let head: HTTPURLResponse
        let body: Data
        do throws(Exchange.Failure) {
            (head, body) = try await transport.send(
                request, connect: configuration.timeouts.connect, deadline: deadline)
        } catch {
            throw ClientError(
                Self.code(error), requestID: id, attempts: attempt, context: configuration.server.host)
        }
        let serverID = head.value(forHTTPHeaderField: "X-Request-ID") ?? id
        if call.answersWith.contains(head.statusCode) {
            return Answer(status: head.statusCode, body: body, requestID: serverID, attempts: attempt)
        }
        let problem = try? WireCoding.decoder().decode(Problem.self, from: body)
        throw ClientError(
            Self.code(status: head.statusCode), status: head.statusCode, problem: problem,
            requestID: problem?.requestID ?? serverID,
            retryAfter: head.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter.duration($0) },
            attempts: attempt, context: configuration.server.host)
    }

    private static func code(_ failure: Exchange.Failure) -> ClientError.Code {
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
            // Among them `.badServerResponse`: libcurl's word for a connection closed without an answer.
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
