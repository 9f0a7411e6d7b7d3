import Glibc

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
