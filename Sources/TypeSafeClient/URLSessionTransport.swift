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
