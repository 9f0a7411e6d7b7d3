import CCurl
import SystemSupport

package enum OutboundURLError: Error, Sendable, Equatable {
    case tooLong(limit: Int)
    /// The URL isn't an absolute `https` URL of ASCII characters with a host, or it has a user, a fragment or a zone.
    case malformed
    case scheme
    case address
}

/// A checked URL. libcurl parses it, so the URL that is checked is the URL that is called.
package struct OutboundURL: Sendable, Equatable {
    /// Largest length in bytes, as common in browsers and proxies.
    package static let maxLength = 2_048

    package let text: String
    /// The scheme, the host and the port where it isn't the scheme's own, such as `https://push.example:8443`.
    package let origin: String
    /// The host without its port. Only the host may be shown, because the path can hold a token.
    package let host: String
    package let isEncrypted: Bool
    private let policy: DestinationPolicy

    package init(_ text: String, policy: DestinationPolicy) throws(OutboundURLError) {
        guard text.utf8.count <= Self.maxLength else { throw .tooLong(limit: Self.maxLength) }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
        guard let parts = ParsedURL(text) else { throw .malformed }
        guard let scheme = parts[CURLUPART_SCHEME], let host = parts[CURLUPART_HOST], !host.isEmpty,
            parts[CURLUPART_USER] == nil, parts[CURLUPART_PASSWORD] == nil, parts[CURLUPART_FRAGMENT] == nil,
            parts[CURLUPART_ZONEID] == nil
        else { throw .malformed }
        guard policy.permits(scheme: scheme) else { throw .scheme }
        isEncrypted = scheme == "https"
        let literal = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        if let address = IPAddress(literal), !policy.permits(address, isEncrypted: isEncrypted) {
            throw .address
        }
        self.policy = policy
        self.text = text
        self.host = host
        origin = "\(scheme)://\(host)" + (parts[CURLUPART_PORT].map { ":" + $0 } ?? "")
    }

    /// Returns the URL of another path on the same server.
    package func adding(path: String) throws(OutboundURLError) -> OutboundURL {
        try OutboundURL(origin + path, policy: policy)
    }
}

/// Owns a URL that libcurl has parsed, and frees it.
private struct ParsedURL: ~Copyable {
    private let handle: OpaquePointer

    init?(_ text: String) {
        guard let handle = Self.parse(text) else { return nil }
        self.handle = handle
    }

    deinit { curl_url_cleanup(handle) }

    private static func parse(_ text: String) -> OpaquePointer? {
        guard let handle = curl_url() else { return nil }
        if curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK { return handle }
        curl_url_cleanup(handle)
        return nil
    }

    subscript(part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        // Without the scheme's own port, also where the text has it.
        guard curl_url_get(handle, part, &text, UInt32(CURLU_NO_DEFAULT_PORT)) == CURLUE_OK, let text else {
            return nil
        }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

/// A request to somebody else's server.
package struct OutboundRequest: Sendable {
    package enum Connection: Sendable {
        /// HTTP/1.1 over a connection that serves this request only.
        case ownHTTP1
        /// HTTP/2 where the server has it, over a connection that others have opened or will use.
        case shared
    }

    package var url: OutboundURL
    /// Header fields. Neither names nor values have line ends or NUL.
    package var fields: [(name: String, value: String)]
    /// What is posted; nil for a GET request.
    package var body: [UInt8]?
    /// Largest number of bytes that are read of the answer's content. The rest is dropped: reasons are shorter than this.
    package var mostContent = 4_096
    package var connection: Connection

    package init(
        to url: OutboundURL, fields: [(name: String, value: String)], body: [UInt8]?,
        connection: Connection = .ownHTTP1
    ) {
        self.url = url
        self.fields = fields
        self.body = body
        self.connection = connection
    }
}
