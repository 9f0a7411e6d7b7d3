import Glibc
import Synchronization

/// Keeps one descriptor in reserve. With it, a client can be answered when the process has reached its limit of
/// descriptors.
package final class ReserveDescriptor: Sendable {
    private let raw = Mutex<Int32>(ReserveDescriptor.open())

    package init() {}

    deinit {
        let raw = raw.withLock { $0 }
        if raw >= 0 { close(raw) }
    }

    /// Closes the reserved descriptor while `body` runs, so that `body` can open one.
    package func lend(_ body: () -> Void) {
        raw.withLock { raw in
            if raw >= 0 { close(raw) }
            body()
            raw = Self.open()
        }
    }

    private static func open() -> Int32 { Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
