import Glibc

/// A bare IPv4 or IPv6 address: 4 or 16 bytes in network order.
package struct IPAddress: Sendable, Equatable {
    let bytes: [UInt8]

    /// As people write it: dotted decimal, or RFC 4291 text without a zone.
    package init?(_ text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            bytes = withUnsafeBytes(of: v4) { Array($0) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            bytes = withUnsafeBytes(of: v6) { Array($0) }
        } else {
            return nil
        }
    }

    /// - Parameter socketAddress: a `sockaddr_in` or `sockaddr_in6` as the resolver gave it.
    init?(socketAddress: UnsafeRawBufferPointer) {
        // Behind family and port; in IPv6 the flow label stands between.
        let place: Range<Int>
        guard socketAddress.count >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: place = 4..<8
        case AF_INET6: place = 8..<24
        default: return nil
        }
        guard socketAddress.count >= place.upperBound else { return nil }
        bytes = Array(socketAddress[place])
    }

    fileprivate init(bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }
}

extension IPAddress {
    /// Who can be reached at an address.
    package enum Scope: Sendable, Equatable {
        /// Anybody on the internet.
        case global
        /// This machine or its own networks.
        case local
        /// Nobody that a webhook is for: multicast, reserved and documentation ranges, and the addresses where clouds
        /// hand out their machines' credentials.
        case never
    }

    /// After IANA's registries of special-purpose addresses. IPv6 outside 2000::/3 counts as never unless it is listed.
    package var scope: Scope {
        if Self.credentialServices.contains(self) { return .never }
        if let embedded { return embedded.scope }
        let blocks = bytes.count == 4 ? Self.blocksV4 : Self.blocksV6
        return blocks.first { $0.contains(bytes) }?.scope ?? (bytes.count == 4 ? .global : .never)
    }

    /// The IPv4 address that is spoken to through this one: mapped (RFC 4291 §2.5.5.2), NAT64 (RFC 6052), 6to4 (RFC 3056).
    private var embedded: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if Self.mapped.contains(bytes) || Self.nat64.contains(bytes) {
            return IPAddress(bytes: bytes[12..<16])
        }
        return Self.sixToFour.contains(bytes) ? IPAddress(bytes: bytes[2..<6]) : nil
    }

    private struct Block: Sendable {
        let prefix: [UInt8]
        let bits: Int
        let scope: Scope

        init(_ address: String, _ bits: Int, _ scope: Scope) {
            // The tables below are constants that the tests go through.
            prefix = IPAddress(address)?.bytes ?? []
            self.bits = bits
            self.scope = scope
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            guard bytes.count == prefix.count else { return false }
            let whole = bits / 8
            guard bytes[..<whole] == prefix[..<whole] else { return false }
            let rest = bits % 8
            return rest == 0 || (bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
        }
    }

    private static let blocksV4 = [
        Block("0.0.0.0", 8, .never), Block("10.0.0.0", 8, .local), Block("100.64.0.0", 10, .local),
        Block("127.0.0.0", 8, .local), Block("169.254.0.0", 16, .local), Block("172.16.0.0", 12, .local),
        Block("192.0.0.0", 24, .never), Block("192.0.2.0", 24, .never), Block("192.88.99.0", 24, .never),
        Block("192.168.0.0", 16, .local), Block("198.18.0.0", 15, .never), Block("198.51.100.0", 24, .never),
        Block("203.0.113.0", 24, .never), Block("224.0.0.0", 3, .never),
    ]

    private static let blocksV6 = [
        Block("::1", 128, .local), Block("fc00::", 7, .local), Block("fe80::", 10, .local),
        // Teredo, ORCHID and other protocols' own; then documentation.
        Block("2001::", 23, .never), Block("2001:db8::", 32, .never), Block("3fff::", 20, .never),
        Block("2000::", 3, .global),
    ]

    private static let mapped = Block("::ffff:0:0", 96, .never)
    private static let nat64 = Block("64:ff9b::", 96, .never)
    private static let sixToFour = Block("2002::", 16, .never)

    /// Amazon's and most others', Alibaba's, Amazon's and Google's by IPv6.
    private static let credentialServices = [
        "169.254.169.254", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254",
    ].compactMap { IPAddress($0) }
}
