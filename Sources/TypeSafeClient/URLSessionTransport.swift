import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over one URLSession. Apple's systems use it; on Linux it is only tested.
final class URLSessionTransport: HTTPTransport {
    /// The session, which is created with the first request. libcurl and TLS take megabytes of memory, which an idle
    /// client doesn't need.
    private let session = Lock<URLSession?>(nil)
    private let delegate: SessionDelegate
    private let connections: Int

    init(trustedAuthorities: [Data], connections: Int) {
        delegate = SessionDelegate(trustedAuthorities: trustedAuthorities)
        self.connections = connections
    }

    deinit { session.withLock { $0?.invalidateAndCancel() } }

    private func task(with request: URLRequest) -> URLSessionDataTask {
        session.withLock { session in
            let open = session ?? newSession()
            session = open
            return open.dataTask(with: request)
        }
    }

    private func newSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = connections
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    func send(
        _ request: URLRequest, connect: Duration, deadline: ContinuousClock.Instant, receiver: BodyReceiver?
    ) async throws(TransportFailure) -> TransportResponse {
        let transfer = URLSessionTransfer(bodyLimit: TransportLimits.response, receiver: receiver)
        let connectDeadline = min(ContinuousClock.now + connect, deadline)
        let timer = Task {
            try await Task.sleep(until: connectDeadline)
            if !transfer.isConnected {
                transfer.cancel(connectDeadline == deadline ? .answerTimeout : .connectTimeout)
            }
            try await Task.sleep(until: deadline)
            transfer.cancel(.answerTimeout)
        }
        defer { timer.cancel() }
        var request = request
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let task = task(with: request)
        delegate.register(transfer, for: task)
        defer { delegate.unregister(task) }
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { transfer.start(task, $0) }
            } onCancel: {
                transfer.cancel(.cancelled)
            }
        } catch {
            throw error as? TransportFailure ?? .transport(.unknown)
        }
    }
}

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The state of one `URLSessionTask`: what was received so far, why it was cancelled, and the caller that waits for it.
final class URLSessionTransfer: Sendable {
    typealias Caller = CheckedContinuation<TransportResponse, any Error>

    private struct State {
        var isConnected = false
        var body = Data()
        /// The reason for which the client itself cancelled the transfer; nil where it didn't. The first reason is
        /// kept.
        var cancellation: TransportFailure?
        var caller: Caller?
        var task: URLSessionTask?
    }

    /// Size in bytes of the largest response body that is accepted.
    private let bodyLimit: Int
    private let receiver: BodyReceiver?
    private let state = Lock(State())

    init(bodyLimit: Int, receiver: BodyReceiver? = nil) {
        self.bodyLimit = bodyLimit
        self.receiver = receiver
    }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Starts the task, or fails at once where `cancel` was called before.
    func start(_ task: URLSessionTask, _ caller: Caller) {
        let cancellation = state.withLock { state -> TransportFailure? in
            if let cancellation = state.cancellation { return cancellation }
            state.task = task
            state.caller = caller
            return nil
        }
        if let cancellation {
            task.cancel()
            return caller.resume(throwing: cancellation)
        }
        task.resume()
    }

    /// Cancels the task. The caller gets the reason when URLSession reports the task's end to `finish`.
    func cancel(_ reason: TransportFailure) {
        let task = state.withLock { state in
            state.cancellation = state.cancellation ?? reason
            return state.task
        }
        task?.cancel()
    }

    func markConnected() {
        state.withLock { $0.isConnected = true }
    }

    func receive(_ data: Data) {
        let fits = state.withLock { state in
            state.isConnected = true
            guard state.body.count + data.count <= bodyLimit else { return false }
            state.body.append(data)
            return true
        }
        if fits { receiver?(data) } else { cancel(.tooLarge) }
    }

    func finish(_ response: URLResponse?, _ error: (any Error)?) {
        let (caller, result) = state.withLock {
            state -> (Caller?, Result<TransportResponse, any Error>) in
            let caller = state.caller
            state.caller = nil
            state.task = nil
            let failure: TransportFailure
            if let cancellation = state.cancellation {
                failure = cancellation
            } else if let error {
                failure = .transport(Self.code(error))
            } else if let head = response as? HTTPURLResponse {
                return (caller, .success((head, state.body)))
            } else {
                failure = .transport(.badServerResponse)
            }
            return (caller, .failure(failure))
        }
        caller?.resume(with: result)
    }

    /// On Linux, Foundation reports libcurl's TLS errors as `.unknown`; only libcurl's message, which isn't localised,
    /// tells them apart.
    private static func code(_ error: any Error) -> URLError.Code {
        let code = (error as? URLError)?.code ?? .unknown
        let isTLS = code == .unknown && error.localizedDescription.hasPrefix("SSL")
        return isTLS ? .secureConnectionFailed : code
    }
}
