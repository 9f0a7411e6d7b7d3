import OCRWorkers
package import Concurrency
import HTTPServer
import HTTPTypes
import Scanning

/// Gives a request that comes again the answer that it got, or is about to get. Answers stay in memory, bounded in bytes and
/// time; failures aren't kept, so that a client that was too early may try again.
package final class IdempotentAnswers: Sendable {

    private struct Request: Hashable {
        let key: IdempotencyKey
        let fingerprint: RequestFingerprint
    }

    private typealias Outcome = Result<ServerResponse, ServiceError>

    private let claims: ExpiringCache<IdempotencyKey, RequestFingerprint>
    private let answers: ExpiringCache<Request, ServerResponse>
    private let flights = SingleFlight<Request, Outcome, Never>()

    /// - Parameter bytes: of answers, and again of keys.
    init(bytes: Int, lifetime: Duration) {
        claims = ExpiringCache(capacity: bytes, lifetime: lifetime)
        answers = ExpiringCache(capacity: bytes, lifetime: lifetime)
    }

    /// How the kept answers stand; a hit is an answer that was given again.
    package var counts: CacheCounts { answers.counts }

    /// - Parameter make: runs once for all who send the same under the same key at once.
    func answer(
        _ key: IdempotencyKey, _ fingerprint: RequestFingerprint,
        make: @escaping @Sendable () async throws(ServiceError) -> ServerResponse
    ) async throws(ServiceError) -> ServerResponse {
        guard claims.claim(fingerprint, for: key, cost: key.bytes) == fingerprint else {
            throw .idempotencyMismatch
        }
        let request = Request(key: key, fingerprint: fingerprint)
        if let known = answers.value(for: request) { return Self.replaying(known) }
        let answers = answers
        let outcome = await flights.value(for: request) { _ in
            do throws(ServiceError) {
                let response = try await make()
                answers.insert(response, for: request, cost: key.bytes + (response.contentLength ?? 0))
                return .success(response)
            } catch {
                return .failure(error)
            }
        }
        // Nobody hears of a request whose client has gone.
        return try (outcome?.value ?? .failure(.scan(.busy))).get()
    }

    private static func replaying(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.head.headerFields[.idempotentReplayed] = "true"
        return response
    }
}
