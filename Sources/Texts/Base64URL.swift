package import Foundation

/// Base64 with the letters of URLs and without padding (RFC 4648, section 5), as tokens, Web Push, VAPID and lists of known scams write bytes.
package enum Base64URL {
    package static func text(_ bytes: some DataProtocol) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Reads the bytes of a text; nil where it has any other characters. Padding is allowed, as some browsers add it.
    package static func bytes(_ text: String) -> [UInt8]? {
        let letters = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        guard letters.allSatisfy({ Self.isLetter($0) }) else { return nil }
        let plain = String(decoding: letters, as: UTF8.self).replacing("-", with: "+")
            .replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain + padding).map(Array.init)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
