import Foundation
import Glibc
import HTTPServer
import Synchronization

/// Tells when nobody has been connected for as long as `--stop-when-idle` says.
///
/// On a Unix socket, a client that holds a shared lock (`flock`) on the file `….lock` beside the socket is about to connect. So the
/// server stops only once it has that lock for itself, and keeps it until its process ends: no client is ever left with a server
/// that goes.
final class IdleStop: Sendable {
    private struct State {
        var connections = 0
        var lastEnd = ContinuousClock.now
    }

    private let limit: Duration
    private let lockFile: String?
    private let state = Mutex(State())

    init(after limit: Duration, unixSocket: String?) {
        self.limit = limit
        lockFile = unixSocket.map { $0 + ".lock" }
    }

    func observe(_ event: ServerEvent) {
        state.withLock { state in
            switch event {
            case .connectionOpened: state.connections += 1
            case .connectionClosed:
                state.connections -= 1
                state.lastEnd = .now
            default: return
            }
        }
    }

    /// Returns when the server may stop, or its task is cancelled.
    func reached() async {
        while !Task.isCancelled {
            let due = state.withLock { $0.connections == 0 ? $0.lastEnd + limit : .now + limit }
            if due > .now {
                try? await Task.sleep(until: due)
            } else if takeLock() {
                return
            } else {
                state.withLock { $0.lastEnd = .now }
            }
        }
    }

    private func takeLock() -> Bool {
        guard let lockFile else { return true }
        // Without the file there is nobody who would hold a lock on it.
        let descriptor = open(lockFile, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        close(descriptor)
        return false
    }
}
