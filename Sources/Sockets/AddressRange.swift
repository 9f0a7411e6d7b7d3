import Glibc

extension PeerAddress {
    /// From text such as `192.0.2.7`, `2001:db8::7`, and with a port `192.0.2.7:4711`, `[2001:db8::7]:4711`; nil for
    /// anything else, names among it.
    package init?(text: some StringProtocol) {
        var host = String(text)
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = String(host[host.index(after: host.startIndex)..<end])
        } else if host.filter({ $0 == ":" }).count == 1, let end = host.firstIndex(of: ":") {
            host = String(host[..<end])
        }
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &v4) == 1 {
            (high, low) = (0, 0xFFFF << 32 | UInt64(UInt32(bigEndian: v4.s_addr)))
        } else if inet_pton(AF_INET6, host, &v6) == 1 {
            (high, low) = withUnsafeBytes(of: v6) { bytes in
                (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        } else {
            return nil
        }
        port = 0
    }
}

/// Addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one address alone.
package struct AddressRange: Sendable, Hashable {
    private let high, low: UInt64
    /// Bits of the (mapped) address that must agree: 0 to 128.
    private let length: Int

    /// nil for what is no range: a length that the family doesn't have, or bits behind it that aren't zero.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.contains("["), let address = PeerAddress(text: first) else {
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

    package func contains(_ address: PeerAddress) -> Bool {
        let (highMask, lowMask) = masks
        return address.high & highMask == high && address.low & lowMask == low
    }

    private var masks: (high: UInt64, low: UInt64) {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : ~0 << UInt64(64 - min(bits, 64)) }
        return (mask(length), mask(length - 64))
    }
}

extension SocketAddress {
    /// Whether only programs on this machine reach it: loopback or a Unix socket.
    package var isLocal: Bool {
        switch family {
        case AF_UNIX: return true
        case AF_INET: return withBytes { $0[4] == 127 }
        case AF_INET6:
            return withBytes { bytes in
                let address = bytes[8..<24]
                let isLoopback = address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
                let isMapped =
                    address.prefix(10).allSatisfy { $0 == 0 } && bytes[18] == 0xFF && bytes[19] == 0xFF
                return isLoopback || isMapped && bytes[20] == 127
            }
        default: return false
        }
    }
}
