package import Crypto
import Foundation

/// A key as its owner holds it: `tsk_` and 256 random bits in base64url, 47 characters. It is printed once and never stored.
package struct APIKey: Sendable {
    private static let prefix = "tsk_"
    private static let randomBytes = 32
    /// A key longer than any of ours is not even hashed.
    private static let maxLength = 128

    package let text: String

    package init() {
        let random = SymmetricKey(size: SymmetricKeySize(bitCount: Self.randomBytes * 8))
        let base64 = random.withUnsafeBytes { Data($0).base64EncodedString() }
        text =
            Self.prefix + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The hash of what somebody presented as a key; nil for what can't be one.
    ///
    /// SHA-256 once and without salt: what makes password hashes slow and salted is that passwords can be guessed.
    /// Nobody guesses 256 random bits, however fast a guess is, and no two keys are alike; a slow hash would only let
    /// clients spend the server's time.
    package static func hash(_ presented: String) -> SHA256Digest? {
        guard presented.hasPrefix(prefix), presented.utf8.count <= maxLength else { return nil }
        return SHA256.hash(data: Array(presented.utf8))
    }

    package var hash: SHA256Digest { SHA256.hash(data: Array(text.utf8)) }
}
