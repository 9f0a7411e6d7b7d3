import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Sessions that are followed by their event streams, on one server and on several that share a Redis.
@Suite("A session's event stream", .timeLimit(.minutes(10)))
final class SessionFeedTests: Sendable {
    private static let words = "Your parcel is held. Pay the customs fee at https://usps-redelivery.top/pay"

    private let session = UUID()
    private let image: Data
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feed-\(UUID())")

    init() throws {
        image = try Sample.image("scam-parcel-imessage-light.png")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func follow(
        _ server: ServerProcess, _ session: UUID? = nil, last: String? = nil, fields: [String: String] = [:]
    ) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        var fields = fields.merging(["Host": "localhost", "Connection": "close"]) { $1 }
        fields["Last-Event-ID"] = last
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        try await client.send("GET /sessions/\(session ?? self.session)/events HTTP/1.1\r\n\(lines)\r\n")
        try await client.receive { $0.text.contains("retry: ") || $0.text.contains("HTTP/1.1 503") }
        return client
    }

    private func events(_ client: RawClient) -> [SessionEvent] {
        client.text.matches(of: /data: ({[^\n]*})\n/).compactMap {
            try? WireCoding.decoder().decode(SessionEvent.self, from: Data($0.1.utf8))
        }
    }

    /// Waits until a stream told of a state.
    private func wait(_ client: RawClient, _ state: ScanJobState, of scan: UUID) async throws {
        try await client.receive { client in
            events(client).contains { $0.scanID == scan && $0.state == state }
        }
    }

    private func submit(
        _ server: ServerProcess, headers: [String: String] = [:]
    ) async throws -> ScanJob {
        try await ServiceClient(server: server).send(
            "POST", "/scan-image?user_country=US&session_id=\(session)", contentType: "image/png",
            body: image, headers: headers.merging(["Prefer": "respond-async"]) { $1 }
        ).decoded(ScanJob.self)
    }

    private func judge(_ server: ServerProcess, _ session: UUID? = nil) async throws -> ScanResponse {
        let request = AnalyzeTextRequest(text: Self.words, sessionID: session ?? self.session)
        let json = String(decoding: try WireCoding.encoder().encode(request), as: UTF8.self)
        return try await ServiceClient(server: server).analyze(json: json).decoded(ScanResponse.self)
    }

    private func checkNoWords(_ client: RawClient) {
        for word in [
            "parcel", "customs", "usps", "USPS", session.uuidString, session.uuidString.lowercased(),
        ] {
            #expect(!client.text.contains(word), "\(word)")
        }
    }

    @Test("It tells of a session's scans, whoever sends them, of no others, and of no word of a message")
    func life() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let early = try await submit(server)
        let (stream, stranger) = (try await follow(server), try await follow(server, UUID()))
        // What is under way is told at once.
        try await stream.receive { !self.events($0).isEmpty }
        let late = try await submit(server)
        try await wait(stream, .queued, of: late.scanID)
        server.letWorkersGo()
        for scan in [early, late] { try await wait(stream, .done, of: scan.scanID) }
        let text = try await judge(server)
        try await wait(stream, .done, of: text.scanID)
        let told = events(stream)
        #expect(
            told.filter(\.state.isFinal).count == 3 && told.filter { $0.scanID == text.scanID }.count == 1)
        for scan in [early.scanID, late.scanID] {
            let steps = told.filter { $0.scanID == scan }
            #expect(steps.map(\.percent) == steps.map(\.percent).sorted() && steps.last?.riskLevel == .high)
            #expect(steps.dropLast().allSatisfy { $0.riskLevel == nil && $0.scamType == nil })
        }
        checkNoWords(stream)
        _ = try await judge(server, UUID())
        #expect(stranger.text.contains("text/event-stream") && events(stranger).isEmpty)
        // The server's end is the stream's.
        server.signal(SIGTERM)
        _ = try await stream.receiveAll()
        #expect(try await server.exitStatus() == 0)
    }

    @Test(
        "Who comes back hears of the ends that it missed, who is new doesn't, and a deleted session is forgotten"
    )
    func comesBack() async throws {
        let server = try await ServerProcess.holdingItsWorker(
            arguments: ["--database", folder.appendingPathComponent("a.db").path])
        let (text, job) = (try await judge(server), try await submit(server))
        let present = try await follow(server)
        // A scan that ended before somebody new comes isn't told of.
        server.letWorkersGo()
        try await wait(present, .done, of: job.scanID)
        let again = try await follow(server, last: "-")
        for scan in [text.scanID, job.scanID] { try await wait(again, .done, of: scan) }
        let new = try await follow(server)
        let next = try await judge(server)
        try await wait(new, .done, of: next.scanID)
        #expect(events(new).map(\.scanID) == [next.scanID])
        _ = try await ServiceClient(server: server).send("DELETE", "/sessions/\(session)")
        let deleted = try await follow(server, last: "-")
        let last = try await judge(server)
        try await wait(deleted, .done, of: last.scanID)
        #expect(events(deleted).map(\.scanID) == [last.scanID])
    }

    @Test("Streams are limited in all of one session, and are free again when their clients go")
    func limits() async throws {
        let server = try await ServerProcess(
            arguments: ["--workers", "1"], limits: ["event_streams_per_job": 2, "event_heartbeat_seconds": 1])
        var streams = [try await follow(server), try await follow(server)]
        #expect(try await follow(server).text.hasPrefix("HTTP/1.1 503"))
        #expect(try await follow(server, UUID()).text.hasPrefix("HTTP/1.1 200"))
        streams.removeAll()
        _ = try await eventually(within: 30) {
            try await self.follow(server).text.hasPrefix("HTTP/1.1 200") ? true : nil
        }
    }

    @Test("A key that may not see a scan may follow its session, and one of another scope may not")
    func keys() async throws {
        let folder = try KeyFolder()
        let phone = ["Authorization": "Bearer \(try folder.add("phone", scope: "scan"))"]
        let laptop = ["Authorization": "Bearer \(try folder.add("laptop", scope: "scan"))"]
        let reader = ["Authorization": "Bearer \(try folder.add("reader", scope: "read"))"]
        let server = try await ServerProcess(arguments: ["--workers", "1"] + folder.arguments)
        let stream = try await follow(server, fields: laptop)
        let job = try await submit(server, headers: phone)
        try await wait(stream, .done, of: job.scanID)
        let client = ServiceClient(server: server)
        #expect(try await client.send("GET", "/scans/\(job.scanID)", headers: laptop).status == 404)
        #expect(try await client.send("GET", "/sessions/\(session)/events", headers: reader).status == 403)
    }

    @Test(
        "Another server than the one that took a scan tells of it",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
    func shared() async throws {
        let redis = try await RedisProcess()
        let arguments = ["--workers", "1", "--shared", redis.url]
        let first = try await ServerProcess(arguments: arguments + ["--role", "front"])
        let second = try await ServerProcess(arguments: arguments + ["--role", "front"])
        let worker = try await ServerProcess.holdingItsWorker(
            arguments: ["--shared", redis.url, "--role", "worker"])
        let early = try await submit(first)
        let stream = try await follow(second)
        try await stream.receive { !self.events($0).isEmpty }
        let late = try await submit(first)
        try await stream.receive { self.events($0).contains { $0.scanID == late.scanID } }
        worker.letWorkersGo()
        for scan in [early, late] { try await wait(stream, .done, of: scan.scanID) }
        let text = try await judge(first)
        try await wait(stream, .done, of: text.scanID)
        checkNoWords(stream)
        let again = try await follow(first, last: "-")
        for scan in [early.scanID, late.scanID, text.scanID] { try await wait(again, .done, of: scan) }
        _ = try await ServiceClient(server: second).send("DELETE", "/sessions/\(session)")
        let deleted = try await follow(first, last: "-")
        let last = try await judge(second)
        try await wait(deleted, .done, of: last.scanID)
        #expect(events(deleted).map(\.scanID) == [last.scanID])
    }
}
