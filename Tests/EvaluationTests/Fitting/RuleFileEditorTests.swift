import Evaluation
import Foundation
import ScamDetection
import TestSupport
import Testing

@Suite("Rule file editor") struct RuleFileEditorTests {
    private static let text = """
        # about asks
        group: ask
        rules:
          # the first
          - id: ask.one
            weight: 1.5   # a guess
            fitted: 9
            examples:
              match: [ "weight: 3" ]

          - weight: 2
            id: ask.two
        # end

        """

    @Test("Changes only the fitted lines") func changesOnlyTheFittedLines() throws {
        let edited = try RuleFileEditor.edited(
            Self.text, file: "ask.yaml", rules: [(5, 1.234), (11, 0)])
        let expected = Self.text.replacing("    fitted: 9\n", with: "    fitted: 1.23\n")
            .replacing("- weight: 2\n", with: "- weight: 2\n    fitted: 0.00\n")
        #expect(edited == expected)
    }

    @Test("Removes what is no longer fitted") func removesWhatIsNoLongerFitted() throws {
        let edited = try RuleFileEditor.edited(Self.text, file: "ask.yaml", rules: [(5, nil), (11, nil)])
        #expect(edited == Self.text.replacing("    fitted: 9\n", with: ""))
    }

    @Test(
        "Refuses flow style",
        arguments: ["rules: [ { id: ask.one, weight: 1 } ]\n", "rules:\n  - { id: ask.one, weight: 1 }\n"])
    func refusesFlowStyle(_ text: String) {
        let line = text.contains("\n  ") ? 2 : 1
        #expect(throws: RuleFileEditor.EditError.notBlockStyle(file: "f", line: line)) {
            try RuleFileEditor.edited(text, file: "f", rules: [(line, 1)])
        }
    }

    /// A detector that loads the written files judges as the model does.
    @Test("A detector says what the model says") func aDetectorSaysWhatTheModelSays() async throws {
        let files = try SmallRules.folder()
        let before = try files.detector()
        let messages = SmallRules.messages([
            ("alpha", .scam, 40), ("alpha", .legit, 10), ("beta calm", .scam, 30), ("calm", .legit, 60),
            ("alpha beta", .scam, 20), ("none", .legit, 60), ("none", .scam, 8),
        ])
        let samples = await FitSample.all(from: messages, by: before)
        let problem = FitProblem(
            samples, rules: before.rules, vocabulary: WordVocabulary(), settings: before.settings,
            options: FitOptions())
        let model = FittedModel(problem, rows: Array(samples.indices))
        try RuleFileEditor.write(
            model, rules: before.rules, settings: before.settings, notes: ["first", "second"],
            in: files.rules)
        let after = try files.detector()
        #expect(after.rules.map(\.fitted).contains { $0 != nil })
        #expect(after.rules.map(\.prior) == before.rules.map(\.prior))
        #expect(after.settings.ceiling == before.settings.ceiling)
        for (index, message) in messages.enumerated() {
            let verdict = after.verdict(on: after.analyze(message.text))
            let judgement = model.judgement(problem, index)
            #expect(abs(verdict.scamProbability - judgement.probability) < 0.01)
            // The model knows nothing of how much was understood.
            let level = verdict.riskLevel == .unknown ? .low : verdict.riskLevel
            #expect(level.rawValue == judgement.level.rawValue)
        }
        let settings = try files.text("rules/groups.yaml")
        #expect(settings.contains("# Platt\ncalibration: { slope: "))
        #expect(settings.contains("\n# fit: first\n# fit: second\nintercept: "))

        // A second fit from the written files writes the same bytes.
        let written = try ["rules/groups.yaml", "rules/en/ask.yaml"].map(files.text)
        let again = await FitSample.all(from: messages, by: after)
        let same = FittedModel(
            FitProblem(
                again, rules: after.rules, vocabulary: WordVocabulary(), settings: after.settings,
                options: FitOptions()),
            rows: Array(again.indices))
        try RuleFileEditor.write(
            same, rules: after.rules, settings: after.settings, notes: ["first", "second"], in: files.rules)
        #expect(try ["rules/groups.yaml", "rules/en/ask.yaml"].map(files.text) == written)
    }

    @Test("Settings need their lines") func settingsNeedTheirLines() async throws {
        let files = try SmallRules.folder()
        let detector = try files.detector()
        let messages = SmallRules.messages([("alpha", .scam, 9), ("none", .legit, 9)])
        let samples = await FitSample.all(from: messages, by: detector)
        let model = FittedModel(
            FitProblem(
                samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
                options: FitOptions()),
            rows: Array(samples.indices))
        #expect(throws: RuleFileEditor.EditError.noLine(file: "groups.yaml", key: "bands:")) {
            try RuleFileEditor.edited(
                "intercept: 1\ncalibration: { a: 1 }\nbands:\n  medium: 1\n", model: model, ceiling: 1,
                notes: [])
        }
    }
}
