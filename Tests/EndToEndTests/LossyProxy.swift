import Foundation
import Glibc
import SystemSupport
import Synchronization
import TestSupport

/// A proxy that forwards requests to a server on this machine, one at a time, and drops the first answer.
final class LossyProxy: Sendable {
    struct NoAddress: Error {}

    let url: URL
    private let listener: ListeningSocket
    private let answers = Mutex<[String]>([])
    private let isStopped = Mutex(false)

    init(to port: UInt16) throws {
        guard let address = SocketAddress(host: "127.0.0.1", port: 0) else { throw NoAddress() }
        listener = try ListeningSocket(address: address)
        guard let url = URL(string: "http://127.0.0.1:\(try listener.boundPort)") else { throw NoAddress() }
        self.url = url
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        server.sin_port = port.bigEndian
        let upstream = server
        Thread.detachNewThread { [self] in
            while !isStopped.withLock({ $0 }) {
                var waiting = pollfd(fd: listener.descriptor.raw, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 50) > 0 else { continue }
                let client = accept(listener.descriptor.raw, nil, nil)
                if client >= 0 { pass(client, to: upstream) }
            }
        }
    }

    /// Ends the thread, which otherwise keeps this object alive.
    func stop() { isStopped.withLock { $0 = true } }

    /// All answers that the server gave, including the dropped one.
    var answered: [String] { answers.withLock { $0 } }

    private func pass(_ client: Int32, to server: sockaddr_in) {
        defer { close(client) }
        let request = Self.read(client) { bytes in
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
            let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
            return bytes.count >= end.upperBound + (field.flatMap { Int($0.dropFirst(16)) } ?? 0)
        }
        guard let end = request.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
        let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(upstream) }
        let isConnected = withUnsafePointer(to: server) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        let closing = Array("\r\nConnection: close".utf8)
        Self.write(upstream, request[..<end.lowerBound] + closing + request[end.lowerBound...])
        let answer = Self.read(upstream) { _ in false }
        let isFirst = answers.withLock { answers in
            answers.append(String(decoding: answer, as: UTF8.self))
            return answers.count == 1
        }
        if !isFirst { Self.write(client, answer[...]) }
    }

    private static func read(_ descriptor: Int32, until isWhole: ([UInt8]) -> Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(bytes) {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    private static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
