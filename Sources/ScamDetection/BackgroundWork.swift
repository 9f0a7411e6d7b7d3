import Dispatch
import Foundation
import Synchronization

/// Work on a thread of its own, because all threads of a pool may be waiting for something.
final class BackgroundWork<Success: Sendable, Failure: Error>: Sendable {
    private let outcome = Mutex<Result<Success, Failure>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws(Failure) -> Success) {
        Thread.detachNewThread { [self] in
            let result = Result(catching: body)
            outcome.withLock { $0 = result }
            isDone.signal()
        }
    }

    /// Waits until the work has ended. It may be called only once.
    func value() throws(Failure) -> Success {
        isDone.wait()
        guard let result = outcome.withLock({ $0 }) else { preconditionFailure("signalled without outcome") }
        return try result.get()
    }
}
