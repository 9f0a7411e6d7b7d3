import SystemSupport
import Foundation
import HTTPServer
import HTTPTypes
import Scanning
import Storage
import TypeSafeAPI

/// Responses under idempotency keys that any server may have made. While Redis is away, each server knows its own only.
struct SharedAnswers: Sendable {
    let claims: ClaimStore

    /// Largest response that is kept. Verdicts have 20 kB; covered pictures, which are larger, are made again.
    private static let largest = 256 << 10
    /// Pauses between two questions whether another server has the response: the first, and the longest, to which they double.
    private static let pauses = (first: Duration.milliseconds(25), longest: Duration.milliseconds(500))
    /// Longest time for which a request waits for another server's response. It is longer than reading a picture takes.
    private static let patience = Duration.seconds(30)

    /// - Parameter make: makes the response. Of all servers, one at a time runs it.
    /// - Returns: the response, and whether it was made for another request.
    func response(
        for key: IdempotencyKey, _ fingerprint: RequestFingerprint,
        make: @Sendable () async throws(ServiceError) -> ServerResponse
    ) async throws(ServiceError) -> (response: ServerResponse, isReplayed: Bool) {
        let (name, print, owner) = (key.digest, fingerprint.description, UUID().uuidString)
        let deadline = ContinuousClock.now + Self.patience
        var pause = Self.pauses.first
        while true {
            switch try? await claims.claim(name, fingerprint: print, owner: owner) {
            case nil: return (try await make(), false)
            case .otherRequest: throw .idempotencyMismatch
            case .answered(let bytes):
                guard let response = ServerResponse(kept: bytes) else { return (try await make(), false) }
                return (response, true)
            case .own: return (try await keep(name, print, owner, make), false)
            case .taken:
                guard ContinuousClock.now < deadline, (try? await Task.sleep(for: pause)) != nil else {
                    throw .scan(.busy)
                }
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
    }

    private func keep(
        _ name: String, _ fingerprint: String, _ owner: String,
        _ make: @Sendable () async throws(ServiceError) -> ServerResponse
    ) async throws(ServiceError) -> ServerResponse {
        let renewing = Task { [claims] in
            while (try? await Task.sleep(for: ClaimStore.lease / 3)) != nil {
                try? await claims.renew(name, fingerprint: fingerprint, owner: owner)
            }
        }
        defer { renewing.cancel() }
        do throws(ServiceError) {
            let response = try await make()
            if let kept = response.kept, kept.count <= Self.largest {
                try? await claims.answer(name, fingerprint: fingerprint, with: kept)
            } else {
                try? await claims.giveUp(name, fingerprint: fingerprint, owner: owner)
            }
            return response
        } catch {
            try? await claims.giveUp(name, fingerprint: fingerprint, owner: owner)
            throw error
        }
    }
}

extension ServerResponse {
    private struct Head: Codable {
        var v = 1
        let status: Int
        /// Names and values in turn.
        let fields: [String]
    }

    /// The response as bytes; nil for a stream.
    fileprivate var kept: [UInt8]? {
        guard case .bytes(let body) = body else { return nil }
        let fields = head.headerFields.flatMap { [$0.name.rawName, $0.value] }
        return JobRecord.encode(Head(status: head.status.code, fields: fields), [body])
    }

    fileprivate init?(kept bytes: [UInt8]) {
        guard let (head, body) = JobRecord.decode(Head.self, bytes), head.v == 1,
            (200..<600).contains(head.status)
        else { return nil }
        var fields = HTTPFields()
        for index in stride(from: 0, to: head.fields.count - 1, by: 2) {
            guard let name = HTTPField.Name(head.fields[index]) else { return nil }
            fields.append(HTTPField(name: name, value: head.fields[index + 1]))
        }
        self.init(status: HTTPResponse.Status(code: head.status), fields: fields, body: Array(body))
    }
}
