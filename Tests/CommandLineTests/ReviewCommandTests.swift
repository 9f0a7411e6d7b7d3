import BundledResources
import Foundation
import Testing

@Suite("typesafe rules review")
struct ReviewCommandTests {
    private static let scam =
        "USPS: your parcel is on hold. Pay the redelivery fee of $1.99 at https://usps-help-desk.top/track"

    private let folder: Folder
    private var path: String { folder.url.appendingPathComponent("feedback").path }

    init() throws {
        folder = try Folder()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    /// - Parameter rest: further keys of the JSON object.
    private func keep(_ number: Int, _ shouldBe: String, _ rest: String = "") throws {
        let day = Date().formatted(.iso8601.year().month().day())
        try folder.write(
            "feedback/\(day)-00000000-0000-4000-8000-00000000000\(number).json",
            """
            {"should_be": "\(shouldBe)", "risk_level": "high", "scam_probability": 0.97, "rules": ["ask.old-rule"],
             "rules_version": "2026.1"\(rest)}
            """)
    }

    @Test("Lists what was said, what the rules say now, and what weighed") func lists() throws {
        try keep(1, "legit", #", "text": "\#(Self.scam)""#)
        try keep(2, "scam")
        let run = try CommandLineProgram.run(["rules", "review", path])
        #expect(run.status == 0 && run.error.isEmpty)
        for part in [
            "should be legit", "said  high (.970), rules 2026.1", "now   high", "ask.pay-delivery-fee",
            "  | USPS: your parcel", "should be scam", "    ask.old-rule", "no text was sent with it",
            "2 in all",
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
        struct Output: Decodable {
            struct Entry: Decodable {
                struct Now: Decodable { var risk_level: String }
                var should_be: String
                var now: Now?
            }
            var feedback: [Entry]
        }
        let json = try CommandLineProgram.run(["rules", "review", path, "--json"])
        let output = try JSONDecoder().decode(Output.self, from: Data(json.output.utf8))
        #expect(output.feedback.map(\.should_be) == ["legit", "scam"])
        #expect(output.feedback.map { $0.now?.risk_level } == ["high", nil])
    }

    @Test("Files of others are left out, and nothing in them steers a terminal") func hostile() throws {
        try keep(1, "legit", #", "text": "one\u001b[2J\ntwo\u202e""#)
        try keep(2, "all")
        try folder.write("feedback/notes.txt", "mine")
        let run = try CommandLineProgram.run(["rules", "review", path])
        #expect(run.status == 0 && run.error.split(separator: "\n").count == 1)
        #expect(run.error.contains("left out"))
        #expect(run.output.contains("  | one⏎[2J\n  | two·\n") && !run.output.contains("\u{1B}"))
        #expect(FileManager.default.fileExists(atPath: path + "/notes.txt"))
    }

    @Test("What can't be used is told, with its exit code") func refusals() throws {
        #expect(try CommandLineProgram.run(["rules", "review", path + "/none"]).status == 66)
        #expect(try CommandLineProgram.run(["rules", "review"]).status == 64)
        #expect(try CommandLineProgram.run(["rules", "review", path, "--messages", "a"]).status == 64)
        let one = try folder.write("one.jsonl", "{\"text\": \"a\", \"label\": \"scam\"}\n")
        let run = try CommandLineProgram.run(
            ["rules", "review", path, "--proposal", path + "/p", "--messages", one.path])
        #expect(run.status == 65 && run.error.contains("no genuine ones"))
        #expect(try CommandLineProgram.run(["rules", "review", path, "--rules", path]).status == 78)
    }

    @Test("A table says what else would change side") func table() throws {
        var lines = ""
        for number in 0..<20 {
            lines += "{\"text\": \"Zubo marlik trenna\", \"label\": \"scam\"}\n"
            lines += "{\"text\": \"Lunch at \(number)?\", \"label\": \"legit\"}\n"
        }
        let messages = try folder.write("messages.jsonl", lines)
        // A flood of the same claim: forty times that the words are genuine.
        var proposed = ""
        for number in 0..<40 {
            proposed +=
                "{\"id\": \"f\(number)\", \"text\": \"Zubo marlik trenna\", \"label\": \"legit\", \"source\": \"feedback\"}\n"
        }
        let proposal = try folder.write("proposal.jsonl", proposed)
        struct Output: Decodable {
            struct Row: Decodable {
                var name: String
                var scams, genuine, newly_cleared_scams, newly_flagged_genuine: Int
            }
            var changes: [Row]
        }
        let arguments = ["rules", "review", path, "--proposal", proposal.path, "--messages", messages.path]
        let run = try CommandLineProgram.run(arguments + ["--json"])
        let rows = try JSONDecoder().decode(Output.self, from: Data(run.output.utf8)).changes
        #expect(rows.map(\.name) == ["messages.jsonl", "the proposal itself"])
        #expect(rows.map(\.scams) == [20, 0] && rows.map(\.genuine) == [20, 40])
        #expect(rows[0].newly_cleared_scams == 20 && rows[0].newly_flagged_genuine == 0)
        let text = try CommandLineProgram.run(arguments)
        #expect(
            text.status == 0 && text.output.contains("messages.jsonl") && text.output.contains("no longer"))
    }
}
