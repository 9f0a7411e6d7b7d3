import CLinux
import Glibc

package struct AcceptedSocket: ~Copyable {
    package let descriptor: Descriptor
    /// The client's IP address; nil on Unix sockets, which have none.
    package let peer: IPAddress?

    package consuming func take() -> Descriptor { descriptor }
}

package final class ListeningSocket: Sendable {
    package let descriptor: Descriptor
    /// The address that the socket listens on. Where port 0 was asked for, it has the port that the kernel chose.
    package let address: SocketAddress
    /// Whether a supervisor opened the socket and continues to listen on it.
    private let isInherited: Bool

    /// - Parameters:
    ///   - backlog: number of connections that the kernel holds until they are accepted. The default is the number of connections
    ///     that the server serves by default.
    ///   - unixMode: the mode of a Unix socket's file. Whoever may write to the file may connect.
    package init(address: SocketAddress, backlog: Int32 = 1_024, unixMode: UInt32 = 0o600) throws(SocketError)
    {
        let descriptor = Descriptor(owning: try SocketError.check(cg_socket(address.family), "socket"))
        if let path = address.unixPath { Self.removeStaleSocket(path, address) }
        // The file gets the socket's own mode, so that nobody can connect before the mode is set.
        if address.unixPath != nil { try SocketError.checkErrno(fchmod(descriptor.raw, 0o600), "fchmod") }
        self.address = try Self.bind(descriptor, to: address, backlog: backlog)
        if let path = address.unixPath { try SocketError.checkErrno(chmod(path, unixMode), "chmod") }
        self.descriptor = descriptor
        isInherited = false
    }

    /// Takes over a socket that a supervisor opened and on which it listens.
    package init(inherited raw: Int32) throws(SocketError) {
        let descriptor = Descriptor(owning: raw)
        descriptor.setNonBlocking()
        descriptor.setCloseOnExec()
        address = try SocketAddress(localOf: descriptor)
        self.descriptor = descriptor
        isInherited = true
    }

    /// Refuses new clients from now on. Without this, they would wait in the kernel's queue although nobody accepts
    /// them.
    package func stop() {
        if isInherited { return }
        descriptor.shutdown()
        if let path = address.unixPath { unlink(path) }
    }

    private static func bind(
        _ descriptor: borrowing Descriptor, to address: SocketAddress, backlog: Int32
    ) throws(SocketError) -> SocketAddress {
        let raw = descriptor.raw
        // A restarted server can use its port again while connections of the earlier process are in TIME_WAIT.
        try set(1, SOL_SOCKET, SO_REUSEADDR, on: raw)
        if address.family == AF_INET6 {
            // The address `::` accepts IPv4 clients too, whatever the system's default is.
            try set(0, Int32(IPPROTO_IPV6), IPV6_V6ONLY, on: raw)
        }
        if address.unixPath == nil {
            // Accepted sockets inherit this option, so one call here replaces a call for each connection.
            try set(1, Int32(IPPROTO_TCP), TCP_NODELAY, on: raw)
        }
        try SocketError.checkErrno(address.withSockaddr { Glibc.bind(raw, $0, $1) }, "bind")
        try SocketError.checkErrno(listen(raw, backlog), "listen")
        return try SocketAddress(localOf: descriptor)
    }

    private static func set(
        _ value: Int32, _ level: Int32, _ option: Int32, on raw: Int32
    ) throws(SocketError) {
        var value = value
        let result = setsockopt(raw, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        try SocketError.checkErrno(result, "setsockopt")
    }

    /// Removes the socket file of a server that was killed, because nobody could bind to its path again. A file stays
    /// where somebody listens on it, or where it is no socket.
    private static func removeStaleSocket(_ path: String, _ address: SocketAddress) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let raw = cg_socket(AF_UNIX)
        guard raw >= 0 else { return }
        let probe = Descriptor(owning: raw)
        let result = address.withSockaddr { connect(probe.raw, $0, $1) }
        if result < 0, errno == ECONNREFUSED { unlink(path) }
    }

    /// Accepts the next connection that waits; nil where none waits.
    package func accept() throws(SocketError) -> AcceptedSocket? {
        while true {
            var peer = cg_peer()
            let result = cg_accept(descriptor.raw, &peer)
            if result >= 0 {
                return AcceptedSocket(descriptor: Descriptor(owning: result), peer: IPAddress(peer))
            }
            switch -result {
            case EAGAIN: return nil
            // This client gave up while it waited. The next one may still be there.
            case EINTR, ECONNABORTED, EPROTO: continue
            default: throw SocketError(call: "accept4", code: -result)
            }
        }
    }
}

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
