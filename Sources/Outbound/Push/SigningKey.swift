import Crypto
import Foundation

/// A private key of P-256, by which a carrier knows the server. Its text doesn't contain the key.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey

    /// Makes a new key.
    package init() { key = P256.Signing.PrivateKey() }

    /// Reads a key in PEM, as Apple's `.p8` files and `typesafe-server push keys` have it: PKCS #8 or SEC 1.
    package init?(pem: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.key = key
    }

    package var pem: String { key.pemRepresentation }
    /// The public key as browsers want it: base64url of the uncompressed point.
    package var publicText: String { Base64URL.text(key.publicKey.x963Representation) }

    package var description: String { "key …" }
    package var customMirror: Mirror { Mirror(reflecting: description) }

    /// Makes a JSON Web Token (RFC 7519) that is signed with ES256.
    func token(header: [String: String], claims: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = header.merging(["alg": "ES256"]) { own, _ in own }
        let content =
            try Base64URL.text(encoder.encode(header)) + "." + Base64URL.text(encoder.encode(claims))
        let signature = try key.signature(for: Data(content.utf8))
        return content + "." + Base64URL.text(signature.rawRepresentation)
    }
}
