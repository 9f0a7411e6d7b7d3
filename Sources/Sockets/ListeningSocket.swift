import CSockets
import Glibc

/// A bound, listening TCP socket.
package struct ListeningSocket: ~Copyable, Sendable {
    package let descriptor: Descriptor
    /// Where it listens; with port 0 asked for, the port that the kernel chose.
    package let address: SocketAddress

    package init(address: SocketAddress, backlog: Int32 = 1024) throws(SocketError) {
        let descriptor = Descriptor(owning: try SocketError.check(cs_socket(address.family), "socket"))
        self.address = try Self.bind(descriptor, to: address, backlog: backlog)
        self.descriptor = descriptor
    }

    private static func bind(
        _ descriptor: borrowing Descriptor, to address: SocketAddress, backlog: Int32
    ) throws(SocketError) -> SocketAddress {
        let raw = descriptor.raw
        var on: Int32 = 1
        // Lets a restarted server have its port back while old connections linger in TIME_WAIT.
        let reuse = setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        try SocketError.checkErrno(reuse, "setsockopt")
        try SocketError.checkErrno(address.withSockaddr { Glibc.bind(raw, $0, $1) }, "bind")
        try SocketError.checkErrno(listen(raw, backlog), "listen")
        return try SocketAddress(localOf: descriptor)
    }

    /// The next waiting connection, or nil where none waits.
    package borrowing func accept() throws(SocketError) -> Descriptor? {
        while true {
            let result = cs_accept(descriptor.raw)
            if result >= 0 { return Descriptor(owning: result) }
            switch -result {
            case EAGAIN: return nil
            // The peer gave up while it waited: the next one may be fine.
            case EINTR, ECONNABORTED, EPROTO: continue
            default: throw SocketError(call: "accept4", code: -result)
            }
        }
    }
}
