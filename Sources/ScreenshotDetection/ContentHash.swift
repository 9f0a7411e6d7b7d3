import Crypto
package import Foundation

/// Identifies an image by its bytes: the first half of their SHA-256 as 32 hexadecimal digits. 128 bits suffice against
/// accidental collisions, and against a second image made to match a given one.
package struct ContentHash: Hashable, Sendable, Codable, CustomStringConvertible {
    package let description: String

    package init(of content: Data) {
        let digits = Array("0123456789abcdef".utf8)
        let half = SHA256.hash(data: content).prefix(16)
        description = String(
            decoding: half.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Returns: nil for anything but 32 lower-case hexadecimal digits.
    init?(_ text: some StringProtocol) {
        let isHash =
            text.utf8.count == 32
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isHash else { return nil }
        description = String(text)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no hash")
        }
        self = hash
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
