import Foundation

/// A value that one thread at a time uses. `Synchronization` has such types only from iOS 18 and macOS 15 on, and this library runs on
/// older systems too.
///
/// It is sound to share because the value is used only under the lock, and can be sent between threads itself.
final class Lock<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
