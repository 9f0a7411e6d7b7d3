import HTTPServer
import HTTPTypes
import SystemSupport

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
