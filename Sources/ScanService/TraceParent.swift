/// The caller's place in a distributed trace, as the W3C's Trace Context gives it. It is logged, so that a scan can be
/// found from the trace; none is made up where none is sent, as the request id names the request already.
package struct TraceParent: Sendable, Equatable {
    /// 32 hexadecimal digits.
    package let traceID: String
    /// The caller's span: 16 hexadecimal digits.
    package let parentID: String

    /// nil for what a receiver must pass over.
    /// - Parameter value: `version-traceid-parentid-flags`. Versions after 00 may add fields behind a further hyphen.
    package init?(_ value: String) {
        let bytes = Array(value.utf8)
        guard bytes.count == Self.length || bytes.count > Self.length && !bytes.starts(with: "00".utf8),
            [2, 35, 52].allSatisfy({ bytes[$0] == Self.hyphen }),
            bytes.count == Self.length || bytes[Self.length] == Self.hyphen,
            [0..<2, 3..<35, 36..<52, 53..<55].allSatisfy({ bytes[$0].allSatisfy(Self.isDigit) }),
            !bytes.starts(with: "ff".utf8),
            !bytes[3..<35].allSatisfy({ $0 == Self.zero }), !bytes[36..<52].allSatisfy({ $0 == Self.zero })
        else { return nil }
        traceID = String(decoding: bytes[3..<35], as: UTF8.self)
        parentID = String(decoding: bytes[36..<52], as: UTF8.self)
    }

    private static let length = 55
    private static let hyphen = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")

    /// Capital letters are not allowed.
    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
