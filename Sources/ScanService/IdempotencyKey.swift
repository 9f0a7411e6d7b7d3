import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Scanning
import Sockets

/// A client's name for one request. Sending the request again under the same name does nothing again. Names of different
/// callers never meet.
struct IdempotencyKey: Hashable, Sendable {
    /// Largest length in bytes. A UUID has 36.
    private static let maxLength = 64

    /// Whose keys are told apart.
    private enum Owner: Hashable {
        case key(String, session: UUID?)
        /// A session moves between networks with its phone, and nobody else knows its id.
        case session(UUID)
        case network(IPAddress.Network?)
    }

    private let owner: Owner
    private let key: String

    /// nil where the client gave none.
    init?(_ request: ServiceRequest, session: UUID?) throws(ServiceError) {
        guard let key = request.fields[.idempotencyKey] else { return nil }
        guard key.isIdentifier(limit: Self.maxLength, punctuation: "-_") else {
            throw .invalidField(
                name: "Idempotency-Key", rule: "must be 1 to \(Self.maxLength) of A-Z, a-z, 0-9, - and _")
        }
        self.key = key
        owner =
            request.caller.key.map { .key($0, session: session) } ?? session.map { .session($0) }
            ?? .network(request.caller.network)
    }

    /// Bytes of memory that a key and its place in a cache take, estimated.
    var bytes: Int { 256 }
}
