import CGlibc
import Glibc

/// A client that was accepted.
package struct AcceptedSocket: ~Copyable {
    package let descriptor: Descriptor
    /// nil on Unix sockets.
    package let peer: IPAddress?

    package consuming func take() -> Descriptor { descriptor }
}

/// A bound, listening stream socket.
package final class ListeningSocket: Sendable {
    package let descriptor: Descriptor
    /// Where it listens; with port 0 asked for, the port that the kernel chose.
    package let address: SocketAddress
    /// Whether a supervisor opened it and goes on listening.
    private let isInherited: Bool

    /// - Parameter backlog: connections that the kernel completes and holds until they are accepted.
    package init(address: SocketAddress, backlog: Int32 = 1024) throws(SocketError) {
        let descriptor = Descriptor(owning: try SocketError.check(cg_socket(address.family), "socket"))
        if let path = address.unixPath { Self.removeStaleSocket(path, address) }
        self.address = try Self.bind(descriptor, to: address, backlog: backlog)
        self.descriptor = descriptor
        isInherited = false
    }

    /// Takes over a socket that a supervisor listens on already.
    package init(inherited raw: Int32) throws(SocketError) {
        let descriptor = Descriptor(owning: raw)
        descriptor.setNonBlocking()
        descriptor.setCloseOnExec()
        address = try SocketAddress(localOf: descriptor)
        self.descriptor = descriptor
        isInherited = true
    }

    /// Turns new clients away from now on, instead of letting them wait for nobody.
    package func stop() {
        if isInherited { return }
        descriptor.shutdown()
        if let path = address.unixPath { unlink(path) }
    }

    private static func bind(
        _ descriptor: borrowing Descriptor, to address: SocketAddress, backlog: Int32
    ) throws(SocketError) -> SocketAddress {
        let raw = descriptor.raw
        // Lets a restarted server have its port back while old connections linger in TIME_WAIT.
        try set(1, SOL_SOCKET, SO_REUSEADDR, on: raw)
        if address.family == AF_INET6 {
            // `::` takes IPv4 clients too, whatever the system's default is.
            try set(0, Int32(IPPROTO_IPV6), IPV6_V6ONLY, on: raw)
        }
        if address.unixPath == nil {
            // Accepted sockets inherit it: one call here instead of one a connection.
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

    /// A server that was killed leaves its socket's file behind, and nobody could bind there again. A file that
    /// somebody still listens on, or that is no socket, stays.
    private static func removeStaleSocket(_ path: String, _ address: SocketAddress) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let raw = cg_socket(AF_UNIX)
        guard raw >= 0 else { return }
        let probe = Descriptor(owning: raw)
        let result = address.withSockaddr { connect(probe.raw, $0, $1) }
        if result < 0, errno == ECONNREFUSED { unlink(path) }
    }

    /// The next waiting connection, or nil where none waits.
    package func accept() throws(SocketError) -> AcceptedSocket? {
        while true {
            var peer = cg_peer()
            let result = cg_accept(descriptor.raw, &peer)
            if result >= 0 {
                return AcceptedSocket(descriptor: Descriptor(owning: result), peer: IPAddress(peer))
            }
            switch -result {
            case EAGAIN: return nil
            // The peer gave up while it waited: the next one may be fine.
            case EINTR, ECONNABORTED, EPROTO: continue
            default: throw SocketError(call: "accept4", code: -result)
            }
        }
    }
}
