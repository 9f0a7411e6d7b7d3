import Crypto
package import Foundation

/// Names a picture by its bytes: the same picture has the same name wherever it lies.
package struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    /// Hex digits of half of a SHA-256: enough that no two pictures of a lifetime meet, and that nobody can make one that
    /// is taken for another.
    package let description: String

    package init(of content: Data) {
        let digits = Array("0123456789abcdef".utf8)
        let half = SHA256.hash(data: content).prefix(16)
        description = String(
            decoding: half.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// nil for what isn't 32 lower-case hex digits.
    init?(_ text: some StringProtocol) {
        let isHash =
            text.utf8.count == 32
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isHash else { return nil }
        description = String(text)
    }
}
