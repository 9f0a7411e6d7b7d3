import Foundation
import Testing

@Suite("typesafe evaluate")
struct EvaluateCommandTests {
    private static let scam =
        "USPS: your parcel is on hold. Pay the redelivery fee of $1.99 at https://usps-help-desk.top/track"
    private static let genuine = "See you at six, I will bring the cake"

    private static func line(_ id: String, _ text: String, _ label: String, _ more: String = "") -> String {
        "{\"id\": \"\(id)\", \"text\": \"\(text)\", \"label\": \"\(label)\"\(more)}\n"
    }

    private static let set =
        line("a", scam, "scam", ", \"lang\": \"en\", \"source\": \"phones\", \"category\": \"delivery\"")
        + line("b", genuine, "legit", ", \"lang\": \"en\", \"source\": \"chat\", \"hard\": true")
        + line("c", genuine, "scam", ", \"lang\": \"en\", \"source\": \"phones\"")
        + line("d", "Big sale today", "spam") + line("e", scam, "scam", ", \"synthetic\": true")

    private struct Output: Decodable {
        struct Set: Decodable {
            struct Slice: Decodable {
                struct Figures: Decodable {
                    var scams: Int
                    var genuine: Int
                }
                var name: String
                var figures: Figures
            }
            struct Judgement: Decodable {
                var id: String
                var riskLevel: String
            }
            struct Comparison: Decodable {
                struct Change: Decodable { var id: String }
                var shared: Int
                var newlyFlagged: [Change]
                var newlyCleared: [Change]
            }
            var name: String
            var slices: [Slice]
            var judgements: [Judgement]
            var comparison: Comparison?
        }
        var sets: [Set]
    }

    private static func decoded(_ json: String) throws -> Output {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Output.self, from: Data(json.utf8))
    }

    @Test("Counts scams and genuine messages") func countsScamsAndGenuineMessages() throws {
        let folder = try Folder()
        let file = try folder.write("set.jsonl", Self.set)
        let run = try CommandLineProgram.run(["evaluate", file.path, "--json", "--phone-source", "phones"])
        #expect(run.status == 0)
        #expect(run.error == "")
        let set = try #require(try Self.decoded(run.output).sets.first)
        #expect(set.name == "set.jsonl")
        #expect(set.slices.first?.name == "all")
        #expect(set.slices.first?.figures.scams == 2 && set.slices.first?.figures.genuine == 1)
        #expect(set.judgements.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(set.judgements[0].riskLevel == "high" && set.judgements[1].riskLevel == "low")
    }

    /// Texts of messages are printed with `--show-text` only.
    @Test("Lists the worst without their texts") func listsTheWorstWithoutTheirTexts() throws {
        let folder = try Folder()
        let file = try folder.write("set.jsonl", Self.set)
        let quiet = try CommandLineProgram.run(["evaluate", file.path, "--worst", "3"])
        #expect(quiet.status == 0)
        #expect(quiet.output.contains("the worst misses, 1 of 1"))
        #expect(quiet.output.contains("  c  "))
        #expect(!quiet.output.contains("cake"))
        let loud = try CommandLineProgram.run(["evaluate", file.path, "--worst", "3", "--show-text"])
        #expect(loud.output.contains(Self.genuine))
        let more = try CommandLineProgram.run(["evaluate", file.path, "--include-synthetic"])
        #expect(more.output.contains("synthetic"))
    }

    @Test("Names from files can't steer a terminal") func namesFromFilesCantSteerATerminal() throws {
        let folder = try Folder()
        let file = try folder.write("set.jsonl", Self.line(#"\u001b[2Jc\u202e"#, Self.genuine, "scam"))
        let run = try CommandLineProgram.run(["evaluate", file.path, "--worst", "1", "--show-text"])
        #expect(run.status == 0 && run.output.contains("⏎[2Jc·"))
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
    }

    @Test("Says what changed side") func saysWhatChangedSide() throws {
        let folder = try Folder()
        let before = try folder.write(
            "before.jsonl", Self.line("a", Self.genuine, "scam") + Self.line("b", Self.scam, "legit"))
        let earlier = try folder.write(
            "earlier.json", try CommandLineProgram.run(["evaluate", before.path, "--json"]).output)
        let after = try folder.write(
            "after.jsonl", Self.line("a", Self.scam, "scam") + Self.line("b", Self.genuine, "legit"))
        let run = try CommandLineProgram.run(["evaluate", after.path, "--compare", earlier.path, "--json"])
        let comparison = try #require(try Self.decoded(run.output).sets.first?.comparison)
        #expect(comparison.shared == 2)
        #expect(comparison.newlyFlagged.map(\.id) == ["a"])
        #expect(comparison.newlyCleared.map(\.id) == ["b"])
    }

    @Test(
        "Bad messages are one line and65",
        arguments: [
            ("{}\n", "set.jsonl:1: not a JSON object with text and label (scam, spam or legit)\n"),
            ("", "set.jsonl: holds no messages\n"),
        ])
    func badMessagesAreOneLineAnd65(_ text: String, _ complaint: String) throws {
        let folder = try Folder()
        let run = try CommandLineProgram.run(["evaluate", folder.write("set.jsonl", text).path])
        #expect(run.status == 65)
        #expect(run.output == "")
        #expect(run.error.hasPrefix("typesafe: ") && run.error.hasSuffix(complaint))
        #expect(run.error.filter { $0 == "\n" }.count == 1)
    }

    @Test("Screenshots need a server that answers") func screenshotsNeedAServerThatAnswers() throws {
        let folder = try Folder()
        try folder.write("manifest.jsonl", "{\"file\": \"a.png\", \"label\": \"scam\"}")
        try folder.write("a.png", "no picture")
        #expect(try CommandLineProgram.run(["evaluate", folder.url.path]).status == 64)
        // Nobody listens on port 9, which is "discard".
        let run = try CommandLineProgram.run(["evaluate", folder.url.path, "--server", "http://127.0.0.1:9"])
        #expect(run.status == 69)
        #expect(run.error == "typesafe: the server didn't answer: unreachable\n")
        let bad = try CommandLineProgram.run(["evaluate", folder.url.path, "--server", "ftp://x"])
        #expect(bad.status == 65)
    }

    @Test("Missing files are66 and bad rules78") func missingFilesAre66AndBadRules78() throws {
        let folder = try Folder()
        #expect(try CommandLineProgram.run(["evaluate", folder.url.path + "/none"]).status == 66)
        let file = try folder.write("set.jsonl", Self.set)
        let rules = try CommandLineProgram.run(["evaluate", file.path, "--rules", folder.url.path])
        #expect(rules.status == 78)
        #expect(rules.error == "typesafe: groups.yaml: can't be read\n")
        let compare = try CommandLineProgram.run(["evaluate", file.path, "--compare", file.path])
        #expect(compare.status == 65)
        #expect(try CommandLineProgram.run(["evaluate"]).status == 64)
    }
}
