#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends another thread's wait in `poll`.
final class WakeUp: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", code: errno) }
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

    /// A pipe that is full wakes just as well.
    func signal() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}

/// A system call that must work didn't.
package struct SystemFailure: Error, Equatable, Sendable {
    package let call: String
    package let code: Int32
}
