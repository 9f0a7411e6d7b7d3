import Crypto
import Foundation
import HTTPServer
import Scanning
import SystemSupport
import Texts

/// A client's name for one request. A request that comes again under its name isn't carried out again. Two callers may
/// use the same name for different requests.
struct IdempotencyKey: Hashable, Sendable {
    /// Largest length of a key in bytes. The usual key is a UUID, which has 36.
    private static let maxLength = 64

    /// Whose keys these are. Keys of different owners are different, even where their texts are equal.
    enum Owner: Hashable, CustomStringConvertible {
        case key(String, session: UUID?)
        /// A session. Its phone moves between networks, and nobody else knows its id.
        case session(UUID)
        case network(IPAddress.Network?)

        var description: String {
            switch self {
            case .key(let name, let session): "key \(name) \(session?.uuidString ?? "")"
            case .session(let id): "session \(id.uuidString)"
            case .network(let network): network.map { "network \($0)" } ?? "local"
            }
        }
    }

    private let owner: Owner
    let key: String

    init(_ key: String, of owner: Owner) {
        self.key = key
        self.owner = owner
    }

    /// - Returns: nil where the request has no `Idempotency-Key`.
    init?(_ request: ServiceRequest, session: UUID?) throws(ServiceError) {
        guard let key = request.fields[.idempotencyKey] else { return nil }
        guard key.isIdentifier(limit: Self.maxLength, punctuation: "-_") else {
            throw .invalidField(
                name: "Idempotency-Key", rule: .mustBeIdempotencyKey, ["limit": .number(Self.maxLength)])
        }
        self.init(
            key,
            of: request.caller.key.map { .key($0, session: session) } ?? session.map { .session($0) }
                ?? .network(request.caller.network))
    }

    /// The key and its owner as servers name them for each other.
    var digest: String {
        SHA256.hash(data: Data("\(owner) \(key)".utf8)).hex
    }

    /// Bytes of memory that a key and its entry in a cache take. The value is an estimate.
    var bytes: Int { 256 }
}
