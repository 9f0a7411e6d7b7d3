import Scanning
package import SystemSupport
import HTTPServer
import HTTPTypes

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
