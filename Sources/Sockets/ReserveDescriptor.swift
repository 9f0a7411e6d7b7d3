import Glibc
import Synchronization

/// Keeps one descriptor, so that at the process's limit a client can still be told so.
package final class ReserveDescriptor: Sendable {
    private let raw = Mutex<Int32>(ReserveDescriptor.open())

    package init() {}

    deinit {
        let raw = raw.withLock { $0 }
        if raw >= 0 { close(raw) }
    }

    /// Gives the descriptor up while `body` runs.
    package func lend(_ body: () -> Void) {
        raw.withLock { raw in
            if raw >= 0 { close(raw) }
            body()
            raw = Self.open()
        }
    }

    private static func open() -> Int32 { Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
