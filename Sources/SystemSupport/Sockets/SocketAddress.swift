import Glibc

/// An IPv4 or IPv6 address with a port, or the path of a Unix socket, in the kernel's form.
package struct SocketAddress: Sendable {
    private var storage: sockaddr_storage
    private var length: socklen_t

    /// - Parameter host: a numeric IPv4 or IPv6 address, or `localhost` (127.0.0.1). Other names are not looked up.
    package init?(host: String, port: UInt16) {
        storage = sockaddr_storage()
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: v4) { target.copyMemory(from: $0) }
            }
        } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port.bigEndian
            length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: v6) { target.copyMemory(from: $0) }
            }
        } else {
            return nil
        }
    }

    /// - Returns: nil where the path is empty, or longer than the kernel allows (107 bytes).
    package init?(unixPath path: String) {
        storage = sockaddr_storage()
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path),
            !bytes.contains(0)
        else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
    }

    /// Reads the address that the kernel gave a bound socket.
    init(localOf descriptor: borrowing Descriptor) throws(SocketError) {
        storage = sockaddr_storage()
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var (storage, length) = (storage, length)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor.raw, $0, &length)
            }
        }
        try SocketError.checkErrno(result, "getsockname")
        (self.storage, self.length) = (storage, length)
    }

    /// - Returns: nil where the address is longer than any that the kernel knows.
    init?(copying address: UnsafePointer<sockaddr>, _ length: socklen_t) {
        storage = sockaddr_storage()
        guard length <= socklen_t(MemoryLayout<sockaddr_storage>.size) else { return nil }
        self.length = length
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        }
    }

    package var family: Int32 { Int32(storage.ss_family) }

    /// The IP address without its port; nil for a Unix socket.
    package var ipAddress: IPAddress? {
        withUnsafeBytes(of: storage) { IPAddress(socketAddress: $0) }
    }

    package var unixPath: String? {
        guard family == AF_UNIX else { return nil }
        return withUnsafeBytes(of: storage) { bytes in
            let path = bytes[MemoryLayout<sa_family_t>.size..<Int(length)]
            return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The port of an IP address; 0 for a Unix socket.
    package var port: UInt16 {
        if family == AF_UNIX { return 0 }
        return withUnsafeBytes(of: storage) { bytes in
            // In both families, bytes 2 and 3 hold the port.
            UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }

    private static let loopback = [IPAddressRange(literal: "127.0.0.0/8"), IPAddressRange(literal: "::1")]

    /// Whether only programs on this machine can reach the address. That is so for a loopback address and a Unix
    /// socket.
    package var isLocal: Bool {
        guard let ipAddress else { return family == AF_UNIX }
        return Self.loopback.contains { $0.contains(ipAddress) }
    }

    func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    /// The address as the start of a URL: `http://127.0.0.1:8080`, `http://[::]:8080`, `unix:/run/typesafe.sock`.
    package var description: String {
        if let unixPath { return "unix:\(unixPath)" }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isIPv4 = family == AF_INET
        withUnsafeBytes(of: storage) { bytes in
            // The IPv4 address begins at byte 4. The IPv6 address begins at byte 8, after the flow label.
            let address = bytes.baseAddress.map { $0 + (isIPv4 ? 4 : 8) }
            _ = inet_ntop(family, address, &text, socklen_t(text.count))
        }
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return isIPv4 ? "http://\(host):\(port)" : "http://[\(host)]:\(port)"
    }
}

package struct SocketError: Error, Equatable {
    package let call: String
    /// The value that `errno` had after the failed call.
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Checks the result of a C function that returns `-errno` on failure.
    static func check(_ result: Int32, _ call: String) throws(SocketError) -> Int32 {
        if result < 0 { throw SocketError(call: call, code: -result) }
        return result
    }

    /// Checks the result of a C function that returns -1 on failure and sets `errno`.
    static func checkErrno(_ result: Int32, _ call: String) throws(SocketError) {
        if result < 0 { throw SocketError(call: call, code: errno) }
    }
}

extension SocketError: CustomStringConvertible {
    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
