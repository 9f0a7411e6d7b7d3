import Glibc

/// Sockets that a supervisor opened and passes to the process (sd_listen_fds(3)). With them, a restart of the server
/// loses no connection.
package enum SystemdSockets {
    /// The number of the first descriptor that is passed. The protocol says: the one after standard error.
    private static let first: Int32 = 3
    /// Largest number of sockets. A unit has one for each address, so a larger number is a mistake.
    private static let maxCount: Int32 = 16

    /// Takes over the sockets. The result is empty where none were passed to this process.
    package static func take() throws(SocketError) -> [ListeningSocket] {
        guard number("LISTEN_PID") == getpid(), let count = number("LISTEN_FDS"), count > 0, count <= maxCount
        else { return [] }
        // The variables are removed, so that a child process doesn't take the sockets for its own.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        var sockets: [ListeningSocket] = []
        for raw in first..<first + count { sockets.append(try ListeningSocket(inherited: raw)) }
        return sockets
    }

    private static func number(_ name: String) -> Int32? {
        getenv(name).flatMap { Int32(String(cString: $0)) }
    }
}
