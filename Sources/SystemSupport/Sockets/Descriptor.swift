import Glibc
import Synchronization

/// Owns a file descriptor and closes it at the end of its own life.
package struct Descriptor: ~Copyable, Sendable {
    package let raw: Int32

    package init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }
}

package enum Transfer: Equatable {
    case bytes(Int)
    case wouldBlock
    case closed
}

extension Descriptor {
    /// Reads the bytes that are available. Returns `.closed` at the end of the stream and after any error that ends it.
    package borrowing func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(raw, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .closed }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .closed
            }
        }
    }

    /// Writes as many bytes as the kernel takes. It never raises SIGPIPE.
    package borrowing func send(_ buffer: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = Glibc.send(raw, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .closed
            }
        }
    }

    /// Ends the stream to the peer. The peer's bytes can still be read.
    package borrowing func shutdownWriting() {
        Glibc.shutdown(raw, Int32(SHUT_WR))
    }

    /// Ends both directions now. The descriptor's number isn't free until the owner is destroyed.
    package borrowing func shutdown() {
        Glibc.shutdown(raw, Int32(SHUT_RDWR))
    }

    package borrowing func setNonBlocking() {
        _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK)
    }

    package borrowing func setCloseOnExec() {
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    }
}

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
