package import Crypto
import Foundation

/// A key as its owner has it: `tsk_` and 256 random bits in base64url, together 47 characters. It is printed once and never
/// stored.
package struct APIKey: Sendable {
    private static let prefix = "tsk_"
    /// Random bytes of a key: 256 bits, which nobody can guess.
    private static let randomBytes = 32
    /// Largest length in bytes of a text that is hashed. Keys are shorter, and hashing longer texts would waste time.
    private static let maxLength = 128

    package let text: String

    package init() {
        let random = SymmetricKey(size: SymmetricKeySize(bitCount: Self.randomBytes * 8))
        let base64 = random.withUnsafeBytes { Data($0).base64EncodedString() }
        text =
            Self.prefix + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The hash of a text that a client presented as its key; nil where the text can't be a key.
    ///
    /// The hash is one round of SHA-256 without salt. Hashes of passwords are slow and salted because passwords can be guessed.
    /// Nobody can guess 256 random bits, and no two keys are equal. A slow hash would only let clients spend the server's time.
    package static func hash(_ presented: String) -> SHA256Digest? {
        guard presented.hasPrefix(prefix), presented.utf8.count <= maxLength else { return nil }
        return SHA256.hash(data: Array(presented.utf8))
    }

    /// Returns a text that clients choose as it may stand in a log: some put their key where it doesn't belong.
    package static func hidden(in text: String) -> String {
        guard text.contains(prefix) else { return text }
        let parts = text.split(separator: prefix, omittingEmptySubsequences: false)
        return parts[0]
            + parts.dropFirst().map {
                prefix + "…" + $0.drop { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            }.joined()
    }

    package var hash: SHA256Digest { SHA256.hash(data: Array(text.utf8)) }
}
