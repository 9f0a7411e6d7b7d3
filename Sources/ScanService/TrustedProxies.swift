import HTTPServer
import HTTPTypes
import SystemSupport

/// The proxies whose `X-Forwarded-For` the server believes.
package struct TrustedProxies: Sendable {
    private let ranges: [IPAddressRange]
    /// Whether clients on a Unix socket count as proxies.
    private let includesUnix: Bool

    private static let unix = "unix"

    package static let none = TrustedProxies(ranges: [], includesUnix: false)

    private init(ranges: [IPAddressRange], includesUnix: Bool) {
        self.ranges = ranges
        self.includesUnix = includesUnix
    }

    /// - Parameter text: addresses and ranges such as `10.0.0.0/8`, joined by commas. `unix` stands for all Unix
    ///   sockets.
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

    /// Returns the client's address: the last hop in `X-Forwarded-For` that is no trusted proxy. Hops before it may be
    /// forged. `Forwarded` isn't read, because a proxy that knows only `X-Forwarded-For` passes on a client's forged
    /// `Forwarded`.
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
