import Crypto
import Foundation
import Texts

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

/// Encryption of a message that only one browser can read (RFC 8291), as one record of `aes128gcm` (RFC 8188).
struct MessageEncryption {
    /// Bytes of a record, which push services take at least.
    static let recordSize = 4_096
    /// Bytes before the record: salt, record size, length of the key, key.
    private static let headerSize = 16 + 4 + 1 + 65
    /// Bytes that the authentication tag and the delimiter of the padding take.
    private static let overhead = 16 + 1
    /// Largest message in bytes, so that header and record are within the size that push services take.
    static let maxMessage = recordSize - headerSize - overhead

    /// The browser's public key.
    let receiver: P256.KeyAgreement.PublicKey
    /// The secret that the browser shares with the server.
    let secret: [UInt8]

    /// - Parameters:
    ///   - length: bytes to which the message is padded, so that its length tells nobody what it says.
    ///   - sender: a key for this message alone.
    ///   - salt: 16 random bytes.
    func encrypt(
        _ message: some DataProtocol, paddedTo length: Int,
        sender: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
        salt: [UInt8] = Self.randomSalt()
    ) throws -> [UInt8] {
        let own = sender.publicKey.x963Representation
        let shared = try sender.sharedSecretFromKeyAgreement(with: receiver)
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret,
            sharedInfo: Data("WebPush: info\0".utf8) + receiver.x963Representation + own, outputByteCount: 32)
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: aes128gcm\0".utf8),
            outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: nonce\0".utf8),
            outputByteCount: 12)
        // 2 marks the last record; zeros follow it as padding.
        let padding = Data(count: max(0, min(length, Self.maxMessage) - message.count))
        let sealed = try AES.GCM.seal(
            Data(message) + [2] + padding, using: key,
            nonce: nonce.withUnsafeBytes { try AES.GCM.Nonce(data: $0) })
        let size = withUnsafeBytes(of: UInt32(Self.recordSize).bigEndian, Array.init)
        return salt + size + [UInt8(own.count)] + own + sealed.ciphertext + sealed.tag
    }

    static func randomSalt() -> [UInt8] {
        SymmetricKey(size: .bits128).withUnsafeBytes(Array.init)
    }
}
