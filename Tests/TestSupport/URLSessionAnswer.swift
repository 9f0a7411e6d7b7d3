package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

extension URLSession {
    /// Returns the answer to a request. Unlike `data(for:)`, it can be cancelled. On Linux, `data(for:)` cancels its
    /// request while Swift holds the lock of the cancelled task. URLSession may need the same lock to resume that task,
    /// and then both wait for ever.
    package func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        let box = TaskBox()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { data, response, error in
                    if let data, let response {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.unknown))
                    }
                }
                box.start(task)
            }
        } onCancel: {
            DispatchQueue.global().async { box.cancel() }
        }
    }
}

/// Holds the task of a request, which may be cancelled before it has begun.
private final class TaskBox: Sendable {
    private struct State {
        var task: URLSessionDataTask?
        var isCancelled = false
    }

    private let state = Mutex(State())

    func start(_ task: URLSessionDataTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
