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
