import Crypto
import HTTPServer
import HTTPTypes
import Scanning

extension Responses {
    /// Hexadecimal digits of the content's digest that an entity tag holds. No two contents have the same 128 bits by accident.
    private static let tagDigits = 32

    /// Adds a strong `ETag` over the content to a 200, and turns it into a 304 where the client has that content.
    static func conditional(_ response: ServerResponse, for fields: FieldBlock) -> ServerResponse {
        guard case .bytes(let bytes) = response.body, response.head.status == .ok else { return response }
        let tag = entityTag(of: bytes)
        var response = response
        if isMatch(fields[.ifNoneMatch] ?? "", tag) {
            response = ServerResponse(status: .notModified)
        }
        response.head.headerFields[.eTag] = tag
        // The content is one person's and may have been deleted: every use must be checked with the server.
        response.head.headerFields[.cacheControl] = "private, no-cache"
        return response
    }

    private static func entityTag(of bytes: [UInt8]) -> String {
        "\"" + SHA256.hash(data: bytes).hex.prefix(tagDigits) + "\""
    }

    /// Weak tags match too (RFC 9110 §13.1.2). The service's tags hold no comma, so the list can be split at commas.
    private static func isMatch(_ list: String, _ tag: String) -> Bool {
        list.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return item == "*" || item == tag || item == "W/" + tag
        }
    }
}
