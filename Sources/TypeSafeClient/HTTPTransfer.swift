import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The state of one `URLSessionTask`: what was received so far, why it was cancelled, and the caller that waits for it.
final class HTTPTransfer: Sendable {
    typealias Response = (head: HTTPURLResponse, body: Data)

    enum Failure: Error, Equatable {
        case connectTimeout, answerTimeout, cancelled, tooLarge
        case transport(URLError.Code)
    }

    private struct State {
        var isConnected = false
        var body = Data()
        /// The reason for which the client itself cancelled the transfer; nil where it didn't. The first reason is
        /// kept.
        var cancellation: Failure?
        var caller: CheckedContinuation<Response, any Error>?
        var task: URLSessionTask?
    }

    /// Size in bytes of the largest response body that is accepted.
    private let bodyLimit: Int
    private let state = Mutex(State())

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Starts the task, or fails at once where `cancel` was called before.
    func start(_ task: URLSessionTask, _ caller: CheckedContinuation<Response, any Error>) {
        let cancellation = state.withLock { state -> Failure? in
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
    func cancel(_ reason: Failure) {
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
        if !fits { cancel(.tooLarge) }
    }

    func finish(_ response: URLResponse?, _ error: (any Error)?) {
        let (caller, result) = state.withLock {
            state -> (CheckedContinuation<Response, any Error>?, Result<Response, any Error>) in
            let caller = state.caller
            state.caller = nil
            state.task = nil
            let failure: Failure
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
