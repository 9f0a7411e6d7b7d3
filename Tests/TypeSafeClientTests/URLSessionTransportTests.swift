import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@testable import TypeSafeClient

/// Tests of the transport that Apple's systems use. The other tests use the platform's own, which isn't this one on Linux.
@Suite("URLSession transport")
struct URLSessionTransportTests {
    private func client(
        _ url: URL, connect: Duration = .seconds(20), answer: Duration = .seconds(60)
    ) throws -> ScanClient {
        try ScanClient(
            configuration: ClientConfiguration(
                server: url, timeouts: .init(connect: connect, answer: answer),
                retries: ScanClientTests.retries),
            transport: URLSessionTransport(trustedAuthorities: [], connections: 6))
    }

    @Test("Fields and body arrive, and a refusal is tried again")
    func exchange() async throws {
        let server = try ScriptedServer([.problem(503, "busy"), .healthy, .problem(422, "unreadable-image")])
        defer { server.stop() }
        let client = try client(server.url)
        #expect(try await client.health() == HealthResponse())
        let error = await #expect(throws: ClientError.self) {
            try await client.scan(image: Data("PIXELS".utf8))
        }
        #expect(error?.code == .rejected && error?.problem?.kind == .unreadableImage)
        let requests = server.requests
        #expect(requests.count == 3 && requests[2].header("Idempotency-Key") != nil)
        #expect(String(decoding: requests[2].body, as: UTF8.self).contains("\r\n\r\nPIXELS\r\n--"))
    }

    @Test("Each limit ends a call with an error of its own")
    func limits() async throws {
        let silent = try ScriptedServer([.answerAndHang("")])
        defer { silent.stop() }
        let slow = try client(silent.url, connect: .milliseconds(200), answer: .milliseconds(600))
        let answer = await #expect(throws: ClientError.self) { try await slow.scan(image: Data([1])) }
        #expect(answer?.code == .answerTimeout)

        let backlog = try FullBacklog()
        let absent = try client(backlog.url, connect: .milliseconds(300))
        let connect = await #expect(throws: ClientError.self) { try await absent.analyze(text: "a") }
        #expect(connect?.code == .connectTimeout)

        let endless = try ScriptedServer(
            [.answer("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: " ", count: 17 << 20))])
        defer { endless.stop() }
        let large = await #expect(throws: ClientError.self) { try await client(endless.url).health() }
        #expect(large?.code == .badAnswer)
    }

    @Test("An answer that is packed unasked is refused")
    func packed() async throws {
        let server = try ScriptedServer([
            .packed([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + EndlessDeflate.zeros(1 << 20))
        ])
        defer { server.stop() }
        let error = await #expect(throws: ClientError.self) { try await client(server.url).health() }
        #expect(error?.code == .badAnswer)
        #expect(server.requests.first?.header("Accept-Encoding") == "identity")
    }

    @Test("Cancelling the task ends the call")
    func cancellation() async throws {
        let server = try ScriptedServer([.answerAndHang("")])
        defer { server.stop() }
        let client = try client(server.url)
        let task = Task { try await client.scan(image: Data([1])) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
