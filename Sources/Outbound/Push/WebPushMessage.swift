import Crypto
import Foundation

/// A push as a browser's push service takes it (RFC 8030): encrypted for the browser, signed by the server's key.
enum WebPushMessage {
    /// Bytes to which all messages are padded. What they say has less, so they can't be told apart by their length.
    private static let paddedLength = 2_048
    /// Seconds that a push service keeps a message for a browser that isn't there: an update of progress a minute, an end a day.
    private static let lifetimes: (progress: Int, end: Int) = (60, 86_400)

    static func request(
        _ content: PushContent, to url: OutboundURL, receiver: P256.KeyAgreement.PublicKey, secret: [UInt8],
        authorization: String
    ) throws -> OutboundRequest {
        let message = try JSONEncoder.forWire.encode(PushFacts(content, namesScan: true))
        guard message.count <= MessageEncryption.maxMessage else { throw PushTooLong() }
        let body = try MessageEncryption(receiver: receiver, secret: secret).encrypt(
            message, paddedTo: paddedLength)
        let isEnd = content.phase == .end || content.phase == .alert
        var fields = [
            ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
            ("TTL", "\(isEnd ? lifetimes.end : lifetimes.progress)"),
            ("Urgency", isEnd ? (content.isUrgent ? "high" : "normal") : "low"),
            ("Authorization", authorization),
        ]
        // A message that waits for the browser gives way to a later one of its topic.
        if let thread = content.thread { fields.append(("Topic", thread)) }
        return OutboundRequest(to: url, fields: fields, body: body, connection: .shared)
    }
}

/// A push has more bytes than its carrier takes.
struct PushTooLong: Error {}

extension JSONEncoder {
    static var forWire: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
