import Foundation
import TestSupport
import Testing
import TypeSafeAPI

/// Tests of `typesafe follow` against the real server, with and without a terminal.
@Suite("typesafe follow", .timeLimit(.minutes(10)))
struct FollowCommandTests {
    private static let words = "Your parcel is held. Pay the customs fee at https://usps-redelivery.top/pay"

    private let session = UUID()
    private let image: Data

    init() throws { image = try Sample.image("scam-parcel-imessage-light.png") }

    private func submit(_ server: ServerProcess) async throws -> ScanJob {
        try await ServiceClient(server: server).send(
            "POST", "/scan-image?user_country=US&session_id=\(session)", contentType: "image/png",
            body: image, headers: ["Prefer": "respond-async"]
        ).decoded(ScanJob.self)
    }

    private func judge(_ server: ServerProcess) async throws {
        let request = AnalyzeTextRequest(text: Self.words, sessionID: session)
        let json = String(decoding: try WireCoding.encoder().encode(request), as: UTF8.self)
        #expect(try await ServiceClient(server: server).analyze(json: json).status == 200)
    }

    @Test(
        "Without a terminal it prints states and verdicts, in the user's language, and no word of a message")
    func lines() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let user = try DesktopUser(server: server.url(""), environment: ["LC_ALL": "de_DE.UTF-8"])
        let follow = try user.start(["follow", session.uuidString])
        let job = try await submit(server)
        let id = job.scanID.uuidString.lowercased().prefix(8)
        try await follow.waitFor("\(id)  Der Screenshot wird geprüft")
        server.letWorkersGo()
        try await follow.waitFor("\(id)  Hohes Risiko")
        try await judge(server)
        try await follow.waitFor("Hohes Risiko", count: 2)
        follow.signal(SIGINT)
        let run = try await follow.finished()
        #expect(run.status == 130 && run.error.contains("Strg-C beendet"))
        // At most a line that it waits, one that it is looked at, and the verdict.
        #expect((3...4).contains(run.output.split(separator: "\n").count))
        for word in ["parcel", "customs", "usps", "%", "\u{1B}", session.uuidString] {
            #expect(!run.output.contains(word), "\(word)")
        }
    }

    @Test("On a terminal progress is one line that is rewritten, and the verdict stays")
    func terminal() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let user = try DesktopUser(server: server.url(""))
        let terminal = try PseudoTerminal(user, ["follow", session.uuidString])
        try await terminal.waitFor("Ctrl-C ends")
        let job = try await submit(server)
        let id = job.scanID.uuidString.lowercased().prefix(8)
        try await terminal.waitFor("\r\u{1B}[K\(id)  Looking at the screenshot  5 % is done.")
        server.letWorkersGo()
        try await terminal.waitFor("\r\u{1B}[K\(id)  \u{1B}[1;97;41m High Risk")
        terminal.type("\u{03}")
        #expect(try await terminal.exitStatus() == 130)
    }

    @Test("The session of the program's own scans, as JSON lines")
    func latest() async throws {
        let server = try await SharedServer.get()
        let user = try DesktopUser(server: server.url(""), environment: ["TYPESAFE_SESSION": "on"])
        let follow = try user.start(["follow", "--latest", "--json"])
        try await follow.waitFor("Ctrl-C ends")
        // It follows once a scan is told; the first may have come before that.
        _ = try await eventually(within: 60) {
            _ = try await user.run(["text", Self.words])
            return follow.output.contains("\n") ? true : nil
        }
        follow.signal(SIGTERM)
        let run = try await follow.finished()
        #expect(run.status == 143)
        for line in run.output.split(separator: "\n") {
            let step = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(step?["event"] as? String == "scan" && step?["schema"] as? Int == 1)
            #expect(step?["state"] as? String == "done" && step?["risk_level"] as? String == "high")
        }
    }

    @Test("A server that goes away is waited for, which is said once; what it lost has failed")
    func restart() async throws {
        var server: ServerProcess? = try await ServerProcess.holdingItsWorker()
        let port = try #require(server).port
        let user = try DesktopUser(server: try #require(server).url(""))
        let follow = try user.start(["follow", session.uuidString])
        let job = try await submit(try #require(server))
        let id = job.scanID.uuidString.lowercased().prefix(8)
        try await follow.waitFor("\(id)  Looking at the screenshot")
        server?.signal(SIGKILL)
        _ = try await server?.exitStatus()
        server = nil
        try await follow.waitFor("went away")
        let next = try await ServerProcess(arguments: ["--workers", "1", "--port", "\(port)"])
        try await follow.waitFor("server is back")
        try await follow.waitFor("\(id)  The scan brought no result. The server was restarted meanwhile.")
        try await judge(next)
        try await follow.waitFor("High Risk")
        follow.signal(SIGINT)
        let run = try await follow.finished()
        #expect(run.status == 130)
        for words in ["went away", "server is back"] { #expect(run.error.ranges(of: words).count == 1) }
    }

    @Test("What it can't follow is one line and an exit code")
    func refused() async throws {
        let user = try DesktopUser(server: try await SharedServer.get().url(""))
        for (arguments, status, words) in [
            (["follow"], Int32(64), "--latest"), (["follow", "me"], 64, "me is no id of a session"),
            (["follow", session.uuidString, "--latest"], 64, "--latest"),
            (["follow", "--latest"], 2, "typesafe settings set session on"),
            (["follow", session.uuidString, "--server", "http://127.0.0.1:9"], 2, "can't be reached"),
        ] {
            let run = try await user.run(arguments)
            #expect(run.status == status && run.error.contains(words) && run.output.isEmpty, "\(arguments)")
        }
    }
}
