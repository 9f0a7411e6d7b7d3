import Crypto
import Foundation
import HTTPServer
import HTTPTypes
import Redaction
import Scanning
package import SystemSupport
import Texts

/// Gives a request that comes again under its idempotency key the response that it got, or is about to get. Responses stay in
/// memory, bounded in bytes and time. Failures aren't kept, so that a client may try again.
package final class IdempotencyCache: Sendable {
    private struct Request: Hashable {
        let key: IdempotencyKey
        let fingerprint: RequestFingerprint
    }

    private typealias Outcome = Result<ServerResponse, ServiceError>

    private let claims: ExpiringCache<IdempotencyKey, RequestFingerprint>
    private let responses: ExpiringCache<Request, ServerResponse>
    private let flights = SingleFlight<Request, Outcome, Never>()
    private let shared: SharedAnswers?

    /// - Parameters:
    ///   - bytes: bound on the memory of the kept responses. The memory of the keys has the same bound again.
    ///   - shared: what other servers know; nil where this one is alone.
    init(bytes: Int, lifetime: Duration, shared: SharedAnswers? = nil) {
        self.shared = shared
        claims = ExpiringCache(capacity: bytes, lifetime: lifetime)
        responses = ExpiringCache(capacity: bytes, lifetime: lifetime)
    }

    /// Counts of the kept responses. A hit is a response that was sent again.
    package var counts: CacheCounts { responses.counts }

    /// - Parameters:
    ///   - client: the client whose share of the memory is taken.
    ///   - make: makes the response. It runs once for all callers that send the same request under the same key at once.
    func response(
        for key: IdempotencyKey, _ fingerprint: RequestFingerprint, client: ClientID,
        make: @escaping @Sendable () async throws(ServiceError) -> ServerResponse
    ) async throws(ServiceError) -> ServerResponse {
        guard claims.claim(fingerprint, for: key, cost: key.bytes, of: client) == fingerprint else {
            throw .idempotencyMismatch
        }
        let request = Request(key: key, fingerprint: fingerprint)
        if let known = responses.value(for: request) { return Self.replaying(known) }
        let (responses, shared) = (responses, shared)
        let outcome = await flights.value(for: request) { _ in
            do throws(ServiceError) {
                let response: ServerResponse
                let isReplayed: Bool
                if let shared {
                    (response, isReplayed) = try await shared.response(for: key, fingerprint, make: make)
                } else {
                    (response, isReplayed) = (try await make(), false)
                }
                responses.insert(
                    response, for: request, cost: key.bytes + (response.contentLength ?? 0), of: client)
                return .success(isReplayed ? Self.replaying(response) : response)
            } catch {
                return .failure(error)
            }
        }
        // The outcome is nil where the client has gone, so nobody receives this error.
        return try (outcome?.value ?? .failure(.scan(.busy))).get()
    }

    private static func replaying(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.head.headerFields[.idempotentReplayed] = "true"
        return response
    }
}

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

/// A digest of a request's meaning. It doesn't depend on how the request is encoded: two attempts may use different
/// form boundaries.
struct RequestFingerprint: Hashable, Sendable, CustomStringConvertible {
    private let digest: SHA256Digest

    /// - Parameter parts: the request's fields, in the same order for every request of the route; nil for an absent
    ///   field.
    init(route: String, _ format: AnswerFormat, _ parts: [[UInt8]?]) {
        var hash = SHA256()
        hash.update(data: Data(route.utf8))
        if format != .json { hash.update(data: Data(format.rawValue.utf8)) }
        for part in parts {
            // The lengths are hashed too, so that two different lists of parts can't give the same bytes.
            withUnsafeBytes(of: Int64(part?.count ?? -1).littleEndian) { hash.update(bufferPointer: $0) }
            if let part { hash.update(data: part) }
        }
        digest = hash.finalize()
    }

    /// The digest in hexadecimal digits.
    var description: String { digest.hex }

    /// The id of the scan that a session asks for under an idempotency key: the same one after a restart too, so that its
    /// result is stored once. Whoever doesn't know the session can't foresee it.
    func scanID(session: UUID, key: String) -> UUID {
        var hash = SHA256()
        withUnsafeBytes(of: session.uuid) { hash.update(bufferPointer: $0) }
        digest.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: Data(key.utf8))
        var bytes = Array(hash.finalize().prefix(16))
        // Version 8 and the variant of RFC 9562.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension ScanUpload {
    func fingerprint(as format: AnswerFormat) -> RequestFingerprint {
        RequestFingerprint(
            route: "scan-image", format,
            [
                ocrText.map { Array($0.utf8) }, country.map { Array($0.utf8) },
                languages.map { Array($0.joined(separator: "+").utf8) },
                sessionID.map { Array($0.uuidString.utf8) }, keepsOrder ? [] : nil,
                redaction.map { [UInt8(truncatingIfNeeded: $0.rawValue)] }, Array(texts.language.tag.utf8),
            ] + images.map { Array($0.digest) })
    }
}

extension TextSubmission {
    func fingerprint(as format: AnswerFormat) -> RequestFingerprint {
        RequestFingerprint(
            route: "analyze-text", format,
            [
                Array(text.utf8), country.map { Array($0.utf8) },
                sessionID.map { Array($0.uuidString.utf8) }, Array(texts.language.tag.utf8),
            ])
    }
}
