public import TypeSafeAPI

/// The reason why a call to the scan server failed.
public struct ClientError: Error, Sendable, Equatable {
    /// Kind of the failure, for programs to switch on. The raw values don't change between versions.
    public enum Code: String, Sendable, CaseIterable {
        /// The request can't be sent: the image is empty, or the server isn't an http or https URL.
        case invalidRequest = "invalid_request"
        /// The platform doesn't support what the configuration asks for.
        case unsupported
        /// No connection could be made: it was refused, or there is no such host or no route to it. Nothing was sent.
        case unreachable
        /// No connection was made within `Timeouts.connect`. Nothing was sent.
        case connectTimeout = "connect_timeout"
        /// No complete answer came within `Timeouts.answer`. The server may still be working on the request.
        case answerTimeout = "answer_timeout"
        /// The connection ended before the answer was complete. The server may have acted on the request.
        case connectionLost = "connection_lost"
        /// The server's certificate isn't trusted, or TLS failed for another reason.
        case untrustedServer = "untrusted_server"
        /// The task that made the call was cancelled.
        case cancelled
        /// The server answered 401 or 403: the API key is missing or wrong, or it lacks the scope.
        case unauthorized
        /// The server answered 404: the route doesn't exist, or nothing is stored for the session.
        case notFound = "not_found"
        /// The server answered another 4xx: it can't use what was sent. `problem` has the reason.
        case rejected
        /// The server answered 429 to every attempt.
        case rateLimited = "rate_limited"
        /// The server answered 503 to every attempt.
        case unavailable
        /// The server answered another 5xx.
        case serverFault = "server_fault"
        /// The answer isn't one of a scan server: it is a redirect, isn't the expected JSON, or is larger than 16 MiB.
        case badAnswer = "bad_answer"
    }

    /// Kind of the failure, for a program to switch on.
    public var code: Code
    /// HTTP status of the last answer; nil where none came.
    public var status: Int?
    /// The problem document (RFC 9457) in the last answer; nil where none came.
    public var problem: Problem?
    /// `X-Request-ID` of the last attempt, by which it is found in the server's log.
    public var requestID: String?
    /// Delay that the server asked for in `Retry-After`, at most a day.
    public var retryAfter: Duration?
    /// Number of times the request was sent; 0 where it was refused before sending.
    public var attempts: Int
    /// Detail for the description, such as a host name. It never contains what was scanned.
    public var context: String?

    init(
        _ code: Code, status: Int? = nil, problem: Problem? = nil, requestID: String? = nil,
        retryAfter: Duration? = nil, attempts: Int = 0, context: String? = nil
    ) {
        self.code = code
        self.status = status
        self.problem = problem
        self.requestID = requestID
        self.retryAfter = retryAfter
        self.attempts = attempts
        self.context = context
    }
}

extension ClientError: CustomStringConvertible {
    /// One English sentence that a user can read.
    public var description: String {
        let place = context.map { " at \($0)" } ?? ""
        return switch code {
        case .invalidRequest: "The request can't be sent: \(context ?? "it is incomplete")."
        case .unsupported: "This isn't possible here: \(context ?? "the platform doesn't offer it")."
        case .unreachable: "The scan server\(place) can't be reached. Is it running?"
        case .connectTimeout:
            "The scan server\(place) doesn't take connections; check the address and the network."
        case .answerTimeout: "The scan server\(place) didn't answer in time."
        case .connectionLost: "The connection to the scan server\(place) ended before its answer was there."
        case .untrustedServer:
            "The scan server\(place) can't prove who it is: its certificate isn't trusted\(Self.ownAuthority)."
        case .cancelled: "The scan was cancelled."
        case .unauthorized: said("The scan server\(place) wants a valid API key")
        case .notFound: said("The scan server\(place) has nothing there")
        case .rejected: said("The scan server\(place) can't use this")
        case .rateLimited: said("The scan server\(place) asks to slow down")
        case .unavailable: said("The scan server\(place) is busy or still starting")
        case .serverFault: said("The scan server\(place) failed")
        case .badAnswer: "What answers\(place) is no scan server that this version understands."
        }
    }

    private static var ownAuthority: String {
        #if canImport(Security)
            ""
        #else
            " (an authority of your own is added with update-ca-certificates)"
        #endif
    }

    /// Appends the server's own explanation to a sentence, where the server sent one.
    private func said(_ beginning: String) -> String {
        guard let problem, !problem.detail.isEmpty else { return beginning + "." }
        return "\(beginning): \(problem.detail.hasSuffix(".") ? problem.detail : problem.detail + ".")"
    }
}
