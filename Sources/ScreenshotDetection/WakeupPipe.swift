import Foundation

/// A pipe that interrupts another thread's `poll`, known as the self-pipe trick.
final class WakeupPipe: Sendable {
    /// The descriptor that the other thread includes in its `poll`.
    let reading: Int32
    private let writing: Int32

    init() throws(POSIXError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError.last }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Interrupts the `poll`. Where the pipe is full, the write fails and the reader wakes up all the same.
    func signal() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Reads and drops all signals that were sent so far.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}

extension POSIXError {
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
