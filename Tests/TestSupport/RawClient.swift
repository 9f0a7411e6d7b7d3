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
        socket.setNonBlocking()
    }

    /// Everything received so far, as text.
    package var text: String { String(decoding: received, as: UTF8.self) }

    package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends until the server has taken all, or ended the connection.
    package func send(_ bytes: [UInt8]) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var rest = bytes[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ socket.send($0) }) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .closed: return
            case .wouldBlock:
                if ContinuousClock.now >= deadline { throw TimedOut() }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    package func finishSending() { socket.shutdownWriting() }

    /// Reads until the condition holds.
    package func receive(within seconds: Int = 60, until condition: (RawClient) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(self) {
            if isClosed || ContinuousClock.now >= deadline { throw TimedOut() }
            var transfer = Transfer.closed
            received += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                transfer = socket.receive(into: UnsafeMutableRawBufferPointer(buffer))
                if case .bytes(let received) = transfer { count = received }
            }
            switch transfer {
            case .bytes: break
            case .closed: isClosed = true
            case .wouldBlock: try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    /// Reads until the server has closed, and returns all it sent.
    @discardableResult
    package func receiveAll(within seconds: Int = 60) async throws -> String {
        try await receive(within: seconds) { $0.isClosed }
        return text
    }

    /// Sends a request on a connection of its own, which the server is to close.
    package static func exchange(port: UInt16, _ request: [UInt8], within seconds: Int = 60) async throws
        -> String
    {
        let client = try RawClient(port: port)
        try await client.send(request)
        return try await client.receiveAll(within: seconds)
    }
}
