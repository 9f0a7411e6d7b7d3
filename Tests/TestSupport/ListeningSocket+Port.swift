import Glibc
package import SystemSupport

extension ListeningSocket {
    package struct NoPort: Error {}

    /// The port that the system chose for a socket that listens on port 0 of an IPv4 address.
    package var boundPort: UInt16 {
        get throws {
            var name = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor.raw, $0, &length)
                }
            }
            guard result == 0 else { throw NoPort() }
            return UInt16(bigEndian: name.sin_port)
        }
    }
}
