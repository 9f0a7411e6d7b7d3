import CLinux
import Glibc

/// An IPv6 address, or an IPv4 address mapped into IPv6 (`::ffff:192.0.2.7`, RFC 4291 §2.5.5.2).
package struct IPAddress: Sendable, Hashable {
    /// The first and the last 64 bits of the address.
    package let high, low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter ipv4: the address as a number: 192.0.2.7 is 0xC000_0207.
    package init(ipv4: UInt32) {
        self.init(high: 0, low: 0xFFFF << 32 | UInt64(ipv4))
    }

    /// Reads an address such as `192.0.2.7` or `2001:db8::7`, also with a port: `192.0.2.7:4711`, `[2001:db8::7]:4711`.
    /// It returns nil for any other text, including names.
    package init?(_ text: some StringProtocol) {
        var host = String(text)
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = String(host[host.index(after: host.startIndex)..<end])
        } else if host.filter({ $0 == ":" }).count == 1, let end = host.firstIndex(of: ":") {
            host = String(host[..<end])
        }
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &v4) == 1 {
            self.init(ipv4: UInt32(bigEndian: v4.s_addr))
        } else if inet_pton(AF_INET6, host, &v6) == 1 {
            self = withUnsafeBytes(of: v6) { IPAddress(bytes: $0) }
        } else {
            return nil
        }
    }

    /// - Parameter socketAddress: a `sockaddr_in` or a `sockaddr_in6`; nil for any other address.
    package init?(socketAddress: UnsafeRawBufferPointer) {
        guard socketAddress.count >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where socketAddress.count >= MemoryLayout<sockaddr_in>.size:
            let address = socketAddress.loadUnaligned(as: sockaddr_in.self)
            self.init(ipv4: UInt32(bigEndian: address.sin_addr.s_addr))
        case AF_INET6 where socketAddress.count >= MemoryLayout<sockaddr_in6>.size:
            self = withUnsafeBytes(of: socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
                IPAddress(bytes: $0)
            }
        default: return nil
        }
    }

    /// - Returns: nil for a Unix socket, whose clients have no address.
    init?(_ peer: cg_peer) {
        guard peer.is_known != 0 else { return nil }
        self = withUnsafeBytes(of: peer.bytes) { IPAddress(bytes: $0) }
    }

    /// - Parameter bytes: the 16 bytes of an IPv6 address in network order.
    private init(bytes: UnsafeRawBufferPointer) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The addresses that one customer of an internet provider usually has: one IPv4 address, or an IPv6 /64.
    package var network: Network { Network(high: high, low: isIPv4 ? low : 0) }

    package struct Network: Sendable, Hashable {
        fileprivate let high, low: UInt64
    }
}

extension IPAddress.Network: CustomStringConvertible {
    /// The first address of the network.
    package var description: String { IPAddress(high: high, low: low).description }
}

extension IPAddress: CustomStringConvertible {
    /// The address as text: dotted decimal, or eight hexadecimal groups without `::`.
    package var description: String {
        if isIPv4 {
            return "\(low >> 24 & 0xFF).\(low >> 16 & 0xFF).\(low >> 8 & 0xFF).\(low & 0xFF)"
        }
        return [high, low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { String(half >> UInt64($0) & 0xFFFF, radix: 16) }
        }.joined(separator: ":")
    }
}

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
