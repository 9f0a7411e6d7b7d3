import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

@Suite("Results that last")
struct ResultTests {
    private static let scam =
        "USPS: your parcel is held. Pay the $1.99 redelivery fee at https://usps-redelivery.top/track/KX77 or call +1 202 555 0143."

    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("results-\(UUID().uuidString)")

    private var file: URL { folder.appendingPathComponent("typesafe.db") }

    private func server(_ arguments: [String] = [], shell: String = #"exec "$0" "$@""#) async throws
        -> ServerProcess
    {
        try await ServerProcess(
            arguments: ["--database", file.path, "--workers", "1"] + arguments,
            limits: ["scan_seconds": 120], shell: shell)
    }

    private func analyze(
        _ server: ServerProcess, session: UUID?, text: String = scam
    ) async throws -> ScanResponse {
        let request = AnalyzeTextRequest(text: text, sessionID: session)
        let answer = try await ServiceClient(server: server).send(
            "POST", "/analyze-text", contentType: "application/json",
            body: WireCoding.encoder().encode(request))
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self)
    }

    private func get(_ server: ServerProcess, _ path: String) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send("GET", path)
    }

    private func problem(_ answer: ServiceClient.Answer) throws -> (Int, ProblemKind?, String?) {
        let problem = try answer.decoded(Problem.self)
        return (answer.status, problem.kind, problem.field)
    }

    @Test(
        "A session's results are found again, listed, seen one by one and deleted, through the client library"
    )
    func life() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await server()
        let client = try ScanClient(server: server.url("/"))
        let session = UUID()
        var scans: [UUID] = []
        for index in 0..<5 {
            let answer = try await client.analyze(
                text: "Message \(index). \(Self.scam)", options: ScanOptions(session: session))
            #expect(answer.stored == true)
            scans.append(answer.scanID)
        }
        let picture = try await client.scan(
            image: Sample.image("scam-parcel-imessage-light.png"), options: ScanOptions(session: session))
        #expect(picture.stored == true)
        scans.append(picture.scanID)
        // One result belongs to another session, and one to none. Neither may appear below.
        _ = try await client.analyze(text: Self.scam, options: ScanOptions(session: UUID()))
        #expect(try await client.analyze(text: Self.scam).stored == nil)

        let latest = try await client.latestResult(session: session)
        #expect(latest.scanID == picture.scanID && latest.riskLevel == picture.riskLevel)
        #expect(latest.explanation == picture.explanation)
        let first = try await client.results(session: session, limit: 4)
        let second = try await client.results(session: session, limit: 4, before: first.next)
        #expect((first.results + second.results).map(\.scanID) == scans.reversed())
        #expect(first.next != nil && second.next == nil)
        let one = try await get(server, "/results/\(scans[2])").decoded(ScanResponse.self)
        #expect(one.scanID == scans[2] && one.ocr == nil && one.text == nil && one.stored == nil)

        #expect(try await client.deleteSession(session)["results"] == 6)
        #expect(try await client.deleteSession(session)["results"] == 0)
        #expect(try await client.results(session: session) == ResultList(results: [], next: nil))
        let gone = await #expect(throws: ClientError.self) {
            _ = try await client.latestResult(session: session)
        }
        #expect(gone?.code == .notFound)
        #expect(try await get(server, "/results/\(scans[2])").status == 404)
    }

    @Test("Neither the database nor an answer nor the log holds the message's words")
    func noWords() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await server(["--log-level", "trace"])
        let session = UUID()
        _ = try await analyze(server, session: session)
        let latest = try await get(server, "/results/latest?session_id=\(session)")
        var places = [latest.body, Data(server.log.utf8)]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            places.append(try Data(contentsOf: folder.appendingPathComponent(name)))
        }
        for word in ["parcel is held", "1.99", "/track", "KX77", "555", "0143"] {
            for place in places { #expect(place.range(of: Data(word.utf8)) == nil, "\(word)") }
        }
        let entities = try latest.decoded(ScanResponse.self).entities
        #expect(entities.contains { $0.kind == .url && $0.registrableDomain == "usps-redelivery.top" })
    }

    @Test("Where texts are kept, numbers, addresses and accounts are not")
    func redactedText() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await server(["--store-text", "true"])
        let session = UUID()
        _ = try await analyze(server, session: session)
        let latest = try await get(server, "/results/latest?session_id=\(session)").decoded(ScanResponse.self)
        let text = try #require(latest.text)
        #expect(text.contains("your parcel is held") && text.contains("usps-redelivery.top"))
        for word in ["1.99", "/track", "KX77", "555", "0143"] { #expect(!text.contains(word), "\(word)") }
    }

    @Test("Without a database, and with a retention of 0, nothing is kept, and the answer says so")
    func keepsNothing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for server in [try await SharedServer.get(), try await server(["--retention-days", "0"])] {
            let session = UUID()
            let answer = try await analyze(server, session: session)
            #expect(answer.stored == false)
            for path in [
                "/results/latest?session_id=\(session)", "/results?session_id=\(session)",
                "/results/\(answer.scanID)",
            ] {
                let answer = try await get(server, path)
                #expect(try problem(answer) == (404, .notFound, nil), "\(path)")
                #expect(try answer.decoded(Problem.self).detail.contains("keeps no results"))
            }
        }
    }

    @Test("kill -9: every result that a client was told of is there afterwards")
    func killed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sessions = (0..<4).map { _ in UUID() }
        let first = try await server()
        let told = await withTaskGroup { group in
            for session in sessions {
                group.addTask { () -> [UUID] in
                    var told: [UUID] = []
                    while let answer = try? await analyze(first, session: session), answer.stored == true {
                        told.append(answer.scanID)
                        // The server is killed while the requests of the other sessions run.
                        if session == sessions[0], told.count == 30 { first.signal(SIGKILL) }
                    }
                    return told
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(told.count >= 30)
        let second = try await server()
        for scan in told { #expect(try await get(second, "/results/\(scan)").status == 200) }
    }

    @Test("A file size limit, as a full disk: scans go on, results are out of reach, the log says so once")
    func full() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // The limit is in blocks of 512 or 1,024 bytes, which depends on the shell. Half of it is used when the tables
        // are made.
        let server = try await server(shell: #"ulimit -f 1000; exec "$0" "$@""#)
        let session = UUID()
        var stored = 0
        while try await analyze(server, session: session).stored == true { stored += 1 }
        #expect(stored > 0)
        for path in ["/results/latest?session_id=\(session)", "/results?session_id=\(session)"] {
            let answer = try await get(server, path)
            #expect(try problem(answer) == (503, .storeUnavailable, nil))
            #expect(answer.header("Retry-After") != nil)
        }
        let picture = try await ServiceClient(server: server).scan(
            image: Sample.image("scam-parcel-imessage-light.png"), query: "?session_id=\(session)")
        #expect(picture.status == 200)
        #expect(try picture.decoded(ScanResponse.self).stored == false)
        for _ in 0..<20 { #expect(try await analyze(server, session: session).stored == false) }
        #expect(await isEventuallyTrue { server.log.occurrences(of: "results can't be stored") == 1 })
    }

    @Test("A corrupt file: the server starts, scans, and says in the log what to do")
    func corrupt() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let rubbish = Data(repeating: 0x55, count: 10_000)
        try rubbish.write(to: file)
        let server = try await server()
        let session = UUID()
        for _ in 0..<3 { #expect(try await analyze(server, session: session).stored == false) }
        #expect(
            try problem(await get(server, "/results?session_id=\(session)")) == (503, .storeUnavailable, nil))
        let deletion = try await ServiceClient(server: server).send("DELETE", "/sessions/\(session)")
        #expect(try problem(deletion) == (503, .storeUnavailable, nil))
        #expect(await isEventuallyTrue { server.log.occurrences(of: "results can't be stored") == 1 })
        #expect(
            await isEventuallyTrue {
                server.log.contains("why=corrupt") && server.log.contains("move the file")
            })
        server.signal(SIGTERM)
        #expect(try await server.exitStatus() == 0)
        #expect(try Data(contentsOf: file) == rubbish)
    }
}
