import HTTPServer
import HTTPTypes
import SystemSupport

/// The sender of a request, as far as the server knows it.
struct Caller: Sendable, Hashable {
    /// The name of the request's API key; nil where the server or the route asks for none.
    let key: String?
    /// The client's IPv4 address or IPv6 /64; nil for a client on a Unix socket.
    let network: IPAddress.Network?
    /// The client that shares what there is with others: the key, or the network of a request without one.
    let client: ClientID
    /// What the key may do; nil where the server or the route asks for none, and anybody may do everything.
    let scopes: Set<AccessScope>?

    init(key: String?, network: IPAddress.Network?, scopes: Set<AccessScope>? = nil) {
        (self.key, self.scopes) = (key, scopes)
        self.network = network
        client = key.map { ClientID("key \($0)") } ?? ClientID(network: network)
    }
}

extension ClientID {
    init(network: IPAddress.Network?) {
        self.init(network.map { "network \($0)" } ?? "local")
    }
}

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

/// The API key before a request's path, `/k/<key>/scan-image`: an app that can be given a server's URL and nothing else has no other
/// place for it. It is taken off before anything else looks at the request, so that no log, metric or answer can repeat it.
struct PathKey {
    private static let marker = "k"

    /// The key after percent-decoding; not empty.
    let key: String
    /// The target without the key.
    let target: String

    /// Segments are decoded one by one, as the router does. Slashes that follow the key count as one: apps put `/scan-image` after a
    /// URL that may end in a slash.
    /// - Parameter target: path and query as they were sent.
    /// - Returns: nil where the path doesn't begin with a key.
    init?(_ target: String) {
        // Most paths show by their first character that they begin with no key, without being split.
        guard let first = target.utf8.dropFirst().first,
            first == UInt8(ascii: "k") || first == UInt8(ascii: "%")
        else { return nil }
        let path = target.prefix { $0 != "?" }
        let segments = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count >= 3, segments[0].isEmpty,
            PercentDecoding.decode(segments[1]) == Self.marker,
            let key = PercentDecoding.decode(segments[2]), !key.isEmpty
        else { return nil }
        self.key = key
        self.target = "/" + target[segments[2].endIndex...].drop { $0 == "/" }
    }
}

extension ServerRequest {
    /// The request without the key before its path, and that key; nil where there is none.
    var withoutPathKey: (request: ServerRequest, key: String?) {
        guard let prefix = PathKey(head.target) else { return (self, nil) }
        return (ServerRequest(head: head.with(target: prefix.target), body: body, peer: peer), prefix.key)
    }
}
