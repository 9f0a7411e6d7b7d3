import ScamDetection
import TestSupport
import Testing

@Suite("Rule check") struct RuleCheckTests {
    private static func rule(_ id: String, weight: String = "1", pattern: String = "word", more: String = "")
        -> String
    {
        """
          - id: \(id)
            title: A title
            description: Some.
            category: any
            weight: \(weight)
            patterns: { en: [ "\(pattern)" ] }
        \(more)    examples: { en: [ "word", "a word" ] }
            no_match: { en: [ "nothing", "none" ] }

        """
    }

    private static func check(_ rules: String) throws -> RuleCheck {
        let workspace = try RulesFolder(["rules/ask.yaml": "concept: ask\nrules:\n" + rules])
        return RuleCheck(rules: workspace.rules, lexicon: workspace.lexicon, languages: ShippedLanguages.all)
    }

    @Test("Nothing is wrong") func nothingIsWrong() throws {
        let check = try Self.check(Self.rule("ask.a") + Self.rule("ask.b"))
        #expect(check.problems == [])
        #expect(check.detector?.rules.count == 2)
    }

    @Test("Every rule is looked at") func everyRuleIsLookedAt() throws {
        let check = try Self.check(
            Self.rule("ask.a", weight: "7") + Self.rule("ask.b", pattern: "{word")
                + Self.rule("ask.c", more: "    odd: 1\n")
                + Self.rule("ask.d") + Self.rule("ask.d"))
        #expect(
            check.problems.map(\.reason) == [
                .weightOutOfRange(7), .unknownKey("odd"), .duplicateID("ask.d"), .pattern(.unbalanced),
            ])
        #expect(check.problems.map(\.line) == [7, 25, 36, 16])
        #expect(check.detector == nil)
    }

    @Test("Examples are run once all is well formed") func examplesAreRunOnceAllIsWellFormed() throws {
        let check = try Self.check(Self.rule("ask.a", pattern: "other") + Self.rule("ask.b", pattern: "none"))
        #expect(Set(check.problems.map { "\($0.reason)" }).count > 2)
        #expect(Set(check.problems.compactMap(\.line)).count > 2)
        #expect(check.detector != nil)
    }

    @Test("A missing folder is one problem") func aMissingFolderIsOneProblem() throws {
        let workspace = try RulesFolder()
        let check = RuleCheck(
            rules: workspace.root, lexicon: workspace.lexicon, languages: ShippedLanguages.all)
        #expect(check.problems == [RuleError(file: "groups.yaml", line: nil, reason: .unreadable)])
    }
}
