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
