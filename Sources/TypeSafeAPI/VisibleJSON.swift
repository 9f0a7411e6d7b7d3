package import Foundation

/// JSON that can be shown on a terminal: what a terminal would obey instead of showing is escaped. The value stays the same.
package enum VisibleJSON {
    package static func text(_ json: Data) -> String {
        var scalars = String.UnicodeScalarView()
        // None of these characters stands outside of strings, where an escape would be an error.
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if isObeyed(scalar) {
                scalars.append(contentsOf: escape(scalar.value).unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The escape of a character below U+10000, such as `\u202e`.
    static func escape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Whether a byte may begin such a character in UTF-8.
    static func mayBeginObeyed(_ byte: UInt8) -> Bool {
        byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    /// Whether the character moves the cursor, begins a sequence of commands, or turns the direction of what follows. Those below
    /// U+0020 are escaped in any JSON, but for the line breaks between values.
    package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
