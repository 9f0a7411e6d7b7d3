/// Character classes of RFC 9110 §5.6.2 and RFC 3986. The compiler turns the switches into tests of bits.
enum ByteClass {
    /// Whether the byte is a `tchar`: a letter, a digit or one of ``!#$%&'*+-.^_`|~``.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60,
            0x7C, 0x7E:
            true
        default: false
        }
    }

    /// Whether the byte may stand in a request target: the characters of RFC 3986, and a few that browsers don't escape
    /// in queries. These are all visible ASCII characters except `"`, `#`, `<` and `>`.
    @inline(__always)
    static func isTarget(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x23, 0x3C, 0x3E: false
        case 0x21...0x7E: true
        default: false
        }
    }

    /// Whether the byte may stand in a registered name or an IPv4 address: unreserved, sub-delims and `%`.
    @inline(__always)
    static func isHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x21, 0x24...0x2E, 0x3B, 0x3D, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Whether the byte may stand in a field's value: visible characters, obs-text, space and tab.
    @inline(__always)
    static func isFieldContent(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    @inline(__always)
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
    /// The slice without spaces and tabs at its ends.
    var trimmingBlanks: Slice<UnsafeRawBufferPointer> {
        var start = startIndex
        var end = endIndex
        while start < end, ByteClass.isBlank(self[start]) { start += 1 }
        while end > start, ByteClass.isBlank(self[end - 1]) { end -= 1 }
        return self[start..<end]
    }

    func equalsIgnoringCase(_ lowercase: some Collection<UInt8>) -> Bool {
        guard count == lowercase.count else { return false }
        var index = startIndex
        for expected in lowercase {
            let byte = self[index]
            guard (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == expected else { return false }
            index += 1
        }
        return true
    }

    func equalsIgnoringCase(_ lowercase: StaticString) -> Bool {
        equalsIgnoringCase(
            UnsafeBufferPointer(start: lowercase.utf8Start, count: lowercase.utf8CodeUnitCount))
    }
}

/// Percent-decoding (RFC 3986 §2.1). A decoded text must not be decoded again.
package enum PercentDecoding {
    /// Decodes a text.
    /// - Returns: nil where an escape is incomplete or the bytes aren't UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        bytes(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Decodes a text to bytes.
    /// - Parameter isAllowed: whether a byte may stand without an escape.
    /// - Returns: nil where an escape is incomplete or a byte isn't allowed.
    static func bytes(
        _ text: some Collection<UInt8>, where isAllowed: (UInt8) -> Bool = { _ in true }
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(ByteClass.hexValue),
                    let low = rest.next().flatMap(ByteClass.hexValue)
                else { return nil }
                bytes.append(UInt8(high << 4 | low))
            } else {
                guard isAllowed(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return bytes
    }
}
