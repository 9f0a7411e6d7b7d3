import Crypto
import Foundation

/// A secret as Standard Webhooks defines it: `whsec_` and the base64 of 24 to 64 random bytes. Its `description`
/// doesn't contain the key.
package struct WebhookSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    static let prefix = "whsec_"
    /// Allowed lengths of the key in bytes, from Standard Webhooks.
    static let lengths = 24...64

    /// Largest length of the text in bytes: 64 bytes of a key are 94 characters. Longer texts aren't decoded.
    private static let maxTextLength = 128

    private let key: SymmetricKey

    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.maxTextLength,
            let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.lengths.contains(bytes.count)
        else { return nil }
        key = SymmetricKey(data: bytes)
    }

    package var description: String { Self.prefix + "…" }
    package var debugDescription: String { description }

    fileprivate func code(for content: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: content, using: key))
    }
}

/// The header fields of a signed message, as Standard Webhooks 1.0 defines them.
enum WebhookSignature {
    static let idField = "webhook-id"
    static let timestampField = "webhook-timestamp"
    static let signatureField = "webhook-signature"

    /// Returns the value of the signature field.
    /// - Parameters:
    ///   - timestamp: time of the attempt in seconds since 1970, UTC.
    ///   - secrets: all secrets in force. Each makes one signature, so that a receiver can change its secret at any
    ///     time.
    static func value(id: String, timestamp: Int, body: [UInt8], secrets: [WebhookSecret]) -> String {
        let content = Data("\(id).\(timestamp).".utf8) + body
        return secrets.map { "v1," + $0.code(for: content).base64EncodedString() }.joined(separator: " ")
    }
}
