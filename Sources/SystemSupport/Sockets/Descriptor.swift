import Glibc

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
