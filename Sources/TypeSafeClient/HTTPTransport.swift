import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over one URLSession, each with limits on connecting, on its whole duration and on the size of its response.
///
/// Nothing is stored between requests (no cookies, no cache), and redirects aren't followed, so that an image and an API key
/// reach only the server that the caller named.
final class HTTPTransport: Sendable {
    /// Largest response body in bytes. The text of a long screenshot with the place of each line takes some hundred
    /// kilobytes; the limit only has to stop a server that never ends its response.
    static let answerLimit = 16 << 20

    /// The session, which is created with the first request. libcurl and TLS take megabytes of memory, which an idle
    /// client doesn't need.
    private let session = Mutex<URLSession?>(nil)
    private let delegate: SessionDelegate

    init(trustedAuthorities: [Data]) {
        delegate = SessionDelegate(trustedAuthorities: trustedAuthorities)
    }

    deinit { session.withLock { $0?.invalidateAndCancel() } }

    private func task(with request: URLRequest) -> URLSessionDataTask {
        session.withLock { session in
            let open = session ?? Self.session(delegate)
            session = open
            return open.dataTask(with: request)
        }
    }

    private static func session(_ delegate: SessionDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// Sends a request and waits for its whole response.
    /// - Parameters:
    ///   - connect: time until the server accepts the first byte of the body, or, for a request without a body, until
    ///     it responds.
    ///   - deadline: time at which the complete response must be there.
    func send(
        _ request: URLRequest, connect: Duration, deadline: ContinuousClock.Instant
    ) async throws(HTTPTransfer.Failure) -> HTTPTransfer.Response {
        let transfer = HTTPTransfer(bodyLimit: Self.answerLimit)
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
            throw error as? HTTPTransfer.Failure ?? .transport(.unknown)
        }
    }
}
