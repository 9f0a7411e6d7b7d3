public import TypeSafeAPI

/// Why a call brought no answer.
public struct ClientError: Error, Sendable, Equatable {
    /// What happened, as programs may switch on it. The raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// The call can't be sent as it is: an empty picture, a server that is no http or https URL.
        case invalidRequest = "invalid_request"
        /// This platform can't do what the configuration asks for.
        case unsupported
        /// No connection: refused, no such host, no route. Nothing was sent.
        case unreachable
        /// No connection within the time for it. Nothing was sent.
        case connectTimeout = "connect_timeout"
        /// No answer within the time for it. The server may still be working on it.
        case answerTimeout = "answer_timeout"
        /// The connection ended before the answer was whole. The server may have acted on the request.
        case connectionLost = "connection_lost"
        /// The server's certificate isn't trusted, or TLS failed otherwise.
        case untrustedServer = "untrusted_server"
        /// The task was cancelled.
        case cancelled
        /// 401 or 403: the API key is missing or wrong, or may not do this.
        case unauthorized
        /// 404: no such route, or nothing is stored under this session.
        case notFound = "not_found"
        /// Another 4xx: what was sent can't be used. `problem` says why.
        case rejected
        /// 429, and it stayed so.
        case rateLimited = "rate_limited"
        /// 503, and it stayed so.
        case unavailable
        /// Another 5xx.
        case serverFault = "server_fault"
        /// What came isn't an answer of a scan server: a redirect, no JSON, too large.
        case badAnswer = "bad_answer"
    }

    /// What happened.
    public var code: Code
    /// The answer's HTTP status, where there was one.
    public var status: Int?
    /// What the server said about it, where it said something.
    public var problem: Problem?
    /// The last attempt's name in the server's log: the server's word for it, else the one that was sent.
    public var requestID: String?
    /// How long the server asked to be left alone.
    public var retryAfter: Duration?
    /// How many times the request was sent.
    public var attempts: Int
    /// What a sentence about it needs besides: a host, a limit. Never what was scanned.
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
    /// One sentence for a person.
    public var description: String {
        let place = context.map { " at \($0)" } ?? ""
        return switch code {
        case .invalidRequest: "The request can't be sent: \(context ?? "it is incomplete")."
        case .unsupported: "This isn't possible here: \(context ?? "the platform doesn't offer it")."
        case .unreachable: "The scan server\(place) can't be reached; is it running?"
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

    /// The server's own explanation, where there is one, ends the sentence.
    private func said(_ beginning: String) -> String {
        guard let problem, !problem.detail.isEmpty else { return beginning + "." }
        return "\(beginning): \(problem.detail.hasSuffix(".") ? problem.detail : problem.detail + ".")"
    }
}
