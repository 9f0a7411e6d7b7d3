import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// `GET /admin` of real servers. Who may ask is tested by `RouteCases` too.
@Suite("The operator's page")
struct AdminTests {
    private let folder: KeyFolder
    private let workspace: ReadWorkspace
    private let (scanner, admin): (String, String)

    init() throws {
        folder = try KeyFolder()
        workspace = try ReadWorkspace()
        (scanner, admin) = (
            try folder.add("phone", scope: "scan,feedback"), try folder.add("operator", scope: "admin")
        )
    }

    private func overview(_ server: ServerProcess) async throws -> ServerOverview {
        try await ScanClient(server: server.url("/k/\(admin)")).overview()
    }

    private func page(_ server: ServerProcess) async throws -> String {
        let answer = try await ServiceClient(server: server).send(
            "GET", "/k/\(admin)/admin", headers: ["Accept": "text/html"])
        #expect(answer.status == 200)
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test("It counts what was done a moment ago, for whoever has the scope, and has no word of it")
    func numbers() async throws {
        let server = try await ServerProcess(
            arguments: folder.arguments + [
                "--workers", "1", "--database", workspace.path("results.db"), "--feedback-directory",
                workspace.path("feedback"),
            ])
        let client = ServiceClient(server: server)
        #expect(try await client.send("GET", "/admin").status == 401)
        #expect(try await client.send("GET", "/k/\(scanner)/admin").status == 403)
        #expect(try await overview(server).lastHour.scans.values.allSatisfy { $0 == 0 })

        let (phone, session) = (try ScanClient(server: server.url("/k/\(scanner)")), UUID())
        let picture = try await phone.scan(image: try Sample.image("scam-parcel-imessage-light.png"))
        #expect(picture.riskLevel == .high)
        let text = try await phone.analyze(
            text: "xylophone zeppelin, see you at six", options: ScanOptions(session: session))
        await #expect(throws: ClientError.self) { try await phone.scan(image: Data("no picture".utf8)) }
        _ = try await phone.send(Feedback(.legit, consentingToKeep: "quagga, see you at six"))
        _ = try await phone.setPreferences(
            SessionPreferences(webhook: nil, verdicts: .medium), session: session)

        let told = try await overview(server)
        var scans = ["high": 1, "medium": 0, "low": 0, "unknown": 0]
        scans[text.riskLevel.rawValue, default: 0] += 1
        for (level, count) in scans { #expect(told.lastHour.scans[level] == count, "\(level)") }
        #expect(told.lastHour.failures["input"] == 1 && told.lastHour.failures["engine"] == 0)
        #expect(told.workersAlive == 1 && told.waiting == 0 && told.running == 0)
        #expect(told.feedbackFiles == 1 && told.store?.engine == "sqlite")
        let stored = Dictionary(uniqueKeysWithValues: told.stored.map { ($0.kind, $0) })
        #expect(stored["preferences"]?.count == 1 && stored["webhooks"]?.count == 0)
        #expect((stored["results"]?.bytes ?? 0) > 0 && stored["readings"]?.count == 1)

        let page = try await page(server)
        #expect(page.contains("<b>1</b> high") && page.contains("<b>0</b> unknown"))
        for word in ["xylophone", "quagga", "parcel", session.uuidString.lowercased(), "phone", admin] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(!page.contains("<script") && !page.contains("style=\""))
    }

    @Test("What comes often is there, with buttons for whoever may teach, which lead back to the page")
    func buttons() async throws {
        let teacher = try folder.add("lead", scope: "admin,teach")
        let server = try await ServerProcess(
            arguments: folder.arguments + ["--workers", "1", "--memory", workspace.path("memory")])
        let known = try await ScanClient(server: server.url("/k/\(teacher)")).send(
            Feedback(teaching: .legit, text: "Come to the old mill at nine")
        ).feedbackID.uuidString.lowercased()
        let plain = try await page(server)
        #expect(plain.contains("genuine</td>") && !plain.contains("<form") && !plain.contains("mill"))
        let client = ServiceClient(server: server)
        let full = try await client.send("GET", "/k/\(teacher)/admin", headers: ["Accept": "text/html"])
        #expect(String(decoding: full.body, as: UTF8.self).contains("action=\"campaigns/\(known)\""))
        for (key, status) in [(scanner, 403), (admin, 403), (teacher, 303)] {
            let answer = try await client.send(
                "POST", "/k/\(key)/campaigns/\(known)", body: Data("should_be=scam".utf8))
            #expect(answer.status == status && (status != 303 || answer.header("location") == "../admin"))
        }
        #expect(try await page(server).contains("scam</td>"))
    }

    @Test("A server without keys has no such page")
    func withoutKeys() async throws {
        let client = ServiceClient(server: try await ServerProcess(arguments: ["--workers", "1"]))
        for path in ["/admin", "/k/\(admin)/admin"] {
            let answer = try await client.send("GET", path)
            #expect(answer.status == 404)
            #expect(try answer.decoded(Problem.self).kind == .notFound)
        }
    }

    @Test(
        "Servers that share Redis tell what it holds",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
    func shared() async throws {
        let redis = try await RedisProcess()
        let servers = [
            try await ServerProcess(arguments: folder.arguments + ["--workers", "1", "--shared", redis.url]),
            try await ServerProcess(arguments: folder.arguments + ["--workers", "1", "--shared", redis.url]),
        ]
        let phone = try ScanClient(server: servers[0].url("/k/\(scanner)"))
        _ = try await phone.setPreferences(
            SessionPreferences(webhook: nil, verdicts: .medium), session: UUID())
        for server in servers {
            let told = try await overview(server)
            #expect(told.store?.engine == "redis" && told.store?.available == true)
            #expect(told.stored.first { $0.kind == "preferences" }?.count == 1)
            #expect(!told.stored.contains { $0.kind == "results" })
        }
        redis.kill()
        _ = try await eventually(within: 20) {
            let told = try await overview(servers[0])
            return told.store?.available == false && !told.stored.contains { $0.kind == "preferences" }
                ? true : nil
        }
        #expect(try await page(servers[0]).contains("redis, which fails"))
    }
}
