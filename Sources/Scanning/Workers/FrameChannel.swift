import Glibc
package import SystemSupport

/// The reason why a frame could not be sent or received.
package enum FrameError: Error, Equatable {
    /// The other end has closed the socket, or its process has ended.
    case closed
    case timedOut
    /// The frame has this many bytes, which is more than the limit.
    case tooLong(Int)
}

/// Frames on a stream socket: four bytes of length, the lowest first, then that many bytes. A call blocks its thread, but never
/// past its deadline.
package struct FrameChannel: ~Copyable, Sendable {
    /// Largest number of bytes in a frame, 1 GiB: the largest value of `--body-limit`. Receivers set limits of their own.
    package static let maxLength = 1 << 30
    /// Bytes that a receiver allocates at a time: about what a socket holds. An announced length alone takes no memory.
    private static let chunk = 256 << 10
    /// Longest single wait of `poll`, in milliseconds, which takes an `Int32`: an hour, after which it waits again.
    private static let longestPoll: Double = 3_600_000

    private let socket: Descriptor

    package init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// - Parameter deadline: the time until which the call waits; nil to wait for as long as the other end lives.
    package borrowing func send(
        _ payload: [UInt8], by deadline: ContinuousClock.Instant?
    ) throws(FrameError) {
        guard payload.count <= Self.maxLength else { throw .tooLong(payload.count) }
        let length = withUnsafeBytes(of: UInt32(payload.count).littleEndian) { Array($0) }
        for bytes in [length, payload] {
            var sent = 0
            while sent < bytes.count {
                let transfer = bytes.withUnsafeBytes {
                    socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
                }
                switch transfer {
                case .bytes(let count): sent += count
                case .wouldBlock: try wait(for: POLLOUT, by: deadline)
                case .closed: throw .closed
                }
            }
        }
    }

    /// - Parameter limit: the largest number of bytes of a frame that is accepted.
    package borrowing func receive(
        limit: Int, by deadline: ContinuousClock.Instant?
    ) throws(FrameError) -> [UInt8] {
        let length = try receive(exactly: 4, by: deadline)
        let count = length.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= limit else { throw .tooLong(count) }
        return try receive(exactly: count, by: deadline)
    }

    private borrowing func receive(
        exactly total: Int, by deadline: ContinuousClock.Instant?
    ) throws(FrameError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < total {
            var transfer = Transfer.closed
            let wanted = min(total - bytes.count, Self.chunk)
            let received = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: wanted))
            bytes.withUnsafeMutableBytes { buffer in
                transfer = socket.receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[received...]))
            }
            if case .bytes(let count) = transfer {
                bytes.removeLast(wanted - count)
                continue
            }
            bytes.removeLast(wanted)
            if transfer == .closed { throw .closed }
            try wait(for: POLLIN, by: deadline)
        }
        return bytes
    }

    /// Whether the other end is there and has sent nothing that was not received yet.
    package var isQuiet: Bool {
        var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 0
    }

    /// Closes the socket for sending, and waits until the other end closes it too.
    package borrowing func finish(by deadline: ContinuousClock.Instant) {
        socket.shutdownWriting()
        _ = try? receive(exactly: 1, by: deadline)
    }

    private borrowing func wait(
        for event: Int32, by deadline: ContinuousClock.Instant?
    ) throws(FrameError) {
        var poll = pollfd(fd: socket.raw, events: Int16(event), revents: 0)
        var milliseconds: Int32 = -1
        if let deadline {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else { throw .timedOut }
            milliseconds = Int32(min(left.rounded(.up), Self.longestPoll))
        }
        // The next transfer finds a hang-up or an error; an interrupted wait is simply repeated.
        _ = Glibc.poll(&poll, 1, milliseconds)
    }
}
