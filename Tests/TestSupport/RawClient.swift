import Glibc
import Sockets

/// A client that sends exactly the bytes it is told and waits for conditions with a deadline, never for time.
package final class RawClient {
    package struct TimedOut: Error {}

    private let socket: Descriptor
    package private(set) var received: [UInt8] = []
    /// Whether the server has ended its side.
    package private(set) var isClosed = false

    package init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        guard let address = SocketAddress(host: "127.0.0.1", port: port) else { throw TimedOut() }
        socket = try BlockingClient.connect(to: address, timeoutSeconds: 5, receiveBuffer: receiveBuffer)
    }

    /// Everything received so far, as text.
    package var text: String { String(decoding: received, as: UTF8.self) }

    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends what the server still takes.
    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard case .bytes(let count) = rest.withUnsafeBytes({ socket.send($0) }) else { return }
            rest = rest.dropFirst(count)
        }
    }

    package func finishSending() { socket.shutdownWriting() }

    /// Reads until the condition holds.
    package func receive(within seconds: Int = 20, until condition: (RawClient) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(self) {
            if isClosed || ContinuousClock.now >= deadline { throw TimedOut() }
            var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 100) > 0 else { continue }
            let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                switch socket.receive(into: UnsafeMutableRawBufferPointer(buffer)) {
                case .bytes(let received): count = received
                case .wouldBlock: break
                case .closed: isClosed = true
                }
            }
            received += chunk
        }
    }

    /// Reads until the server has closed, and returns all it sent.
    @discardableResult
    package func receiveAll(within seconds: Int = 20) throws -> String {
        try receive(within: seconds) { $0.isClosed }
        return text
    }

    /// Sends a request on a connection of its own, which the server is to close.
    package static func exchange(port: UInt16, _ request: [UInt8], within seconds: Int = 20) throws -> String {
        let client = try RawClient(port: port)
        client.send(request)
        return try client.receiveAll(within: seconds)
    }
}
