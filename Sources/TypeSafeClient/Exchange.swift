import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way: what has come back so far, and who waits for the end of it.
final class Exchange: Sendable {
    typealias Answer = (head: HTTPURLResponse, body: Data)

    /// Why an exchange ended without an answer.
    enum Failure: Error, Equatable {
        case connectTimeout, answerTimeout, cancelled, tooLarge
        case transport(URLError.Code)
    }

    private struct State {
        var isConnected = false
        var body = Data()
        /// Why it was broken off, where we did it.
        var reason: Failure?
        var waiting: CheckedContinuation<Answer, any Error>?
        var task: URLSessionTask?
    }

    private let bodyLimit: Int
    private let state = Mutex(State())

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Sends, unless it was broken off before it began.
    func begin(_ task: URLSessionTask, _ waiting: CheckedContinuation<Answer, any Error>) {
        let broken = state.withLock { state -> Failure? in
            if let reason = state.reason { return reason }
            state.task = task
            state.waiting = waiting
            return nil
        }
        if let broken {
            task.cancel()
            return waiting.resume(throwing: broken)
        }
        task.resume()
    }

    /// The first reason counts; the task's end, which follows, hands it out.
    func breakOff(_ reason: Failure) {
        let task = state.withLock { state in
            state.reason = state.reason ?? reason
            return state.task
        }
        task?.cancel()
    }

    func noteConnected() {
        state.withLock { $0.isConnected = true }
    }

    func receive(_ data: Data) {
        let fits = state.withLock { state in
            state.isConnected = true
            guard state.body.count + data.count <= bodyLimit else { return false }
            state.body.append(data)
            return true
        }
        if !fits { breakOff(.tooLarge) }
    }

    func end(_ response: URLResponse?, _ error: (any Error)?) {
        let (waiting, result) = state.withLock {
            state -> (CheckedContinuation<Answer, any Error>?, Result<Answer, Failure>) in
            let waiting = state.waiting
            state.waiting = nil
            state.task = nil
            if let reason = state.reason { return (waiting, .failure(reason)) }
            if let error {
                return (waiting, .failure(.transport(Self.code(error))))
            }
            guard let head = response as? HTTPURLResponse else {
                return (waiting, .failure(.transport(.badServerResponse)))
            }
            return (waiting, .success((head, state.body)))
        }
        switch result {
        case .success(let answer): waiting?.resume(returning: answer)
        case .failure(let failure): waiting?.resume(throwing: failure)
        }
    }

    /// On Linux libcurl's TLS failures have no code of their own; its messages, which aren't localised, tell them apart.
    private static func code(_ error: any Error) -> URLError.Code {
        let code = (error as? URLError)?.code ?? .unknown
        let isTLS = code == .unknown && error.localizedDescription.hasPrefix("SSL")
        return isTLS ? .secureConnectionFailed : code
    }
}
