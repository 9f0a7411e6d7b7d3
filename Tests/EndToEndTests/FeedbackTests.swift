import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

@Suite("Feedback on wrong verdicts")
struct FeedbackTests {
    private static let scam = "Your parcel is held. Pay the fee at https://usps-redelivery.top/track"
    private static let sent = #"{"should_be": "legit", "text": "\#(scam)", "consent": true}"#

    private let folder: ReadWorkspace
    private var directory: String { folder.path("feedback") }

    init() throws { folder = try ReadWorkspace() }

    private func server(_ more: [String] = []) async throws -> ServerProcess {
        try await ServerProcess(arguments: ["--workers", "1", "--feedback-directory", directory] + more)
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".json") }
        }
    }

    private static func send(_ json: String, to server: ServerProcess) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send(
            "POST", "/feedback", contentType: "application/json", body: Data(json.utf8))
    }

    @Test("It is kept until it is taken back, and shown by the review")
    func life() async throws {
        let server = try await server()
        let client = try ScanClient(server: server.url(""))
        let receipt = try await client.send(Feedback(.legit, consentingToKeep: Self.scam))
        #expect(receipt.isTextKept)
        let shown = try await DesktopUser(server: server.url("")).run(["rules", "review", directory])
        #expect(shown.status == 0 && shown.output.contains("should be legit"))
        #expect(shown.output.contains("now   high") && shown.output.contains("  | \(Self.scam)"))
        try await client.deleteFeedback(receipt.feedbackID)
        #expect(try files.isEmpty)
        let error = await #expect(throws: ClientError.self) {
            try await client.deleteFeedback(receipt.feedbackID)
        }
        #expect(error?.code == .notFound)
    }

    /// The verdict and what led to it; ids and times differ between two answers.
    private func verdict(_ server: ServerProcess) async throws -> [String] {
        let answer = try await ServiceClient(server: server).analyze(json: #"{"text": "\#(Self.scam)"}"#)
            .decoded(ScanResponse.self)
        return [
            "\(answer.riskLevel) \(answer.scamProbability ?? -1) \(answer.scamType) \(answer.explanation)",
            "\(answer.findings)", "\(answer.advice)", answer.rulesVersion,
        ]
    }

    @Test("It changes no verdict: not at once, not after SIGHUP, not after a restart")
    func changesNothing() async throws {
        let before: [String]
        do {
            let server = try await server()
            before = try await verdict(server)
            for _ in 1...20 { #expect(try await Self.send(Self.sent, to: server).status == 201) }
            #expect(try await verdict(server) == before)
            server.signal(SIGHUP)
            _ = try await eventually(within: 60) { server.log.contains("rules reloaded") ? true : nil }
            #expect(try await verdict(server) == before)
        }
        #expect(try files.count == 20)
        #expect(try await verdict(server()) == before)
    }

    @Test("Without consent no word is kept; nothing shows who sent it")
    func privacy() async throws {
        let server = try await server(["--database", folder.path("results.db"), "--store-text"])
        let session = UUID().uuidString.lowercased()
        let scan = try await ServiceClient(server: server)
            .analyze(json: #"{"text": "\#(Self.scam)", "session_id": "\#(session)"}"#).decoded(
                ScanResponse.self)
        let about = #""should_be": "legit", "scan_id": "\#(scan.scanID)""#
        #expect(
            try await Self.send("{\(about)}", to: server).decoded(FeedbackReceipt.self).isTextKept == false)
        let file = try #require(try files.first)
        let text = try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
        for word in [
            "is held", "usps-re", session, scan.scanID.uuidString.lowercased(), "127.0.0.1", "\"text\"",
        ] {
            #expect(!text.lowercased().contains(word), "\(word)")
        }
        #expect(text.contains(#""rules":["#) && text.contains(scan.rulesVersion))
        // With consent, the text is what the server stores of the scan's: the redacted one.
        #expect(
            try await Self.send(#"{\#(about), "consent": true}"#, to: server).decoded(FeedbackReceipt.self)
                .isTextKept)
        let both = try files.map { try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8) }
        #expect(both.contains { $0.contains("parcel is held") } && !both.contains { $0.contains("/track") })
        #expect(!server.log.contains("parcel") && !server.log.contains(directory))
    }

    @Test("10,000 feedbacks are bounded, and scans go on")
    func flood() async throws {
        let server = try await server()
        // As many files as another program could have put there; the next feedback finds the folder full.
        for _ in 0..<10_000 {
            let name =
                "\(Date().formatted(.iso8601.year().month().day()))-\(UUID().uuidString.lowercased()).json"
            #expect(FileManager.default.createFile(atPath: "\(directory)/\(name)", contents: nil))
        }
        let answer = try await Self.send(Self.sent, to: server)
        #expect(answer.status == 503 && answer.header("Retry-After") == "300")
        #expect(try answer.decoded(Problem.self).kind == .storeUnavailable)
        #expect(try await verdict(server)[0].hasPrefix("high"))
        #expect(try files.count == 10_000)
    }

    @Test("What was acknowledged survives kill -9, and nothing half written is ever shown")
    func killed() async throws {
        var kept = 0
        for _ in 1...3 {
            let server = try await server()
            let sending = Task { () -> Int in
                var count = 0
                while let answer = try? await Self.send(Self.sent, to: server), answer.status == 201 {
                    count += 1
                }
                return count
            }
            let before = kept
            _ = try await eventually(within: 60) { try files.count > before + 5 ? true : nil }
            server.signal(SIGKILL)
            let acknowledged = await sending.value
            kept = try files.count
            #expect(acknowledged > 0 && kept - before >= acknowledged)
        }
        let shown = try await DesktopUser(server: CommandLineTests.nowhere).run(
            ["rules", "review", directory, "--json"])
        #expect(shown.error.isEmpty && shown.output.ranges(of: "\"should_be\"").count == kept)
    }

    @Test("A folder that can't be used ends the start with its path")
    func unusable() throws {
        let run = try ServerProcess.run(["--port", "0", "--feedback-directory", "/proc/none/x"])
        #expect(run.status == 78 && run.error.contains("/proc/none/x"))
    }
}
