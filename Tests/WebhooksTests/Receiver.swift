import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Sockets
import Synchronization

/// A real receiver on a loopback port: keeps what it gets and answers as it is told.
final class Receiver: Sendable {
    struct Message: Sendable {
        let path: String
        let fields: [String: String]
        let body: Data
    }

    struct NoPort: Error {}

    let port: UInt16
    private let server: HTTPServer
    private let kept: Kept

    private final class Kept: Sendable {
        let messages = Mutex<[Message]>([])
    }

    /// - Parameter answer: gets the message and how many came before it.
    init(
        answer: @escaping @Sendable (Message, Int) async -> ServerResponse = { _, _ in
            ServerResponse(status: .noContent)
        }
    ) throws {
        let kept = Kept()
        guard let address = SocketAddress(host: "127.0.0.1", port: 0) else { throw NoPort() }
        let socket = try ListeningSocket(address: address)
        port = socket.address.port
        self.kept = kept
        server = try HTTPServer(
            configuration: ServerConfiguration(eventLoops: 1), sockets: [socket],
            handler: { request in
                guard let body = try? await request.body.collect(limit: 1 << 20) else {
                    return ServerResponse(status: .badRequest)
                }
                let names = ["webhook-id", "webhook-timestamp", "webhook-signature", "content-type", "user-agent"]
                let fields = names.compactMap { name in
                    HTTPField.Name(name).flatMap { request.fields[$0] }.map { (name, $0) }
                }
                let message = Message(
                    path: String(request.path), fields: Dictionary(uniqueKeysWithValues: fields),
                    body: Data(body))
                let number = kept.messages.withLock { messages in
                    messages.append(message)
                    return messages.count - 1
                }
                return await answer(message, number)
            }, refusal: { ServerResponse(status: $0) })
        try server.start()
    }

    var messages: [Message] { kept.messages.withLock { $0 } }

    func url(_ path: String = "/hook", host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

    func stop() async { await server.shutdown(grace: .zero) }
}

/// Waits for something that another task brings about.
func eventually(_ isSo: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if try await isSo() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
