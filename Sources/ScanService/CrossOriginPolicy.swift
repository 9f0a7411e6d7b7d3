import HTTPServer
import HTTPTypes
import SystemSupport

/// Origins whose pages may call the service from a browser (CORS, in the Fetch standard). Only named origins are possible:
/// `*` would let any page that somebody opens use a server that only their machine reaches.
package struct CrossOriginPolicy: Sendable {
    /// Seconds that a browser may keep the response to a preflight request. Ten minutes: a changed setting shows soon.
    private static let maxAge = 600
    private static let allowedFields =
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Traceparent, "
        + "X-API-Key, X-Request-ID"
    private static let exposedFields =
        "ETag, Location, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
        + "Retry-After, Server-Timing, X-Request-ID"

    private let origins: Set<String>

    package static let none = CrossOriginPolicy(origins: [])

    private init(origins: Set<String>) {
        self.origins = origins
    }

    /// - Parameter text: origins as browsers send them, such as `https://app.example:8443`, separated by commas.
    package init?(_ text: String) {
        let origins = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.trimmingPrefix { $0 == " " }) }
        guard origins.allSatisfy(Self.isOrigin) else { return nil }
        self.init(origins: Set(origins))
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard let end = text.firstRange(of: "://") else { return false }
        let (scheme, host) = (text[..<end.lowerBound].utf8, text[end.upperBound...].utf8)
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-.".utf8.contains(byte)
        }
        return !scheme.isEmpty && scheme.allSatisfy(isPlain) && !host.isEmpty
            && host.allSatisfy { isPlain($0) || ":[]".utf8.contains($0) }
    }

    func allow(_ origin: String) -> Bool { origins.contains(origin) }

    func add(to response: inout ServerResponse, request: ServerRequest?) {
        if origins.isEmpty { return }
        var fields = response.head.headerFields
        defer { response.head.headerFields = fields }
        // Also for other origins: a cache must not give their response to an allowed one.
        fields[.vary] = fields[.vary].map { $0 + ", Origin" } ?? "Origin"
        guard let request, let origin = request.fields[.origin], origins.contains(origin) else { return }
        fields[.accessControlAllowOrigin] = origin
        if request.method == .options, request.fields[.accessControlRequestMethod] != nil {
            fields[.accessControlAllowMethods] = fields[.allow]
            fields[.accessControlAllowHeaders] = Self.allowedFields
            fields[.accessControlMaxAge] = String(Self.maxAge)
        } else {
            fields[.accessControlExposeHeaders] = Self.exposedFields
        }
    }
}

/// Which names a server without keys answers to. A page can point its own name at this machine once it is open (DNS rebinding): its
/// requests then come from a browser that the firewall trusts, and the answers are the page's to read. Only their `Host` tells.
package struct HostPolicy: Sendable {
    private let names: Set<String>

    /// Addresses and `localhost`, which no other site can be called.
    package static let local = HostPolicy(names: [])

    private init(names: Set<String>) {
        self.names = names
    }

    /// - Parameter text: names without ports, separated by commas.
    package init?(_ text: String) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix { $0 == " " }.lowercased() }
        let plain = names.allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        }
        guard plain else { return nil }
        self.init(names: Set(names))
    }

    /// - Parameter authority: the request's host, perhaps with a port; nil for requests of HTTP/1.0, which no browser sends.
    func allows(_ authority: String?) -> Bool {
        guard let authority, !authority.isEmpty, IPAddress(authority) == nil else { return true }
        var host = authority.lowercased().prefix { $0 != ":" }
        if host.last == "." { host.removeLast() }
        return host == "localhost" || names.contains(String(host))
    }
}

/// Refuses what another site's page has a browser do: requests by a name that isn't this server's, and forms.
struct SiteGuard: Sendable {
    /// The routes that tell nothing, which a load balancer may ask by any name.
    private static let open: Set<Substring> = ["/health", "/ready"]

    /// Nil where the server asks for keys, which a page doesn't have.
    let hosts: HostPolicy?
    let origins: CrossOriginPolicy

    func check(_ request: ServerRequest) throws(ServiceError) {
        if Self.open.contains(request.path) { return }
        if let hosts, !hosts.allows(request.head.authority) { throw .misdirected }
        switch request.method {
        case .get, .head, .options: return
        default: if isForeign(request) { throw .crossSite }
        }
    }

    /// Whether a page of another site than this server's sends the request. Programs other than browsers send neither of the two
    /// fields, and no page can set them.
    private func isForeign(_ request: ServerRequest) -> Bool {
        let site = request.fields[.fetchSite]
        guard let origin = request.fields[.origin] else {
            return site.map { !["same-origin", "none"].contains($0) } ?? false
        }
        if origins.allow(origin) || site == "same-origin" { return false }
        // Browsers send no `Sec-Fetch-Site` to other machines without TLS.
        let host = origin.firstRange(of: "://").map { origin[$0.upperBound...] }
        return (site ?? "none") != "none" || host == nil || host != request.head.authority.map { $0[...] }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self)
    }
}

/// Header fields that are added to all responses and that depend on settings.
package struct ResponseHeaderPolicy: Sendable {
    /// Seconds for `Strict-Transport-Security`; 0 leaves the field out. Browsers follow the field where a proxy adds
    /// TLS.
    package var strictTransport = 0
    package var crossOrigin = CrossOriginPolicy.none

    package init() {}

    /// - Parameter request: nil for a message that was no valid request.
    func add(to response: inout ServerResponse, request: ServerRequest?, rate: RateDecision?) {
        if strictTransport > 0 {
            response.head.headerFields[.strictTransportSecurity] = "max-age=\(strictTransport)"
        }
        if let rate {
            response.head.headerFields[.rateLimitLimit] = String(rate.limit)
            response.head.headerFields[.rateLimitRemaining] = String(rate.remaining)
            response.head.headerFields[.rateLimitReset] = String(rate.reset)
        }
        crossOrigin.add(to: &response, request: request)
    }
}
