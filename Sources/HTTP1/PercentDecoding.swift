/// Percent-decoding (RFC 3986 §2.1). Its result must not be decoded again.
package enum PercentDecoding {
    /// - Returns: nil where an escape is incomplete or the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(ByteClass.hexValue),
                    let low = rest.next().flatMap(ByteClass.hexValue)
                else { return nil }
                bytes.append(UInt8(high * 16 + low))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
