import Glibc

/// Sockets that a supervisor opened and passes to the process (sd_listen_fds(3)). With them a restart loses no connection.
package enum SystemdSockets {
    /// The first descriptor that is passed, by the protocol the one after standard error.
    private static let first: Int32 = 3
    /// Largest number of sockets; a unit has one for each address, so more is a mistake.
    private static let maxCount: Int32 = 16

    /// Takes over the sockets; empty where none were passed to this process.
    package static func take() throws(SocketError) -> [ListeningSocket] {
        guard number("LISTEN_PID") == getpid(), let count = number("LISTEN_FDS"), count > 0, count <= maxCount
        else { return [] }
        // A child process must not take the sockets for its own.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        var sockets: [ListeningSocket] = []
        for raw in first..<first + count { sockets.append(try ListeningSocket(inherited: raw)) }
        return sockets
    }

    private static func number(_ name: String) -> Int32? {
        getenv(name).flatMap { Int32(String(cString: $0)) }
    }
}
