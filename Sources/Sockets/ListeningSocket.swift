import CGlibc
import Glibc

package struct AcceptedSocket: ~Copyable {
    package let descriptor: Descriptor
    /// The client's address; nil on Unix sockets.
    package let peer: IPAddress?

    package consuming func take() -> Descriptor { descriptor }
}

package final class ListeningSocket: Sendable {
    package let descriptor: Descriptor
    /// The address it listens on. Where port 0 was asked for, this has the port that the kernel chose.
    package let address: SocketAddress
    /// Whether a supervisor opened the socket and continues to listen on it.
    private let isInherited: Bool

    /// - Parameter backlog: number of completed connections that the kernel holds until they are accepted; as many as the server
    ///   serves by default.
    package init(address: SocketAddress, backlog: Int32 = 1_024) throws(SocketError) {
        let descriptor = Descriptor(owning: try SocketError.check(cg_socket(address.family), "socket"))
        if let path = address.unixPath { Self.removeStaleSocket(path, address) }
        self.address = try Self.bind(descriptor, to: address, backlog: backlog)
        self.descriptor = descriptor
        isInherited = false
    }

    /// Takes over a socket on which a supervisor already listens.
    package init(inherited raw: Int32) throws(SocketError) {
        let descriptor = Descriptor(owning: raw)
        descriptor.setNonBlocking()
        descriptor.setCloseOnExec()
        address = try SocketAddress(localOf: descriptor)
        self.descriptor = descriptor
        isInherited = true
    }

    /// Refuses new clients from now on. Without this they would wait in the kernel's queue for nobody.
    package func stop() {
        if isInherited { return }
        descriptor.shutdown()
        if let path = address.unixPath { unlink(path) }
    }

    private static func bind(
        _ descriptor: borrowing Descriptor, to address: SocketAddress, backlog: Int32
    ) throws(SocketError) -> SocketAddress {
        let raw = descriptor.raw
        // A restarted server gets its port while connections of its predecessor are in TIME_WAIT.
        try set(1, SOL_SOCKET, SO_REUSEADDR, on: raw)
        if address.family == AF_INET6 {
            // `::` accepts IPv4 clients too, whatever the system's default is.
            try set(0, Int32(IPPROTO_IPV6), IPV6_V6ONLY, on: raw)
        }
        if address.unixPath == nil {
            // Accepted sockets inherit this option: one call here replaces one for each connection.
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

    /// Removes the socket file of a killed server, with which nobody could bind to the path again. A file on which somebody
    /// listens, or which is no socket, stays.
    private static func removeStaleSocket(_ path: String, _ address: SocketAddress) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let raw = cg_socket(AF_UNIX)
        guard raw >= 0 else { return }
        let probe = Descriptor(owning: raw)
        let result = address.withSockaddr { connect(probe.raw, $0, $1) }
        if result < 0, errno == ECONNREFUSED { unlink(path) }
    }

    /// The next connection that waits; nil where none waits.
    package func accept() throws(SocketError) -> AcceptedSocket? {
        while true {
            var peer = cg_peer()
            let result = cg_accept(descriptor.raw, &peer)
            if result >= 0 {
                return AcceptedSocket(descriptor: Descriptor(owning: result), peer: IPAddress(peer))
            }
            switch -result {
            case EAGAIN: return nil
            // The client gave up while it waited; the next one may not have.
            case EINTR, ECONNABORTED, EPROTO: continue
            default: throw SocketError(call: "accept4", code: -result)
            }
        }
    }
}
