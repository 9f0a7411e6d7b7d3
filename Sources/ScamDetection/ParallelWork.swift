import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
    /// Returns the transformed elements in their order. All cores are used, because the server's start waits for the result.
    /// - Parameter progress: is called with the number of elements done, once for each `progressStep` of them.
    package func concurrentMap<Image: Sendable>(
        progress: @Sendable (Int) -> Void = { _ in }, _ transform: @Sendable (Element) -> Image
    ) -> [Image] {
        let images = Mutex([Image?](repeating: nil, count: count))
        let done = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let image = transform(self[index])
            images.withLock { $0[index] = image }
            let number = done.wrappingAdd(1, ordering: .relaxed).newValue
            if number % Self.progressStep == 0 || number == count { progress(number) }
        }
        return images.withLock { $0.compactMap(\.self) }
    }

    /// Some 5 ms of judging messages.
    private static var progressStep: Int { 128 }

    /// Returns the elements in at most `count` slices of similar length.
    func slices(_ count: Int) -> [ArraySlice<Element>] {
        let length = Swift.max(1, (self.count + count - 1) / count)
        return stride(from: 0, to: self.count, by: length).map {
            self[$0..<Swift.min(self.count, $0 + length)]
        }
    }
}

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
