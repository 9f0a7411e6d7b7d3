/// Addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or a single address.
package struct IPAddressRange: Sendable, Hashable {
    private let high, low: UInt64
    /// Number of leading bits that must be equal, 0 to 128. Of an IPv4 range, the bits of the mapped IPv6 form count.
    private let length: Int

    /// - Returns: nil where the length doesn't fit the kind of address, or where a bit after the length isn't zero.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.contains("["), let address = IPAddress(first) else {
            return nil
        }
        let isMapped = address.isIPv4 && !first.contains(":")
        var length = 128
        if parts.count == 2 {
            guard let bits = Int(parts[1]), (0...(isMapped ? 32 : 128)).contains(bits) else { return nil }
            length = isMapped ? bits + 96 : bits
        }
        self.length = length
        (high, low) = (address.high, address.low)
        let (highMask, lowMask) = masks
        guard high & ~highMask == 0, low & ~lowMask == 0 else { return nil }
    }

    /// - Parameter literal: a range that stands in the source code. Any other text ends the process.
    package init(literal: StaticString) {
        guard let range = IPAddressRange(literal.description) else {
            preconditionFailure("not a range of addresses: \(literal)")
        }
        self = range
    }

    package func contains(_ address: IPAddress) -> Bool {
        let (highMask, lowMask) = masks
        return address.high & highMask == high && address.low & lowMask == low
    }

    private var masks: (high: UInt64, low: UInt64) {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : ~0 << UInt64(64 - min(bits, 64)) }
        return (mask(length), mask(length - 64))
    }
}
