import Foundation
import Glibc
import SystemSupport
import TestSupport

/// A listening socket whose backlog is full, so that the kernel doesn't reply to new connections.
final class FullBacklog {
    let url: URL
    private let listener: ListeningSocket
    private var queued: [Int32] = []

    init() throws {
        guard let address = SocketAddress(host: "127.0.0.1", port: 0) else {
            throw ScriptedServer.NoAddress()
        }
        listener = try ListeningSocket(address: address, backlog: 0)
        let port = try listener.boundPort
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw ScriptedServer.NoAddress() }
        self.url = url
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // A backlog of 0 holds one connection; three more fill the queue of half-open ones.
        for _ in 0..<4 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            queued.append(descriptor)
        }
    }

    deinit {
        for descriptor in queued { close(descriptor) }
    }
}
