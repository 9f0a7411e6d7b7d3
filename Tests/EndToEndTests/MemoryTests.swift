import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// `POST /feedback` with `teach`, by real servers.
@Suite("A server that is taught")
struct MemoryTests {
    private let folder: KeyFolder
    private let workspace: ReadWorkspace
    private let (scanner, teacher): (String, String)
    private let text =
        "Hello dear Tom, are you still looking for the blue garden chairs that we spoke about at the fair?"

    init() throws {
        (folder, workspace) = (try KeyFolder(), try ReadWorkspace())
        (scanner, teacher) = (
            try folder.add("phone", scope: "scan,feedback"), try folder.add("hotline", scope: "scan,teach")
        )
    }

    private func server(_ arguments: [String] = []) async throws -> ServerProcess {
        try await ServerProcess(
            arguments: folder.arguments + ["--workers", "1", "--memory", workspace.path("memory")] + arguments
        )
    }

    private func isKnown(_ text: String, by server: ServerProcess) async throws -> Bool {
        try await ScanClient(server: server.url("/k/\(scanner)")).analyze(text: text).findings.contains {
            $0.rule == "memory.known-scam"
        }
    }

    @Test(
        "What somebody with the scope says is known at the next scan, survives a crash, and can be taken back"
    )
    func taught() async throws {
        var server = try await server()
        let copy = text.replacing("Tom", with: "Ann")
        let (phone, hotline) = (
            try ScanClient(server: server.url("/k/\(scanner)")),
            try ScanClient(server: server.url("/k/\(teacher)"))
        )
        await #expect(throws: ClientError.self) {
            try await phone.send(Feedback(teaching: .scam, text: text))
        }
        await #expect(throws: ClientError.self) {
            try await hotline.send(Feedback(.scam, consentingToKeep: text))
        }
        #expect(try await !isKnown(copy, by: server))
        let receipt = try await hotline.send(Feedback(teaching: .scam, text: text))
        #expect(try await isKnown(copy, by: server) && !receipt.isTextKept)

        server.signal(SIGKILL)
        _ = try await server.exitStatus()
        server = try await self.server()
        #expect(try await isKnown(copy, by: server))
        let kept = try String(contentsOfFile: workspace.path("memory"), encoding: .utf8)
        #expect(kept.contains("sketch") && !kept.contains("chairs") && !kept.contains("hotline"))

        await #expect(throws: ClientError.self) {
            try await ScanClient(server: server.url("/k/\(scanner)")).deleteFeedback(receipt.feedbackID)
        }
        let again = try ScanClient(server: server.url("/k/\(teacher)"))
        try await again.deleteFeedback(receipt.feedbackID)
        #expect(try await !isKnown(copy, by: server))
        let error = await #expect(throws: ClientError.self) {
            try await again.deleteFeedback(receipt.feedbackID)
        }
        #expect(error?.status == 404)
    }

    @Test("The command teaches a picture, which is known again on another picture of it")
    func command() async throws {
        let server = try await ServerProcess(arguments: [
            "--workers", "1", "--memory", workspace.path("memory"),
        ])
        let user = try DesktopUser(server: server.url(""))
        let sample = workspace.path("benign.png")
        try Sample.image("benign-code-android-light.png").write(to: URL(fileURLWithPath: sample))
        let taught = try await user.run(["teach", "scam", sample])
        #expect(taught.status == 0 && taught.output.contains("typesafe teach --take-back"))
        let scan = try await ScanClient(server: server.url("")).scan(
            image: try Sample.image("benign-code-android-light.png"))
        #expect(scan.riskLevel == .high && scan.findings.first?.rule == "memory.known-scam")
        #expect(try await user.run(["teach", "scam"]).status == 64)
    }

    @Test("What comes again is counted, for whoever has the scope, without a word of it")
    func campaigns() async throws {
        let operatorKey = try folder.add("operator", scope: "admin")
        let server = try await server()
        let phone = try ScanClient(server: server.url("/k/\(scanner)"))
        let client = try ScanClient(server: server.url("/k/\(operatorKey)"))
        let scam =
            "Your parcel is held. Pay the fee of $2 at https://parcel-held.top/7 within 24 hours or it goes back"
        for number in 1...3 {
            #expect(try await phone.analyze(text: scam.replacing("$2", with: "$\(number)")).riskLevel != .low)
        }
        _ = try await phone.analyze(text: "See you at the old mill at nine, bring the blue chairs")
        let found = try await eventually(within: 60) {
            let found = try await client.campaigns().campaigns
            return found.first?.count == 3 ? found : nil
        }
        #expect(found.count == 1 && found[0].contacts == ["link"] && found[0].confirmed == nil)
        await #expect(throws: ClientError.self) { try await phone.campaigns() }
    }

    @Test("A server without a memory says so")
    func without() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"])
        let error = await #expect(throws: ClientError.self) {
            try await ScanClient(server: server.url("")).send(Feedback(teaching: .scam, text: text))
        }
        #expect(error?.status == 404)
    }

    @Test(
        "Servers that share Redis know what one of them was taught",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
    func shared() async throws {
        let redis = try await RedisProcess()
        let servers = [
            try await server(["--shared", redis.url]), try await server(["--shared", redis.url]),
        ]
        let hotline = try ScanClient(server: servers[0].url("/k/\(teacher)"))
        let receipt = try await hotline.send(Feedback(teaching: .scam, text: text))
        _ = try await eventually(within: 20) { try await isKnown(text, by: servers[1]) ? true : nil }
        try await ScanClient(server: servers[1].url("/k/\(teacher)")).deleteFeedback(receipt.feedbackID)
        _ = try await eventually(within: 20) { try await isKnown(text, by: servers[0]) ? nil : true }
        let later = try await server(["--shared", redis.url])
        #expect(try await !isKnown(text, by: later))
        // What one server scanned can be taught on another.
        let (other, message) = (
            servers[0].url("/k/\(scanner)"), "Come to the old mill at nine, bring the chairs"
        )
        let scan = try await ScanClient(server: other).analyze(text: message).scanID
        _ = try await ScanClient(server: servers[1].url("/k/\(teacher)")).send(
            Feedback(teaching: .scam, scanID: scan))
        #expect(try await isKnown(message, by: servers[1]))
        // A Redis that comes back empty is told again what the servers know.
        _ = try await hotline.send(Feedback(teaching: .scam, text: text))
        _ = try await eventually(within: 20) { try await isKnown(text, by: servers[1]) ? true : nil }
        redis.kill()
        try await redis.start()
        _ = try await eventually(within: 120) {
            let newcomer = try await server(["--shared", redis.url])
            return try await isKnown(text, by: newcomer) ? true : nil
        }
    }

    @Test(
        "A server that starts while Redis is away scans, and knows what was taught once Redis is back",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
    func away() async throws {
        let redis = try await RedisProcess()
        redis.kill()
        let server = try await server(["--shared", redis.url])
        #expect(try await !isKnown(text, by: server))
        try await redis.start()
        let hotline = try ScanClient(server: server.url("/k/\(teacher)"))
        _ = try await eventually(within: 60) {
            try? await hotline.send(Feedback(teaching: .scam, text: text))
        }
        #expect(try await isKnown(text, by: server))
        let other = try await self.server(["--shared", redis.url])
        #expect(try await isKnown(text, by: other))
    }
}
