import Crypto
import Foundation
import HTTP1
import HTTPServer
import HTTPTypes

extension Responses {
    /// A 200 with a strong `ETag` over its content; a 304 without content where the client has just that.
    static func conditional(_ response: ServerResponse, for fields: FieldBlock) -> ServerResponse {
        guard case .bytes(let bytes) = response.body, response.head.status == .ok else { return response }
        let tag = entityTag(of: bytes)
        var response = response
        if isMatch(fields[.ifNoneMatch] ?? "", tag) {
            response = ServerResponse(status: .notModified)
        }
        response.head.headerFields[.eTag] = tag
        // It is one person's, and may be gone: nobody may use it unasked.
        response.head.headerFields[.cacheControl] = "private, no-cache"
        return response
    }

    private static func entityTag(of bytes: [UInt8]) -> String {
        let digest = SHA256.hash(data: bytes).prefix(16)
        return "\"" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\""
    }

    /// RFC 9110 §13.1.2: a weak tag matches too. Tags of ours hold no comma, so a list can be cut there.
    private static func isMatch(_ list: String, _ tag: String) -> Bool {
        list.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return item == "*" || item == tag || item == "W/" + tag
        }
    }
}
