import Foundation
import Testing
import TypeSafeAPI

@testable import TypeSafeClient

/// Tests of following a scan against a server whose event stream breaks, fails or is missing. `EndToEndTests` follows real scans.
@Suite("Following a scan")
struct ScanProgressTests {
    private static let id = UUID()
    private static let path = "/scans/\(id.uuidString.lowercased())"

    private static func json(_ state: ScanJobState, _ percent: Int, _ more: String = "") -> String {
        #"{"scan_id":"\#(id)","state":"\#(state.rawValue)","percent":\#(percent)\#(more)}"#
    }

    private static let accepted = ScriptedServer.Step.json(json(.queued, 0), status: 202)

    private static func event(_ number: Int, _ json: String) -> String { "id: \(number)\ndata: \(json)\n\n" }

    private static func stream(_ text: String) -> ScriptedServer.Step {
        .answer(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nretry: 10\n\n\(text)"
        )
    }

    /// Follows a scan against a script by each transport.
    private func follow(
        _ script: [ScriptedServer.Step],
        _ check: (_ percents: [Int], _ failure: ClientError?, _ requests: [ScriptedServer.Request]) throws ->
            Void
    ) async throws {
        for isURLSession in [false, true] {
            let server = try ScriptedServer(script)
            defer { server.stop() }
            let configuration = ClientConfiguration(
                server: server.url, timeouts: .init(connect: .seconds(20), answer: .seconds(60)),
                retries: ScanClientTests.retries)
            let client =
                isURLSession
                ? try ScanClient(
                    configuration: configuration,
                    transport: URLSessionTransport(trustedAuthorities: [], connections: 6))
                : try ScanClient(configuration: configuration)
            var percents: [Int] = []
            var failure: ClientError?
            do {
                for try await job in client.scanWithProgress(image: Data([1]), every: .milliseconds(1)) {
                    percents.append(job.percent)
                }
            } catch let error as ClientError {
                failure = error
            }
            try check(percents, failure, server.requests)
        }
    }

    private static func lines(_ requests: [ScriptedServer.Request]) -> [String] {
        requests.map { String($0.head.prefix { $0 != "\r\n" }.dropLast(" HTTP/1.1".count)) }
    }

    @Test("A scan for whose answer nobody waits says so")
    func batch() async throws {
        for (isBatch, preference) in [(false, "respond-async"), (true, "respond-async; priority=batch")] {
            let server = try ScriptedServer([Self.accepted])
            defer { server.stop() }
            var options = ScanOptions()
            options.isBatch = isBatch
            let client = try ScanClient(server: server.url)
            #expect(try await client.submit(image: Data([1]), options: options).scanID == Self.id)
            #expect(server.requests.first?.header("Prefer") == preference)
        }
    }

    @Test("The states come by one stream, and nothing is asked for besides")
    func wholeStream() async throws {
        let events = Self.event(1, Self.json(.queued, 0)) + Self.event(2, Self.json(.reading, 40))
        try await follow([
            Self.accepted, Self.stream(events + ": alive\n\n" + Self.event(3, Self.json(.done, 100))),
        ]) {
            percents, failure, requests in
            #expect(failure == nil && percents.last == 100 && percents == percents.sorted())
            #expect(Self.lines(requests) == ["POST /scan-image", "GET \(Self.path)/events"])
            #expect(requests[1].header("Accept") == "text/event-stream")
            #expect(requests[1].header("Last-Event-ID") == nil)
        }
    }

    @Test("A stream that breaks is taken up after its last whole event")
    func brokenStream() async throws {
        let first = Self.stream(Self.event(4, Self.json(.reading, 40)) + "id: 5\ndata: {\"scan")
        let second = Self.stream(Self.event(5, Self.json(.done, 100)))
        try await follow([Self.accepted, first, .close, second]) { percents, failure, requests in
            #expect(failure == nil && percents.last == 100)
            #expect(requests.dropFirst().map { $0.header("Last-Event-ID") } == [nil, "4", "4"])
        }
    }

    @Test(
        "Without a stream the state is asked for again and again",
        arguments: [
            ScriptedServer.Step.problem(404, "not-found"), .problem(503, "busy"), .json("{}"),
            .answer("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
        ])
    func noStream(_ refusal: ScriptedServer.Step) async throws {
        let states = [Self.json(.reading, 10), Self.json(.done, 100)].map { ScriptedServer.Step.json($0) }
        try await follow([Self.accepted, refusal] + states) { percents, failure, requests in
            #expect(failure == nil && percents.last == 100)
            #expect(Self.lines(requests).dropFirst(2) == ["GET \(Self.path)", "GET \(Self.path)"])
        }
    }

    @Test("A stream that always breaks is given up for the state")
    func hopelessStream() async throws {
        let script = [Self.accepted, .close, .close, .close, .json(Self.json(.done, 100))]
        try await follow(script) { percents, failure, requests in
            #expect(failure == nil && percents.last == 100 && requests.count == 5)
        }
    }

    @Test("A scan that fails ends with its problem")
    func failed() async throws {
        let problem =
            #","problem":{"type":"urn:typesafe:problem:unreadable-image","title":"T","status":422,"detail":"Said why","request_id":"r"}"#
        try await follow([Self.accepted, Self.stream(Self.event(1, Self.json(.failed, 100, problem)))]) {
            percents, failure, requests in
            #expect(failure?.code == .rejected && failure?.problem?.kind == .unreadableImage)
            #expect(!percents.contains(100) && requests.count == 2)
        }
    }
}
