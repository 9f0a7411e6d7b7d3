import Glibc

/// Sockets that a supervisor opened and hands over (sd_listen_fds(3)): a restart then never loses a connection.
package enum SystemdSockets {
    /// By that protocol, the first descriptor after standard error.
    private static let first: Int32 = 3
    private static let maxCount: Int32 = 16

    /// Takes them; empty where nobody handed any over to this process.
    package static func take() throws(SocketError) -> [ListeningSocket] {
        guard number("LISTEN_PID") == getpid(), let count = number("LISTEN_FDS"), count > 0, count <= maxCount
        else { return [] }
        // So that no child believes they are meant for it.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        var sockets: [ListeningSocket] = []
        for raw in first..<first + count { sockets.append(try ListeningSocket(inherited: raw)) }
        return sockets
    }

    private static func number(_ name: String) -> Int32? {
        getenv(name).flatMap { Int32(String(cString: $0)) }
    }
}
