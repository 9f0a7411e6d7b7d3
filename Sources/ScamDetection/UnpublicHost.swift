/// Hosts that lead to nobody on the Internet: those of a home or an office, of the device itself, and those that documents use
/// as examples. Settings and manuals are full of them, and a fraudster has no use for them.
enum UnpublicHost {
    /// Endings that are reserved (RFC 2606, RFC 6761, RFC 6762) or that routers give out (RFC 8375), and the domains for
    /// examples.
    private static let endings = [
        "localhost", "local", "test", "invalid", "example", "home.arpa", "example.com", "example.org",
        "example.net",
    ]

    /// - Parameter host: a host in lower case.
    static func isUnpublic(_ host: String) -> Bool {
        endings.contains { host == $0 || host.hasSuffix("." + $0) } || isPrivateAddress(host)
    }

    /// Whether the host is an IPv4 address for private networks, the device itself, all of its interfaces or a link (RFC 1918, 1122, 3927), or one of
    /// IPv6 for the same (RFC 4193, 4291).
    private static func isPrivateAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return ["[fc", "[fd", "[fe80:", "[::1]"].contains { host.hasPrefix($0) }
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, let first = parts[0], let second = parts[1], parts[2] != nil, parts[3] != nil
        else { return false }
        return switch (first, second) {
        case (0, _), (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }
}
