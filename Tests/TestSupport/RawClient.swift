import Glibc
package import SystemSupport

/// A client that sends exactly the bytes that the test gives it. It waits for conditions with a deadline, and never for
/// a fixed time.
package final class RawClient {
    package struct TimedOut: Error {
        package init() {}
    }

    private let socket: Descriptor
    package private(set) var received: [UInt8] = []
    /// Whether the server has closed its side of the connection.
    package private(set) var isClosed = false

    package convenience init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        guard let address = SocketAddress(host: "127.0.0.1", port: port) else { throw TimedOut() }
        try self.init(address: address, receiveBuffer: receiveBuffer)
    }

    package init(address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        socket = try BlockingClient.connect(to: address, timeoutSeconds: 5, receiveBuffer: receiveBuffer)
        socket.setNonBlocking()
    }

    package var text: String { String(decoding: received, as: UTF8.self) }

    package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends bytes until the server has taken all of them, or has closed the connection.
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

    /// Makes the connection end with a reset when this client is released.
    package func resetAtEnd() {
        var immediate = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket.raw, SOL_SOCKET, SO_LINGER, &immediate, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads bytes until the condition is true. It throws where the server closes the connection first.
    package func receive(within seconds: Int = 60, until condition: (RawClient) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(self) {
            if isClosed || ContinuousClock.now >= deadline { throw TimedOut() }
            if !readAvailable() { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    /// Reads the bytes that have arrived, without waiting. It returns false where there are none.
    @discardableResult
    package func readAvailable() -> Bool {
        var transfer = Transfer.closed
        received += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            transfer = socket.receive(into: UnsafeMutableRawBufferPointer(buffer))
            if case .bytes(let received) = transfer { count = received }
        }
        if transfer == .closed { isClosed = true }
        return transfer != .wouldBlock
    }

    /// Reads until the server has closed the connection, and returns everything that it sent.
    @discardableResult
    package func receiveAll(within seconds: Int = 60) async throws -> String {
        try await receive(within: seconds) { $0.isClosed }
        return text
    }

    /// Sends a request on a connection of its own and returns the answer. The request must make the server close the
    /// connection.
    package static func exchange(port: UInt16, _ request: [UInt8], within seconds: Int = 60) async throws
        -> String
    {
        let client = try RawClient(port: port)
        try await client.send(request)
        return try await client.receiveAll(within: seconds)
    }
}
