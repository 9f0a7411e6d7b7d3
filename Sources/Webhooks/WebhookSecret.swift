import Crypto
import Foundation

/// What a receiver checks signatures with: `whsec_` and the base64 of 24 to 64 random bytes, as Standard Webhooks has it.
/// It never prints itself.
package struct WebhookSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    static let prefix = "whsec_"
    /// Bytes of the key.
    static let lengths = 24...64

    private let key: SymmetricKey

    /// - Returns: nil where the text is no such secret.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= 128,
            let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.lengths.contains(bytes.count)
        else { return nil }
        key = SymmetricKey(data: bytes)
    }

    package var description: String { Self.prefix + "…" }
    package var debugDescription: String { description }

    /// HMAC-SHA256.
    fileprivate func code(for content: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: content, using: key))
    }
}

/// The fields that a signed message carries, after Standard Webhooks 1.0.
enum WebhookSignature {
    static let idField = "webhook-id"
    static let timestampField = "webhook-timestamp"
    static let signatureField = "webhook-signature"

    /// - Parameters:
    ///   - timestamp: of this attempt, in seconds since 1970.
    ///   - secrets: all in force; one signature each, so that receivers may change theirs at their own time.
    static func value(id: String, timestamp: Int, body: [UInt8], secrets: [WebhookSecret]) -> String {
        let content = Data("\(id).\(timestamp).".utf8) + body
        return secrets.map { "v1," + $0.code(for: content).base64EncodedString() }.joined(separator: " ")
    }
}
