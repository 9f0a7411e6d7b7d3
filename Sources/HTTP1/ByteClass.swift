/// Character classes of RFC 9110 §5.6.2 and RFC 3986, as table look-ups.
enum ByteClass {
    private static let token: [Bool] = table("!#$%&'*+-.^_`|~", letters: true)
    private static let target: [Bool] = table("!$%&'()*+,-./:;=?@[]_~|{}^`\\", letters: true)
    private static let host: [Bool] = table("!$&'()*+,-.;=_~%", letters: true)

    private static func table(_ extra: String, letters: Bool) -> [Bool] {
        var table = [Bool](repeating: false, count: 256)
        for byte in extra.utf8 { table[Int(byte)] = true }
        for range in [
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
        ] {
            for byte in range { table[Int(byte)] = true }
        }
        return table
    }

    static func isToken(_ byte: UInt8) -> Bool { token[Int(byte)] }

    /// What stands in a request target: RFC 3986, and the few more that browsers leave unescaped in queries.
    static func isTarget(_ byte: UInt8) -> Bool { target[Int(byte)] }

    /// What stands in a registered name or an IPv4 address.
    static func isHost(_ byte: UInt8) -> Bool { host[Int(byte)] }

    /// Field content: visible, obs-text, space and tab.
    static func isFieldContent(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func hexValue(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        case 0x61...0x66: Int(byte) - 0x61 + 10
        default: nil
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Without spaces and tabs at both ends.
    var trimmingBlanks: Slice<UnsafeRawBufferPointer> {
        var slice = self
        while let first = slice.first, ByteClass.isBlank(first) { slice = slice.dropFirst() }
        while let last = slice.last, ByteClass.isBlank(last) { slice = slice.dropLast() }
        return slice
    }

    func equalsIgnoringCase(_ lowercase: String) -> Bool {
        count == lowercase.utf8.count
            && zip(self, lowercase.utf8).allSatisfy { byte, expected in
                (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == expected
            }
    }
}
