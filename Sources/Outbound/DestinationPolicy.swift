package import SystemSupport

/// The addresses that webhooks and pushes may reach. An address is checked when the connection is made, after the name was
/// resolved. So a name whose second lookup gives another address can't avoid the check.
package struct DestinationPolicy: Sendable, Equatable {
    /// Whether messages may go to this machine and its own networks, also over http.
    package var allowsLocal: Bool
    /// Whether messages may go over the internet without encryption.
    package var allowsHTTP: Bool

    package init(allowsLocal: Bool = false, allowsHTTP: Bool = false) {
        self.allowsLocal = allowsLocal
        self.allowsHTTP = allowsHTTP
    }

    package func permits(_ address: IPAddress, isEncrypted: Bool) -> Bool {
        switch address.scope {
        case .global: isEncrypted || allowsHTTP
        case .local: allowsLocal
        case .never: false
        }
    }

    /// Whether a URL with this scheme can reach any address that the policy permits.
    func permits(scheme: String) -> Bool {
        scheme == "https" || scheme == "http" && (allowsHTTP || allowsLocal)
    }
}

/// Which machines an address reaches, as far as messages to others are concerned.
package enum AddressScope: Sendable, Equatable {
    /// An address in the public internet.
    case global
    /// An address of this machine or of its own networks.
    case local
    /// Addresses that nothing may be sent to: multicast, reserved and documentation ranges, and the addresses at which clouds
    /// give machines their credentials.
    case never
}

extension IPAddress {
    /// The scope by IANA's registries of special-purpose addresses. An IPv6 address outside 2000::/3 is `never` unless
    /// it is listed.
    package var scope: AddressScope {
        if Self.credentialServices.contains(where: { $0.contains(self) }) { return .never }
        if let embedded { return embedded.scope }
        let ranges = isIPv4 ? Self.ranges4 : Self.ranges6
        return ranges.first { $0.range.contains(self) }?.scope ?? (isIPv4 ? .global : .never)
    }

    /// The IPv4 address that this IPv6 address leads to, by NAT64 (RFC 6052) or 6to4 (RFC 3056); nil for any other
    /// address.
    private var embedded: IPAddress? {
        if Self.nat64.contains(self) { return IPAddress(ipv4: UInt32(truncatingIfNeeded: low)) }
        if Self.sixToFour.contains(self) { return IPAddress(ipv4: UInt32(truncatingIfNeeded: high >> 16)) }
        return nil
    }

    private typealias ScopedRange = (range: IPAddressRange, scope: AddressScope)

    private static func range(_ text: StaticString, _ scope: AddressScope) -> ScopedRange {
        (IPAddressRange(literal: text), scope)
    }

    private static let ranges4: [ScopedRange] = [
        range("0.0.0.0/8", .never), range("10.0.0.0/8", .local), range("100.64.0.0/10", .local),
        range("127.0.0.0/8", .local), range("169.254.0.0/16", .local), range("172.16.0.0/12", .local),
        range("192.0.0.0/24", .never), range("192.0.2.0/24", .never), range("192.88.99.0/24", .never),
        range("192.168.0.0/16", .local), range("198.18.0.0/15", .never), range("198.51.100.0/24", .never),
        range("203.0.113.0/24", .never), range("224.0.0.0/3", .never),
    ]

    private static let ranges6: [ScopedRange] = [
        range("::1/128", .local), range("fc00::/7", .local), range("fe80::/10", .local),
        // 2001::/23 holds Teredo, ORCHID and other protocols. The two ranges after it are for documentation.
        range("2001::/23", .never), range("2001:db8::/32", .never), range("3fff::/20", .never),
        range("2000::/3", .global),
    ]

    private static let nat64 = IPAddressRange(literal: "64:ff9b::/96")
    private static let sixToFour = IPAddressRange(literal: "2002::/16")

    /// The addresses at which clouds give machines their credentials: of Amazon and most others, Amazon's for containers, of Azure
    /// and Alibaba, and the IPv6 addresses of Amazon and Google.
    private static let credentialServices = [
        IPAddressRange(literal: "169.254.169.254"), IPAddressRange(literal: "100.100.100.200"),
        IPAddressRange(literal: "169.254.170.2"), IPAddressRange(literal: "169.254.170.23"),
        IPAddressRange(literal: "168.63.129.16"), IPAddressRange(literal: "fd00:ec2::23"),
        IPAddressRange(literal: "fd00:ec2::254"), IPAddressRange(literal: "fd20:ce::254"),
    ]
}
