import HTTPServer
import HTTPTypes

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
