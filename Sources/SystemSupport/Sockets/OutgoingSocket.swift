import CLinux
import Glibc

extension SocketAddress {
    /// Looks up a name, or reads a numeric address. It blocks the calling thread for as long as the system's resolver does.
    package static func resolve(host: String, port: UInt16) throws(SocketError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var first: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, String(port), &hints, &first)
        guard result == 0 else {
            throw SocketError(call: "getaddrinfo", code: result == EAI_SYSTEM ? errno : ENXIO)
        }
        defer { freeaddrinfo(first) }
        var addresses: [SocketAddress] = []
        var next = first
        while let entry = next?.pointee {
            if let address = entry.ai_addr, let found = SocketAddress(copying: address, entry.ai_addrlen) {
                addresses.append(found)
            }
            next = entry.ai_next
        }
        return addresses
    }
}

/// Connects sockets that never block, which an event loop can serve.
package enum OutgoingSocket {
    /// Blocks the calling thread until the peer has accepted the connection, or the time is over.
    package static func connect(
        to address: SocketAddress, timeoutMilliseconds: Int32
    ) throws(SocketError) -> Descriptor {
        let descriptor = Descriptor(owning: try SocketError.check(cg_socket(address.family), "socket"))
        let raw = descriptor.raw
        if address.unixPath == nil {
            var on: Int32 = 1
            setsockopt(raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        }
        let result = address.withSockaddr { Glibc.connect(raw, $0, $1) }
        if result == 0 { return descriptor }
        guard errno == EINPROGRESS else { throw SocketError(call: "connect", code: errno) }
        var waiting = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
        let ready = poll(&waiting, 1, timeoutMilliseconds)
        try SocketError.checkErrno(ready, "poll")
        if ready == 0 { throw SocketError(call: "connect", code: ETIMEDOUT) }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        try SocketError.checkErrno(getsockopt(raw, SOL_SOCKET, SO_ERROR, &code, &length), "getsockopt")
        if code != 0 { throw SocketError(call: "connect", code: code) }
        return descriptor
    }
}

/// A client for health checks and tests. It sends bytes, and blocks the calling thread until it has read the answer to
/// its end.
package enum BlockingClient {
    /// Largest size of an answer in bytes. Answers to health checks have a few hundred.
    private static let maxAnswer = 65_536
    private static let readSize = 4_096

    /// - Parameter timeoutSeconds: longest time for connecting, and for each pause while bytes are sent or received.
    package static func exchange(
        _ request: [UInt8], with address: SocketAddress, timeoutSeconds: Int
    ) throws(SocketError) -> [UInt8] {
        let descriptor = try connect(to: address, timeoutSeconds: timeoutSeconds)
        guard case .bytes(request.count) = request.withUnsafeBytes({ descriptor.send($0) }) else {
            throw SocketError(call: "send", code: errno)
        }
        var answer: [UInt8] = []
        while answer.count < maxAnswer {
            var transfer = Transfer.closed
            answer.append(
                contentsOf: [UInt8](unsafeUninitializedCapacity: readSize) { buffer, count in
                    transfer = descriptor.receive(into: UnsafeMutableRawBufferPointer(buffer))
                    if case .bytes(let received) = transfer { count = received }
                })
            if case .bytes = transfer { continue }
            break
        }
        return answer
    }

    /// - Parameter receiveBuffer: size of the kernel's receive buffer in bytes; nil for the system's default size.
    package static func connect(
        to address: SocketAddress, timeoutSeconds: Int, receiveBuffer: Int32? = nil
    ) throws(SocketError) -> Descriptor {
        let raw = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        try SocketError.checkErrno(raw, "socket")
        let descriptor = Descriptor(owning: raw)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(raw, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        if var receiveBuffer {
            setsockopt(raw, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        try SocketError.checkErrno(address.withSockaddr { Glibc.connect(raw, $0, $1) }, "connect")
        return descriptor
    }
}
