import BundledResources
import Foundation
import Testing

@Suite("typesafe rules and explain")
struct RulesCommandTests {
    @Test("The shipped rules are in order") func theShippedRulesAreInOrder() throws {
        let run = try CommandLineProgram.run(["rules", "check"])
        #expect(run.status == 0)
        #expect(run.output.contains(" examples: nothing is wrong\n"))
    }

    @Test("Check says everything that is wrong") func checkSaysEverythingThatIsWrong() throws {
        let folder = try Folder()
        let rules = try folder.copy(BundledResources.rules, as: "rules")
        let file = rules.appendingPathComponent("extra.yaml")
        let text = """
            concept: ask
            rules:
              - id: ask.one
                titel: One
              - id: ask.two
                title: Two
                description: Two.
                category: any
                weight: -1
                patterns: { en: [ zebras ] }
                examples: { en: [ zebras, two zebras ] }
                no_match: { en: [ a, b ] }
              - id: ask.three
                title: Three
                description: Three.
                category: any
                weight: 1
                patterns: { en: [ "{ zebras" ] }
                examples: { en: [ zebras, two zebras ] }
                no_match: { en: [ a, b ] }

            """
        try Data(text.utf8).write(to: file)
        let run = try CommandLineProgram.run(["rules", "check", rules.path])
        #expect(run.status == 78)
        #expect(
            run.output == """
                extra.yaml:4: the key titel isn't known
                extra.yaml:9: the weight -1.0 has the wrong sign for its group, or is larger than 6.0
                extra.yaml:18: in this pattern brackets don't pair up
                3 problems

                """)
        let json = try CommandLineProgram.run(["rules", "check", rules.path, "--json"])
        #expect(json.status == 78)
        #expect(json.output.contains("\"line\" : 18"))
    }

    @Test("Lists what is asked for") func listsWhatIsAskedFor() throws {
        let run = try CommandLineProgram.run(["rules", "list", "--group", "protective"])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count > 5)
        #expect(lines.dropLast().allSatisfy { $0.contains(" protective.") })
        #expect(try CommandLineProgram.run(["rules", "list", "--group", "none"]).status == 64)
        #expect(try CommandLineProgram.run(["rules", "list", "--type", "none"]).status == 64)
    }

    @Test("Fits and writes the same bytes each time") func fitsAndWritesTheSameBytesEachTime() throws {
        let folder = try Folder()
        let rules = try folder.copy(BundledResources.rules, as: "rules")
        var lines = ""
        for number in 0..<20 {
            lines +=
                "{\"text\": \"Pay the redelivery fee at https://depot-desk.top/\(number)\", \"label\": \"scam\"}\n"
            lines += "{\"text\": \"Lunch at \(number)?\", \"label\": \"legit\"}\n"
        }
        let messages = try folder.write("messages.jsonl", lines)
        let arguments = [
            "rules", "fit", "--messages", messages.path, "--rules", rules.path, "--write",
        ]
        func snapshot() throws -> [String: Data] {
            var files: [String: Data] = [:]
            let names = FileManager.default.enumerator(atPath: rules.path)
            for case let name as String in names.map(Array.init) ?? []
            where name.hasSuffix(".yaml") || name.hasSuffix(".model") {
                files[name] = try Data(contentsOf: rules.appendingPathComponent(name))
            }
            return files
        }
        let original = try snapshot()
        let first = try CommandLineProgram.run(arguments)
        #expect(first.status == 0, "\(first.error)")
        #expect(first.output.contains("20 real scams and 20 genuine messages"))
        let written = try snapshot()
        #expect(written != original)
        #expect(try CommandLineProgram.run(arguments).status == 0)
        #expect(try snapshot() == written)
        #expect(try CommandLineProgram.run(["rules", "check", rules.path]).status == 0)
    }

    @Test("A fit needs both labels") func aFitNeedsBothLabels() throws {
        let folder = try Folder()
        let messages = try folder.write("m.jsonl", "{\"text\": \"a\", \"label\": \"scam\"}\n")
        let run = try CommandLineProgram.run(["rules", "fit", "--messages", messages.path])
        #expect(run.status == 65)
        #expect(run.error == "typesafe: the messages hold no scams, or no genuine ones\n")
    }

    @Test("Explain shows how the sum is made") func explainShowsHowTheSumIsMade() throws {
        let message = "Pay the redelivery fee at usps-help.top\u{1B}[31m"
        let run = try CommandLineProgram.run(["explain", "-"], input: message + "\n")
        #expect(run.status == 0)
        for part in [
            "<url> usps-help.top", "ask.pay-delivery-fee", "calibrated:", "medium from",
        ] {
            #expect(run.output.contains(part))
        }
        #expect(!run.output.contains("\u{1B}"))

        struct Account: Decodable {
            struct Step: Decodable { var counted: Double }
            struct Calibration: Decodable { var slope, offset, probability: Double }
            struct Verdict: Decodable {
                struct Deciding: Decodable { var rules: [String], without: String }
                var scam_probability: Double
                var decided_by: [Deciding]
            }
            var steps: [Step]
            var calibration: Calibration
            var verdict: Verdict
        }
        let json = try CommandLineProgram.run(["explain", "--json", message])
        let account = try JSONDecoder().decode(Account.self, from: Data(json.output.utf8))
        let score = account.steps.reduce(0) { $0 + $1.counted }
        let probability = 1 / (1 + exp(-(account.calibration.slope * score + account.calibration.offset)))
        #expect(abs(probability - account.calibration.probability) < 1e-9)
        #expect(abs(probability - account.verdict.scam_probability) < 1e-9)
    }

    @Test("Programs that start at the same time explain alike, with and without a snapshot of the rules")
    func explainsAlike() async throws {
        let cache = try Folder()
        let message = "Your parcel is on hold, pay the fee: https://usps-redelivery-help.top/track"
        func explain() async throws -> String {
            // On a thread of its own each, as all of them are to run at once.
            let run = try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            try CommandLineProgram.run(["explain", "--json", message], cache: cache.url)
                        })
                }
            }
            #expect(run.status == 0 && run.error.isEmpty)
            return run.output
        }
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try await explain() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let folder = cache.url.appendingPathComponent("typesafe")
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(kept.count == 1)
        let snapshot = folder.appendingPathComponent(try #require(kept.first))
        let first = try #require(outputs.first)
        #expect(outputs.allSatisfy { $0 == first })
        #expect(try await explain() == first)
        // A damaged snapshot is as good as none, and is repaired.
        let good = try Data(contentsOf: snapshot)
        try good.prefix(good.count / 2).write(to: snapshot)
        #expect(try await explain() == first)
        #expect(try Data(contentsOf: snapshot) == good)
        // Whose rules are their own needs no snapshot.
        let rules = try cache.copy(BundledResources.rules, as: "rules")
        let own = try CommandLineProgram.run(
            ["explain", "--json", "--rules", rules.path, message], cache: cache.url)
        #expect(own.output == first)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == kept)
    }

    @Test("Explain takes nothing and refuses too much") func explainTakesNothingAndRefusesTooMuch() throws {
        #expect(try CommandLineProgram.run(["explain", ""]).output.contains("unknown"))
        let long = try CommandLineProgram.run(
            ["explain", "-"], input: String(repeating: "a ", count: 600_000))
        #expect(long.status == 65)
        #expect(try CommandLineProgram.run(["explain"], input: "a pipe").output.contains("pipe"))
    }
}
