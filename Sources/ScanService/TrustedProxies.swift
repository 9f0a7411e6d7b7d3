import HTTP1
import HTTPServer
import HTTPTypes
import Sockets

/// Proxies whose `X-Forwarded-For` is believed.
package struct TrustedProxies: Sendable {
    private let ranges: [IPAddressRange]
    /// Whether clients on a Unix socket are proxies.
    private let includesUnix: Bool

    private static let unix = "unix"

    package static let none = TrustedProxies(ranges: [], includesUnix: false)

    private init(ranges: [IPAddressRange], includesUnix: Bool) {
        self.ranges = ranges
        self.includesUnix = includesUnix
    }

    /// - Parameter text: ranges such as `10.0.0.0/8` and addresses, joined by commas; `unix` for Unix sockets.
    package init?(_ text: String) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix { $0 == " " } }
        var ranges: [IPAddressRange] = []
        for name in names where name != Self.unix {
            guard let range = IPAddressRange(name) else { return nil }
            ranges.append(range)
        }
        self.init(ranges: ranges, includesUnix: names.contains(Self.unix[...]))
    }

    /// The client's address: the last hop in `X-Forwarded-For` that is no proxy of ours. What stands before it, anybody
    /// could have written; so could `Forwarded`, which a proxy that speaks only the other field passes on.
    func client(of request: ServerRequest) -> IPAddress? {
        var client = request.peer
        guard isTrusted(client), let hops = request.fields[.forwardedFor] else { return client }
        for hop in hops.split(separator: ",").reversed() {
            guard let address = IPAddress(hop.trimmingPrefix { $0 == " " || $0 == "\t" }) else {
                break
            }
            client = address
            if !isTrusted(address) { break }
        }
        return client
    }

    private func isTrusted(_ address: IPAddress?) -> Bool {
        guard let address else { return includesUnix }
        return ranges.contains { $0.contains(address) }
    }
}
