package import Foundation
package import HTTPServer
import HTTPTypes
import SystemSupport
import Synchronization

/// A receiver on a loopback port. It stores the messages that it gets and answers with the given closure.
package final class WebhookReceiver: Sendable {
    package struct Message: Sendable {
        package let path: String
        /// The fields that webhooks and pushes have, by their names in small letters.
        package let fields: [String: String]
        package let body: Data
    }

    package struct NoPort: Error {}

    package let port: UInt16
    private let server: HTTPServer
    private let kept: Kept

    private final class Kept: Sendable {
        let messages = Mutex<[Message]>([])
    }

    /// - Parameter answer: is called with the message and the number of messages before it.
    package init(
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
                let names = [
                    "webhook-id", "webhook-timestamp", "webhook-signature", "content-type", "user-agent",
                    "title", "priority", "tags", "x-sequence-id", "authorization", "content-encoding", "ttl",
                    "urgency", "topic", "if-none-match",
                ]
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

    package var messages: [Message] { kept.messages.withLock { $0 } }

    package func url(_ path: String = "/hook", host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    package func stop() async { await server.shutdown(grace: .zero) }
}
