import Crypto
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

extension UUID {
    /// An id that follows from some facts, and from no others.
    init(naming facts: [String]) {
        let digest = SHA256.hash(data: Data(facts.joined(separator: "\n").utf8))
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { target in
            target.copyBytes(from: Array(digest.prefix(target.count)))
            // Version and variant of an id whose bytes are the maker's own (RFC 9562).
            target[6] = target[6] & 0x0F | 0x80
            target[8] = target[8] & 0x3F | 0x80
        }
        self.init(uuid: bytes)
    }
}

/// The caller's position in a distributed trace (W3C Trace Context). It is logged, so that a request can be found from
/// its trace. Where a client sends none, the server makes none up, because the request's id already names the request.
package struct TraceParent: Sendable, Equatable {
    /// The trace's id: 32 hexadecimal digits.
    package let traceID: String
    /// The id of the caller's span: 16 hexadecimal digits.
    package let parentID: String

    /// - Parameter value: `version-traceid-parentid-flags`. Versions after 00 may add fields after a further hyphen.
    /// - Returns: nil where the value is malformed; such a value must be ignored.
    package init?(_ value: String) {
        let bytes = Array(value.utf8)
        guard bytes.count == Self.length || bytes.count > Self.length && !bytes.starts(with: "00".utf8),
            Self.hyphens.allSatisfy({ bytes[$0] == Self.hyphen }),
            bytes.count == Self.length || bytes[Self.length] == Self.hyphen,
            [Self.version, Self.trace, Self.parent, Self.flags].allSatisfy({
                bytes[$0].allSatisfy(Self.isDigit)
            }),
            !bytes.starts(with: "ff".utf8),
            !bytes[Self.trace].allSatisfy({ $0 == Self.zero }),
            !bytes[Self.parent].allSatisfy({ $0 == Self.zero })
        else { return nil }
        traceID = String(decoding: bytes[Self.trace], as: UTF8.self)
        parentID = String(decoding: bytes[Self.parent], as: UTF8.self)
    }

    /// Length of a value of version 00 in bytes: 2 + 1 + 32 + 1 + 16 + 1 + 2.
    private static let length = 55
    // Positions of the four fields in bytes. A hyphen stands between two fields.
    private static let (version, trace, parent, flags) = (0..<2, 3..<35, 36..<52, 53..<55)
    private static let hyphens = [2, 35, 52]
    private static let hyphen = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")

    /// Whether the byte is a hexadecimal digit. The standard forbids capital letters.
    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
