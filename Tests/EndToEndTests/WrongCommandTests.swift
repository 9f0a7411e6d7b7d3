import Foundation
import Testing

@Suite("typesafe wrong, and rules review at a terminal")
struct WrongCommandTests {
    private static let scam = "Your parcel is held. Pay the fee at https://usps-redelivery.top/track"

    @Test("A scan of the history and a text are told, and taken back")
    func wrong() async throws {
        let folder = try ReadWorkspace()
        let directory = folder.path("feedback")
        let server = try await ServerProcess(
            arguments: [
                "--workers", "1", "--database", folder.path("results.db"), "--feedback-directory", directory,
            ])
        func kept() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: directory).count }
        let user = try DesktopUser(server: server.url(""), environment: ["TYPESAFE_SESSION": "on"])
        #expect(try await user.run(["wrong", "latest", "--should-be", "legit"]).error.contains("no scans"))
        _ = try await user.run(["text", Self.scam])
        let id = try #require(try await user.history().first?.id)
        for name in ["latest", String(id.prefix(8))] {
            let run = try await user.run(["wrong", name, "--should-be", "legit"])
            #expect(run.status == 0 && run.output.contains("Kept without the text."), "\(run.error)")
        }
        let refused = try await user.run(
            ["wrong", "--text", "-", "--should-be", "scam"], input: Data("hi".utf8))
        #expect(refused.status == 2 && refused.error.contains("--with-text") && refused.output.isEmpty)
        #expect(try kept() == 2)
        let run = try await user.run(
            ["wrong", "--text", "-", "--with-text", "--should-be", "scam"], input: Data("hi".utf8))
        #expect(run.status == 0 && run.output.contains("Kept with the text."))
        let receipt = try #require(run.output.split(whereSeparator: \.isWhitespace).last)
        #expect(try kept() == 3)
        #expect(try await user.run(["wrong", "--take-back", String(receipt)]).status == 0)
        #expect(try kept() == 2)
        let again = try await user.run(["wrong", "--take-back", String(receipt)])
        #expect(again.status == 2 && again.error.contains("Nothing is kept under this id"))
    }

    @Test("Without a session, the user is told that scans need one")
    func noSession() async throws {
        let folder = try ReadWorkspace()
        let server = try await ServerProcess(
            arguments: [
                "--workers", "1", "--database", folder.path("results.db"), "--feedback-directory",
                folder.path("feedback"),
            ])
        let user = try DesktopUser(server: server.url(""))
        _ = try await user.run(["text", Self.scam])
        let run = try await user.run(["wrong", "latest", "--should-be", "legit"])
        #expect(run.status == 2 && run.error.contains("settings set session on"), "\(run.error)")
    }

    @Test("Where no feedback is kept, one line says so")
    func notKept() async throws {
        let user = try await DesktopUser.atSharedServer()
        let run = try await user.run(["wrong", "--text", "hi", "--with-text", "--should-be", "scam"])
        #expect(run.status == 2 && run.error.contains("This server keeps no feedback."))
        #expect(run.error.split(separator: "\n").count == 1)
        _ = try await user.run(["text", "hi"])
        #expect(try await user.run(["wrong", "latest", "--should-be", "scam"]).status == 2)
    }

    @Test(
        "Wrong usage is 64, and sends nothing",
        arguments: [
            ["wrong"], ["wrong", "latest"], ["wrong", "latest", "--should-be", "high"],
            ["wrong", "latest", "--text", "hi", "--should-be", "scam"],
            ["wrong", "--take-back", "x", "--should-be", "scam"],
        ])
    func usage(_ arguments: [String]) async throws {
        #expect(try await DesktopUser(server: CommandLineTests.nowhere).run(arguments).status == 64)
    }

    @Test("At a terminal, a text is sent only after a yes")
    func consent() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere)
        let arguments = ["wrong", "--text", "hi", "--should-be", "scam"]
        let refusing = try PseudoTerminal(user, arguments)
        try await refusing.waitFor("[y/N]")
        refusing.type("\n")
        try await refusing.waitFor("Nothing was sent.")
        #expect(try await refusing.exitStatus() == 2)
        let agreeing = try PseudoTerminal(user, arguments)
        try await agreeing.waitFor("[y/N]")
        agreeing.type("y\n")
        try await agreeing.waitFor("can't be reached")
    }

    @Test("The review walks: example lines, a proposal, deletion")
    func review() async throws {
        let folder = try ReadWorkspace()
        let feedback = folder.url.appendingPathComponent("feedback")
        try FileManager.default.createDirectory(at: feedback, withIntermediateDirectories: false)
        let day = Date().formatted(.iso8601.year().month().day())
        func write(_ number: Int, _ shouldBe: String, _ text: String) throws {
            let name = "\(day)-00000000-0000-4000-8000-00000000000\(number).json"
            let json = """
                {"should_be": "\(shouldBe)", "risk_level": "low", "rules": [], "rules_version": "1", "text": "\(text)"}
                """
            try Data(json.utf8).write(to: feedback.appendingPathComponent(name))
        }
        try write(1, "legit", Self.scam)
        try write(2, "scam", #"Hello \u001b[2Jdear"#)
        try write(3, "legit", "Lunch?")
        let proposal = folder.path("proposal.jsonl")
        let terminal = try PseudoTerminal(
            try DesktopUser(server: CommandLineTests.nowhere),
            ["rules", "review", feedback.path, "--proposal", proposal])
        try await terminal.waitFor("1 of 3")
        for (keys, answer) in [
            ("e", "under no_match."), ("f", "Added to the proposal."), ("f", "holds it already"),
            ("s", "2 of 3"),
            ("e", "id of the rule"), ("ask.none", "There is no such rule."), ("e", "must match it"),
            ("ask.share-one-time-code", "under match."), ("s", "3 of 3"),
        ] {
            terminal.type(keys + "\n")
            try await terminal.waitFor(answer, count: answer == "must match it" ? 2 : 1)
        }
        terminal.type("d\n")
        #expect(try await terminal.exitStatus() == 0)
        #expect(!terminal.screen.contains("\u{1B}[2J") && terminal.screen.contains("Hello ⏎[2Jdear"))
        #expect(terminal.screen.contains(#"- "Hello \U0000001B[2Jdear""#))
        #expect(try FileManager.default.contentsOfDirectory(atPath: feedback.path).count == 2)
        let lines = try String(contentsOfFile: proposal, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains(#""label":"legit""#))
        let mode = try FileManager.default.attributesOfItem(atPath: proposal)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
