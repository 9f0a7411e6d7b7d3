import Foundation
import Glibc

/// The id of one request in its response and in the log. It is the client's own id where that is safe to log, and a new
/// one otherwise.
struct RequestID: Sendable, CustomStringConvertible {
    /// Largest length in bytes of a client's own id. A UUID has 36.
    private static let maxLength = 64

    let description: String

    init(offered: String? = nil) {
        if let offered, offered.isIdentifier(limit: Self.maxLength, punctuation: "-_."),
            APIKey.hidden(in: offered) == offered
        {
            description = offered
        } else {
            description = UUID.random().smallText
        }
    }
}

extension UUID {
    /// A random UUID (RFC 9562 §5.4). On Linux `UUID()` opens a file for each, which takes as long as half of a short request.
    static func random() -> UUID {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        guard getentropy(&bytes, MemoryLayout<uuid_t>.size) == 0 else { return UUID() }
        bytes.6 = bytes.6 & 0x0F | 0x40
        bytes.8 = bytes.8 & 0x3F | 0x80
        return UUID(uuid: bytes)
    }

    /// The id as text in small letters. `uuidString` makes it with `snprintf`, in capitals.
    var smallText: String {
        withUnsafeBytes(of: uuid) { bytes in
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count * 2 + 4)
            for (index, byte) in bytes.enumerated() {
                if (4...10).contains(index), index.isMultiple(of: 2) { text.append(UInt8(ascii: "-")) }
                text.append(Self.digit(byte >> 4))
                text.append(Self.digit(byte & 0x0F))
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
