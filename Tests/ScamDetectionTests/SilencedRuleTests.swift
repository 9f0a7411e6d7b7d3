import ScamDetection
import TestSupport
import Testing

/// `none` beside patterns or a feature: rules that silence a rule.
@Suite("Silenced rule") struct SilencedRuleTests {
    private static func file(_ group: String, _ rules: String) -> [String: String] {
        ["rules/en/\(group).yaml": "group: \(group)\nlanguage: en\nrules:\n" + rules]
    }

    private static func rule(_ id: String, _ weight: Double, _ condition: String, _ match: String) -> String {
        """
          - id: \(id)
            title: Does \(id)
            description: It does.
            category: any
            weight: \(weight)
            \(condition)
            examples: { match: [ \(match) ], no_match: [ "nothing here", "none of it" ] }

        """
    }

    private static let asks = file(
        "ask", rule("ask.send", 1, "patterns: [ \"send\" ]", "\"send\", \"send it\""))

    private static let folder = asks.merging(
        file(
            "protective",
            rule(
                "protective.calm", -1, "patterns: [ \"calm\" ]\n    none: [ composite.asks ]",
                "\"calm\", \"all calm\"")
                + rule(
                    "protective.brief", -1, "feature: structure.brief\n    none: [ composite.asks ]",
                    "\"calm and quiet\", \"as quiet as calm\""
                ).replacing("\"nothing here\", \"none of it\"", with: "\"send it now\", \"please send it\""))
    ) { $1 }.merging(
        file(
            "composite",
            rule("composite.asks", 0, "any: [ ask.send ]", "\"send\", \"send it\"")
                + rule(
                    "composite.bought", 1, "all: [ ask.send ]\n    none: [ protective.calm ]",
                    "\"send\", \"calm, send\""))
    ) { $1 }

    private func rules(_ text: String) throws -> [String] {
        let detector = try RulesFolder(Self.folder).detector()
        return detector.findings(in: detector.analyze(text)).map(\.rule).sorted()
    }

    @Test("Holds unless the other does") func holdsUnlessTheOtherDoes() throws {
        #expect(try rules("all calm here") == ["protective.brief", "protective.calm"])
        #expect(try rules("all calm here, send it") == ["ask.send", "composite.asks", "composite.bought"])
    }

    @Test("Is refused where it would silence itself") func isRefusedWhereItWouldSilenceItself() throws {
        let rule = Self.rule(
            "protective.calm", -1, "patterns: [ \"calm\" ]\n    none: [ protective.calm ]",
            "\"calm\", \"all calm\"")
        let workspace = try RulesFolder(Self.asks.merging(Self.file("protective", rule)) { $1 })
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.reason == .cycle("protective.calm"))
    }
}
