import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests over one URLSession, each with limits on connecting, on its whole time and on the size of its answer.
///
/// Nothing is stored between requests (no cookies, no cache), and redirects aren't followed: a picture and a key go to the
/// server that was named and to no other.
final class HTTPTransport: Sendable {
    /// The largest answer that is taken: a long capture's text with a place for each line is some hundred kilobytes.
    static let answerLimit = 16 << 20

    /// Made for the first request: it costs megabytes that a client which waits needn't hold.
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

    /// - Parameters:
    ///   - connect: how long the server has to take the first byte of the body, or to answer where there is no body.
    ///   - deadline: when the answer must be whole.
    func send(
        _ request: URLRequest, connect: Duration, deadline: ContinuousClock.Instant
    ) async throws(Exchange.Failure) -> Exchange.Answer {
        let exchange = Exchange(bodyLimit: Self.answerLimit)
        let connectDeadline = min(ContinuousClock.now + connect, deadline)
        let watch = Task {
            try await Task.sleep(until: connectDeadline)
            if !exchange.isConnected {
                exchange.breakOff(connectDeadline == deadline ? .answerTimeout : .connectTimeout)
            }
            try await Task.sleep(until: deadline)
            exchange.breakOff(.answerTimeout)
        }
        defer { watch.cancel() }
        let task = task(with: request)
        delegate.register(exchange, for: task)
        defer { delegate.forget(task) }
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { exchange.begin(task, $0) }
            } onCancel: {
                exchange.breakOff(.cancelled)
            }
        } catch {
            throw error as? Exchange.Failure ?? .transport(.unknown)
        }
    }
}
