import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// `typesafe batch` as a real process, against real servers, one of which is killed.
@Suite("Batch")
struct BatchTests {
    private static let benign = "benign-code-android-light.png"
    private static let scam = "scam-parcel-imessage-light.png"

    /// A folder of pictures, and the file for their results.
    private final class Work: Sendable {
        let user: DesktopUser
        let folder: URL
        let results: URL

        init(_ user: DesktopUser, pictures: Range<Int> = 0..<0) throws {
            self.user = user
            folder = user.home.appendingPathComponent("reports")
            results = user.home.appendingPathComponent("results.jsonl")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
            let picture = try Sample.image(BatchTests.benign)
            for number in pictures {
                try DesktopUser.numbered(picture, number).write(
                    to: folder.appendingPathComponent("\(number).png"))
            }
        }

        func arguments(_ input: String? = nil, _ more: [String] = []) -> [String] {
            ["batch", input ?? folder.path, "--out", results.path] + more
        }

        var text: String { (try? String(contentsOf: results, encoding: .utf8)) ?? "" }

        struct Line: Decodable {
            struct Failure: Decodable { let code: String }

            let id: String
            let result: ScanResponse?
            let error: Failure?
        }

        func lines() throws -> [Line] {
            try text.split(separator: "\n").map {
                try WireCoding.decoder().decode(Line.self, from: Data($0.utf8))
            }
        }

        /// The ids of all results, sorted.
        func ids() throws -> [String] { try lines().map(\.id).sorted() }

        /// Waits until so many results are there.
        func waitFor(_ count: Int) async throws {
            _ = try await eventually(within: 120) {
                text.utf8.count { $0 == 0x0A } >= count ? true : nil
            }
        }
    }

    private static func names(_ numbers: Range<Int>) -> [String] { numbers.map { "\($0).png" }.sorted() }

    @Test("Each picture has its line; one that can't be used has its problem, and the riskiest is said first")
    func folder() async throws {
        let work = try Work(try await DesktopUser.atSharedServer(), pictures: 0..<2)
        try Sample.image(Self.scam).write(to: work.folder.appendingPathComponent("sub/scam.png"))
        try Sample.image(Self.benign).dropLast(2_000).write(to: work.folder.appendingPathComponent("cut.png"))
        try Data("a list".utf8).write(to: work.folder.appendingPathComponent("list.txt"))
        let table = work.user.home.appendingPathComponent("table.csv")
        let run = try await work.user.run(work.arguments(nil, ["--table", table.path]))
        #expect(run.status == 1, "\(run.error)")
        let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\r\n")
        #expect(rows.count == 5 && rows[0].hasPrefix("\"id\",\"risk_level\""))
        #expect(rows.contains { $0.hasPrefix("\"sub/scam.png\",\"high\",") })
        #expect(rows.contains { $0.hasPrefix("\"cut.png\",\"failed\",") })
        let lines = run.output.replacing("\n    ", with: " ").split(separator: "\n")
        #expect(lines.dropLast().last?.contains("cut.png") == true, "which failed is said")
        #expect(lines.first?.contains("HIGH RISK") == true && lines.first?.contains("sub/scam.png") == true)
        #expect(lines.last == "4 scanned: 1 high risk, 2 low risk, 1 failed")
        #expect(try work.ids() == ["0.png", "1.png", "cut.png", "sub/scam.png"])
        let cut = try #require(try work.lines().first { $0.id == "cut.png" })
        #expect(cut.result == nil && cut.error?.code == "rejected")
        #expect(!work.text.contains("redelivery fee"))
        // Everything is there, so nothing is scanned again.
        let before = work.text
        let again = try await work.user.run(work.arguments())
        #expect(again.status == 1 && again.output == run.output && work.text == before)
        #expect(try await work.user.history().isEmpty)
    }

    @Test("A manifest names pictures, and its mistakes are found before anything is sent")
    func manifest() async throws {
        let work = try Work(try await DesktopUser.atSharedServer(), pictures: 0..<1)
        let manifest = work.folder.appendingPathComponent("m.jsonl")
        func run(_ lines: [String]) async throws -> DesktopUser.Run {
            try Data(lines.joined(separator: "\n").utf8).write(to: manifest)
            return try await work.user.run(work.arguments(manifest.path))
        }
        for (lines, said) in [
            ([#"{"file": "0.png"}"#, #"{"file": "#], "line 2"),
            ([#"{"file": "0.png"}"#, "", #"{"id": "0.png", "file": "1.png"}"#], "line 3: another"),
            ([#"{"id": "a"}"#], "line 1"), ([], "no picture in"),
        ] {
            let refused = try await run(lines)
            #expect(refused.status == 2 && refused.error.contains(said), "\(refused.error)")
            #expect(refused.error.split(separator: "\n").count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: work.results.path))
        let picture = work.folder.appendingPathComponent("0.png").path
        let good = try await run([
            #"{"id": "first", "file": "0.png", "ocr_text": "see you at noon"}"#,
            #"{"id": "second", "file": "\#(picture)"}"#, #"{"file": "none.png"}"#,
        ])
        #expect(good.status == 2, "\(good.error)")
        #expect(try work.ids() == ["first", "none.png", "second"])
        #expect(try work.lines().first { $0.id == "none.png" }?.error?.code == "missing")
    }

    @Test("Killed in the middle and started again, it scans each picture once and leaves none out")
    func killed() async throws {
        let server = try await ServerProcess.countingPictures()
        server.letWorkersGo()
        let work = try Work(try DesktopUser(server: server.url("")), pictures: 0..<12)
        for count in [2, 6] {
            let command = try work.user.start(work.arguments())
            try await work.waitFor(count)
            command.signal(SIGKILL)
            _ = try? await command.finished()
            // As if it had been killed within a write.
            let half = try #require(work.text.split(separator: "\n").first?.prefix(50))
            let file = try FileHandle(forWritingTo: work.results)
            try file.seekToEnd()
            try file.write(contentsOf: Data(half.utf8))
            try file.close()
        }
        let run = try await work.user.run(work.arguments())
        #expect(run.status == 0 && run.error.contains("of 12 results already"), "\(run.error)")
        #expect(try work.ids() == Self.names(0..<12))
        // What was under way when the command was killed wasn't read again: a worker reads one picture here, and is replaced.
        #expect(await isEventuallyTrue { server.picturesRead == 12 })
        #expect(Set(try work.lines().compactMap(\.result?.scanID)).count == 12)
    }

    @Test("A server that is killed and comes back is waited for", arguments: [false, true])
    func serverRestarts(withDatabase: Bool) async throws {
        let port = try FreePort.take()
        let work = try Work(
            try DesktopUser(server: try #require(URL(string: "http://127.0.0.1:\(port)"))), pictures: 0..<8)
        let arguments =
            ["--port", "\(port)", "--workers", "1"]
            + (withDatabase ? ["--database", work.user.home.appendingPathComponent("db").path] : [])
        let first = try await ServerProcess(arguments: arguments)
        let command = try work.user.start(work.arguments())
        try await work.waitFor(2)
        first.signal(SIGKILL)
        _ = try await first.exitStatus()
        let second = try await ServerProcess(arguments: arguments)
        let run = try await command.finished()
        #expect(run.status == 0, "\(run.error)")
        #expect(try work.ids() == Self.names(0..<8))
        #expect(second.processID != first.processID)
    }

    @Test("A server that stays away ends the batch, and the same command goes on")
    func away() async throws {
        let server = try await SharedServer.get()
        let work = try Work(
            try DesktopUser(server: server.url(""), environment: ["TYPESAFE_WAIT_MINUTES": "0"]),
            pictures: 0..<2)
        let away = try await work.user.run(
            work.arguments(nil, ["--server", CommandLineTests.nowhere.absoluteString]))
        #expect(away.status == 2 && away.error.contains("can't be reached"), "\(away.error)")
        #expect(away.error.contains("has 0 of 2 results") && work.text.isEmpty)
        #expect(try await work.user.run(work.arguments()).status == 0)
        #expect(try work.ids() == Self.names(0..<2))
    }

    @Test("A server without room is asked again when it says so")
    func busy() async throws {
        // A client has half of the places, which is one.
        let server = try await ServerProcess(arguments: ["--workers", "1"], limits: ["jobs": 2])
        let work = try Work(try DesktopUser(server: server.url("")), pictures: 0..<3)
        let run = try await work.user.run(work.arguments(nil, ["--in-flight", "3"]))
        #expect(run.status == 0, "\(run.error)")
        #expect(try work.ids() == Self.names(0..<3))
    }

    @Test("Two commands don't write to one file, and no other file is written to")
    func outFile() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let work = try Work(try DesktopUser(server: server.url("")), pictures: 0..<2)
        let first = try work.user.start(work.arguments())
        _ = try await eventually(within: 60) { () -> Bool? in
            let metrics = try PrometheusText(try await ScanClient(server: server.url("")).metrics())
            return metrics.value("typesafe_jobs", ["state": "waiting"]) == 1 ? true : nil
        }
        let second = try await work.user.run(work.arguments())
        #expect(second.status == 2 && second.error.contains("Another command writes"), "\(second.error)")
        first.signal(SIGINT)
        let ended = try await first.finished()
        #expect(ended.status == 130 && ended.error.contains("has 0 of 2 results"), "\(ended.error)")
        let notes = work.user.home.appendingPathComponent("notes.txt")
        for text in ["my notes", "my notes\n", "{\"error\": 1}\n", "\n"] {
            try Data(text.utf8).write(to: notes)
            let run = try await work.user.run(["batch", work.folder.path, "--out", notes.path])
            #expect(run.status == 2 && run.error.contains("line 1: that is no result"), "\(run.error)")
            #expect(try Data(contentsOf: notes) == Data(text.utf8))
        }
        for out in [work.user.home.path + "/none/r.jsonl", work.folder.path, "/dev/full"] {
            let run = try await work.user.run(["batch", work.folder.path, "--out", out])
            #expect(run.status == 2 && run.error.split(separator: "\n").count == 1, "\(out): \(run.error)")
        }
    }

    @Test("A full disk ends the batch with whole lines, and the same command goes on")
    func fullDisk() async throws {
        let work = try Work(try await DesktopUser.atSharedServer(), pictures: 0..<4)
        // The limit on a file's size stands for the disk's: 12 blocks of 512 bytes have room for one result or two.
        let script = "ulimit -f 12; trap '' XFSZ; exec \"$0\" \"$@\""
        let full = try await CommandProcess(
            executable: URL(fileURLWithPath: "/bin/sh"),
            arguments: ["-c", script, DesktopUser.executable.path] + work.arguments(),
            environment: work.user.environment
        ).finished()
        #expect(full.status == 2 && full.error.contains("can't be written"), "\(full.error)")
        let kept = try work.ids()
        #expect((1..<4).contains(kept.count) && work.text.hasSuffix("\n"))
        #expect(try await work.user.run(work.arguments()).status == 0)
        #expect(try work.ids() == Self.names(0..<4))
    }

    @Test("A terminal shows how far it is, and how fast")
    func terminal() async throws {
        // Pictures that no other test sends: those that the server knows are done before a line is drawn.
        let work = try Work(try await DesktopUser.atSharedServer(), pictures: 900..<904)
        let terminal = try PseudoTerminal(work.user, work.arguments())
        try await terminal.waitFor(" a minute")
        try await terminal.waitFor("4 scanned: 4 low risk")
        #expect(terminal.screen.contains("] ") && terminal.screen.contains(" of 4, "))
    }
}
