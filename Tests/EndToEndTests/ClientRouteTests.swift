import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Calls each route of the real server by the client library.
@Suite("Routes of the client library")
struct ClientRouteTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-routes-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func server() async throws -> ServerProcess {
        try await ServerProcess(
            arguments: [
                "--database", folder.appendingPathComponent("results.db").path, "--feedback-directory",
                folder.appendingPathComponent("feedback").path, "--access-log", "json", "--workers", "1",
                "--memory", folder.appendingPathComponent("memory").path, "--push",
                try PushKeys.file(in: folder), "--webhook-allow-private", "true",
            ], limits: ["scan_seconds": 120, "scan_cpu_seconds": 120])
    }

    /// Methods and routes of the requests that a server has answered, such as `GET /scans/{id}`.
    private static func routes(_ server: ServerProcess) -> Set<String> {
        Set(
            server.accessLog.split(separator: "\n").compactMap { line in
                guard let method = line.firstMatch(of: /"method":"([A-Z]+)"/)?.1,
                    let path = line.firstMatch(of: /"path":"([^"]+)"/)?.1
                else { return nil }
                return "\(method) \(path)"
            })
    }

    @Test("There is a call for every route of the description, and each does what it says")
    func everyRoute() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await server()
        let client = try ScanClient(
            configuration: ClientConfiguration(
                server: server.url("/"), timeouts: .init(answer: .seconds(120))))
        let (owner, other) = (UUID(), UUID())

        #expect(try await client.health() == HealthResponse())
        #expect(try await client.ready().ready)
        #expect(try await client.version().tessdata["eng"] != nil)
        #expect(try await client.metrics().contains("typesafe_build_info"))
        // This server asks for no keys. `AdminTests` reads the numbers of one that does.
        let hidden = await #expect(throws: ClientError.self) { try await client.overview() }
        #expect(hidden?.code == .notFound)
        try await remember(by: client)
        let description = try await client.apiDescription()

        let text = try await client.analyze(text: "Hello", options: ScanOptions(session: owner))
        #expect(text.stored == true)
        let scan = try await client.scan(image: BlankPicture.png, options: ScanOptions(session: owner))
        #expect(try await client.latestResult(session: owner).scanID == scan.scanID)
        #expect(try await client.result(scan: text.scanID).riskLevel == .low)
        let page = try await client.results(session: owner, limit: 1)
        let next = try await client.results(session: owner, limit: 1, before: page.next)
        #expect(page.results.map(\.scanID) == [scan.scanID] && next.results.map(\.scanID) == [text.scanID])

        let job = try await client.submit(image: try Sample.image("benign-code-android-light.png"))
        #expect(try await client.job(job.scanID).scanID == job.scanID)
        try await follow(.scan(job.scanID), by: client)
        try await client.cancelScan(job.scanID)
        let gone = await #expect(throws: ClientError.self) { try await client.job(job.scanID) }
        #expect(gone?.code == .notFound)
        for try await _ in client.scanWithProgress(image: BlankPicture.png) {}

        try await follow(.session(owner), by: client)
        let preferences = try await client.setPreferences(
            SessionPreferences(webhook: nil, verdicts: .medium), session: owner)
        #expect(preferences.verdicts == .medium && preferences.notifications == true)
        let subject = try await client.registerSubject(
            "chat:1", SubjectRegistration(ownerSessionID: owner, participants: [other]))
        #expect(subject == Subject(id: "chat:1", participants: 1, screenshotAt: nil))
        let event = ScreenshotEvent(sessionID: other, subjectID: "chat:1", takenAt: Date())
        #expect(try await client.report(event).screenshotAt != nil)
        let stranger = await #expect(throws: ClientError.self) {
            try await client.report(ScreenshotEvent(sessionID: UUID(), subjectID: "chat:1", takenAt: Date()))
        }
        #expect(stranger?.code == .unauthorized && stranger?.problem?.kind == .notAParticipant)
        for id in ["", "..", "a/b", "a?b", "a b", "ä"] {
            let error = await #expect(throws: ClientError.self) {
                try await client.registerSubject(
                    id, SubjectRegistration(ownerSessionID: owner, participants: []))
            }
            #expect(error?.code == .invalidRequest && error?.attempts == 0)
        }

        let third = UUID()
        let texts = Task {
            while !Task.isCancelled {
                _ = try? await client.analyze(text: "Hello", options: ScanOptions(session: third))
            }
        }
        for try await update in client.updates(of: third) {
            guard case .scan(let event) = update else { continue }
            #expect(event.state == .done && event.riskLevel == .low)
            break
        }
        texts.cancel()

        let receipt = try await client.send(Feedback(.legit, consentingToKeep: "See you at six"))
        try await client.deleteFeedback(receipt.feedbackID)
        #expect(try await client.deleteSession(owner)["results"] == 2)

        // Only the pages for people, their files and their buttons have no call.
        let described = Self.operations(of: description).subtracting([
            "GET /", "GET /page/{file}", "GET /sw.js", "POST /campaigns/{id}",
        ])
        #expect(described.count == 35)
        _ = try await eventually(within: 20) { Self.routes(server).isSuperset(of: described) ? true : nil }
    }

    /// Teaches a message, gives it away as a list and takes the list, and forgets both.
    private func remember(by client: ScanClient) async throws {
        let known = try await client.send(
            Feedback(teaching: .scam, text: "Come to the old mill at nine")
        ).feedbackID
        #expect(try await client.campaigns().campaigns.map(\.id) == [known])
        let signer = try await client.memoryLists().signer
        let list = try await client.exportMemory(name: "hotline")
        #expect(try await client.importList(list, signer: signer).count == 1)
        #expect(try await client.memoryLists().lists.map(\.name) == ["hotline"])
        let refused = await #expect(throws: ClientError.self) {
            try await client.importList(list, signer: "a")
        }
        #expect(refused?.status == 400)
        try await client.forgetList(signer: signer)
        try await client.forgetMessage(known)
        #expect(try await client.memoryLists().lists.isEmpty)
        #expect(try await client.campaigns().campaigns.isEmpty)
    }

    /// Registers a follower where nobody listens, replaces it and removes it.
    private func follow(_ thing: FollowedThing, by client: ScanClient) async throws {
        let registration = FollowerRegistration.ntfy(url: "http://127.0.0.1:9/topic", language: "en")
        let follower = try await client.addFollower(registration, of: thing)
        #expect(try await client.followers(of: thing) == [follower])
        let replaced = try await client.replaceFollower(
            follower.id, of: thing, with: .ntfy(url: "http://127.0.0.1:9/other", language: "fr"))
        #expect(replaced.id == follower.id && replaced.language == "fr")
        try await client.removeFollower(follower.id, of: thing)
        let gone = await #expect(throws: ClientError.self) {
            try await client.removeFollower(follower.id, of: thing)
        }
        #expect(gone?.code == .notFound)
        #expect(try await client.followers(of: thing).isEmpty)
    }

    /// Methods and paths of an OpenAPI document, by the indentation of its YAML.
    private static func operations(of description: String) -> Set<String> {
        var operations: Set<String> = []
        var path: Substring?
        for line in description.split(separator: "\n") {
            if let found = line.wholeMatch(of: #/  (/[^ ]*):/#) {
                path = found.1
            } else if !line.hasPrefix("    ") {
                path = nil
            } else if let path, let method = line.wholeMatch(of: #/    (get|put|post|delete):/#)?.1 {
                operations.insert("\(method.uppercased()) \(path)")
            }
        }
        return operations
    }

    @Test("Progress comes by the event stream, without asking for the state")
    func progress() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await server()
        let client = try ScanClient(
            configuration: ClientConfiguration(
                server: server.url("/"), timeouts: .init(answer: .seconds(120))))
        var last: ScanJob?
        for try await job in client.scanWithProgress(image: try Sample.image("benign-code-android-light.png"))
        {
            last = job
        }
        #expect(last?.state == .done && last?.result?.riskLevel == .low)
        let routes = try await eventually(within: 20) {
            let routes = Self.routes(server)
            return routes.contains("GET /scans/{id}/events") ? routes : nil
        }
        #expect(!routes.contains("GET /scans/{id}"))
    }
}
