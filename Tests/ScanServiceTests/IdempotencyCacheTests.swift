import SystemSupport
import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@testable import ScanService

@Suite("Answers under idempotency keys")
struct IdempotencyCacheTests {
    @Test("3,000 requests of one client push out its own answers, and nobody else's")
    func shares() async throws {
        let cache = IdempotencyCache(bytes: 1 << 20, lifetime: .seconds(600))
        let body = [UInt8](repeating: UInt8(ascii: "1"), count: 4_000)
        /// - Returns: whether the answer was kept.
        func ask(_ key: String, _ client: ClientID) async throws -> Bool {
            let key = IdempotencyKey(key, of: .key("\(client)", session: nil))
            let fingerprint = RequestFingerprint(route: "test", .json, [Array("the same".utf8)])
            let response = try await cache.response(for: key, fingerprint, client: client) {
                () throws(ServiceError) in Responses.json(encoded: body)
            }
            return response.head.headerFields[.idempotentReplayed] == "true"
        }
        #expect(try await ask("own", .two) == false)
        for number in 0..<3_000 { #expect(try await ask("\(number)", .one) == false) }
        #expect(try await ask("2999", .one))
        #expect(try await ask("0", .one) == false)
        #expect(try await ask("own", .two))
    }
}
