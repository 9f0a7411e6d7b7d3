import ScamDetection
import TestSupport
import Testing

@Suite("Refusal") struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var yaml: String
        var line: Int?
        var reason: RuleError.Reason
        var testDescription: String { name }
    }

    /// A valid rule of nine lines, after the two lines of the file's head.
    private static let good = """
        concept: ask
        rules:
          - id: ask.code
            title: Asks for a code
            description: It asks.
            category: otp_request
            weight: 2.5
            patterns: { en: [ "send ... code" ] }
            unless: { en: [ "never send" ] }
            examples: { en: [ "send the code", "send me that code" ] }
            no_match: { en: [ "the code", "never send a code" ] }

        """

    private static func changed(_ from: String, _ to: String) -> String { good.replacing(from, with: to) }

    private static let composites = """
          - id: ask.one
            title: One
            description: One.
            category: any
            weight: 1
            all: [ ask.two ]
            examples: { en: [ a, b ] }
            no_match: { en: [ c, d ] }
          - id: ask.two
            title: Two
            description: Two.
            category: any
            weight: 1
            any: [ ask.code, ask.one ]
            examples: { en: [ a, b ] }
            no_match: { en: [ c, d ] }

        """

    static let cases = [
        Case(
            name: "unknown key", yaml: changed("weight: 2.5", "weight: 2.5\n    wieght: 1"), line: 8,
            reason: .unknownKey("wieght")),
        Case(name: "unknown root key", yaml: good + "more: 1\n", line: 12, reason: .unknownKey("more")),
        Case(
            name: "duplicate key", yaml: changed("title: Asks", "title: x\n    title: Asks"), line: nil,
            reason: .invalidYAML("duplicate key title")),
        Case(
            name: "missing title", yaml: changed("    title: Asks for a code\n", ""), line: 3,
            reason: .missingKey("reason")),
        Case(
            name: "duplicate id",
            yaml: good + good.split(separator: "\n").dropFirst(2).joined(separator: "\n"), line: 12,
            reason: .duplicateID("ask.code")),
        Case(
            name: "id of another group", yaml: changed("ask.code", "asks.code"), line: 3,
            reason: .malformedID("asks.code")),
        Case(
            name: "id without a name", yaml: changed("ask.code", "ask."), line: 3,
            reason: .malformedID("ask.")),
        Case(
            name: "id in capitals", yaml: changed("ask.code", "ask.Code"), line: 3,
            reason: .malformedID("ask.Code")),
        Case(
            name: "unknown scam type", yaml: changed("otp_request", "otp"), line: 6,
            reason: .unknownValue(key: "category", value: "otp")),
        Case(
            name: "type that groups.yaml lacks", yaml: changed("otp_request", "romance"), line: 6,
            reason: .unknownValue(key: "category", value: "romance")),
        Case(
            name: "unknown entity", yaml: changed("... code", "<codes>"), line: 8,
            reason: .pattern(.unknownEntity("codes"))),
        Case(
            name: "unknown feature",
            yaml: changed(
                "patterns: { en: [ \"send ... code\" ] }\n    unless: { en: [ \"never send\" ] }",
                "feature: link.none"),
            line: 8, reason: .unknownValue(key: "feature", value: "link.none")),
        Case(
            name: "replies with a weight", yaml: changed("weight: 2.5", "weight: 2.5\n    in: replies"),
            line: 8, reason: .weightOutOfRange(2.5)),
        Case(
            name: "in nowhere", yaml: changed("weight: 2.5", "weight: 0\n    in: subjects"), line: 8,
            reason: .unknownValue(key: "in", value: "subjects")),
        Case(
            name: "later beside patterns",
            yaml: changed("weight: 2.5", "weight: 2.5\n    later: [ ask.code ]"),
            line: 8, reason: .expected("all or any beside it")),
        Case(
            name: "within beside patterns", yaml: changed("weight: 2.5", "weight: 2.5\n    within: 3"),
            line: 8, reason: .expected("all or any beside it")),
        Case(
            name: "within no turns",
            yaml: good
                + composites.replacing(
                    "any: [ ask.code, ask.one ]", with: "any: [ ask.code ]\n    within: 0"),
            line: 26, reason: .expected("a number of turns from 1 to 99")),
        Case(
            name: "later of an unknown rule",
            yaml: good
                + composites.replacing(
                    "any: [ ask.code, ask.one ]", with: "any: [ ask.code ]\n    later: [ ask.x ]"),
            line: 26, reason: .unknownRule("ask.x")),
        Case(
            name: "two kinds", yaml: changed("weight: 2.5", "weight: 2.5\n    feature: link.port"), line: 3,
            reason: .notExactlyOneKind),
        Case(
            name: "no kind",
            yaml: changed(
                "patterns: { en: [ \"send ... code\" ] }\n    unless: { en: [ \"never send\" ] }",
                "references: []"), line: 3,
            reason: .notExactlyOneKind),
        Case(
            name: "unless without patterns",
            yaml: changed("patterns: { en: [ \"send ... code\" ] }", "feature: link.port"), line: 9,
            reason: .unlessWithoutPatterns),
        Case(
            name: "no patterns", yaml: changed("[ \"send ... code\" ]", "[]"), line: 8,
            reason: .expected("at least one pattern")),
        Case(
            name: "patterns as text", yaml: changed("[ \"send ... code\" ]", "send code"), line: 8,
            reason: .expected("list")),
        Case(
            name: "bad pattern", yaml: changed("send ... code", "{send|"), line: 8,
            reason: .pattern(.emptyAlternative)),
        Case(
            name: "bad exception", yaml: changed("never send", "never ..."), line: 9,
            reason: .pattern(.gapAtEdge)),
        Case(
            name: "pattern no example reaches",
            yaml: changed("[ \"send ... code\" ]", "[ \"send ... code\",\n      \"give code\" ]"), line: 9,
            reason: .unreachedPattern("give code")),
        Case(
            name: "exception no example needs",
            yaml: changed("[ \"never send\" ]", "[ \"never send\",\n      \"the pin\" ]"), line: 10,
            reason: .unreachedUnless("the pin")),
        Case(
            name: "one match example", yaml: changed(", \"send me that code\"", ""), line: 10,
            reason: .tooFewExamples),
        Case(
            name: "match example that doesn't",
            yaml: changed("\"send me that code\"", "\n        \"send me\""), line: 11,
            reason: .exampleNotMatched),
        Case(
            name: "no_match example that does", yaml: changed("\"the code\"", "\"send a code\""), line: 11,
            reason: .exampleMatched),
        Case(
            name: "weight not a number", yaml: changed("2.5", "heavy"), line: 7, reason: .expected("number")),
        Case(
            name: "weight infinite", yaml: changed("2.5", "inf"), line: 7,
            reason: .expected("number")),
        Case(name: "weight too large", yaml: changed("2.5", "6.1"), line: 7, reason: .weightOutOfRange(6.1)),
        Case(name: "negative weight", yaml: changed("2.5", "-1"), line: 7, reason: .weightOutOfRange(-1)),
        Case(
            name: "positive weight in protective",
            yaml: changed("ask.code", "protective.code"),
            line: 7, reason: .weightOutOfRange(2.5)),
        Case(
            name: "long title", yaml: changed("Asks for a code", String(repeating: "x", count: 61)), line: 4,
            reason: .titleTooLong(limit: 60)),
        Case(
            name: "unknown part", yaml: good + composites.replacing("ask.two ]", with: "ask.three ]"),
            line: 17, reason: .unknownRule("ask.three")),
        Case(name: "cycle", yaml: good + composites, line: 12, reason: .cycle("ask.one")),
        Case(
            name: "only none", yaml: good + composites.replacing("all:", with: "none:"), line: 12,
            reason: .notExactlyOneKind),
        Case(
            name: "a language that isn't known", yaml: changed("patterns: { en:", "patterns: { xx:"), line: 8,
            reason: .unknownValue(key: "language", value: "xx")),
        Case(
            name: "an exception in another language", yaml: changed("unless: { en:", "unless: { fr:"),
            line: 9,
            reason: .unlessWithoutPatterns),
        Case(
            name: "none beside patterns", yaml: changed("weight: 2.5", "weight: 2.5\n    none: [ ask.code ]"),
            line: 8, reason: .expected("all or any beside it")),
        Case(
            name: "all rules of a group together",
            yaml: good + composites.replacing("ask.two ]", with: "group ask ]"),
            line: 17, reason: .unknownRule("group ask")),
        Case(
            name: "broken YAML", yaml: "concept: ask\nrules: }\n", line: 2,
            reason: .invalidYAML("did not find expected node content")),
        Case(name: "empty file", yaml: "", line: nil, reason: .expected("mapping")),
        Case(name: "a list", yaml: "- a\n", line: 1, reason: .expected("mapping")),
    ]

    @Test("Refuses", arguments: cases)
    func refuses(_ sample: Case) throws {
        let workspace = try RulesFolder(["rules/ask.yaml": sample.yaml])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.file == "ask.yaml")
        #expect(error?.reason == sample.reason)
        if sample.line != nil { #expect(error?.line == sample.line) }
    }

    @Test("Accepts the rule these are made from") func acceptsTheRuleTheseAreMadeFrom() throws {
        let detector = try RulesFolder(["rules/ask.yaml": Self.good]).detector()
        #expect(detector.rules.map(\.id) == ["ask.code"])
        #expect(detector.rulesVersion == "1.2.3")
    }

    @Test("Refuses an ID that another file has") func refusesAnIDThatAnotherFileHas() throws {
        let workspace = try RulesFolder(["rules/ask.yaml": Self.good, "rules/two.yaml": Self.good])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error == RuleError(file: "two.yaml", line: 3, reason: .duplicateID("ask.code")))
    }

    @Test(
        "Refuses settings",
        arguments: [
            ("ask: { cap: 6.0 }", "asks: { cap: 6.0 }", .unknownValue(key: "groups", value: "asks")),
            ("  ask: { cap: 6.0 }\n", "", .missingKey("ask")),
            ("cap: 6.0", "cap: 0", .expected("number above 0")),
            ("cap: 6.0", "cup: 6.0", .unknownKey("cup")),
            ("medium: 0.5", "medium: 0.99", .expected("0 < medium < high < 1")),
            ("slope: 1.0", "slope: nan", .expected("number")),
            ("category: payment_scam", "category: theft", .unknownValue(key: "category", value: "theft")),
            ("delivery:", "parcels:", .unknownValue(key: "scam_types", value: "parcels")),
        ] as [(String, String, RuleError.Reason)])
    func refusesSettings(_ from: String, _ to: String, _ reason: RuleError.Reason) throws {
        let workspace = try RulesFolder(["rules/groups.yaml": RulesFolder.groups.replacing(from, with: to)])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.file == "groups.yaml")
        #expect(error?.reason == reason)
    }

    @Test(
        "Refuses lexicon lines",
        arguments: [
            ("organisations/1.tsv", "USPS\tusps\n", 1),
            ("organisations/2.tsv", "# x\nUSPS\tusps\tusps.com\tpostman\tUS\n", 2),
            ("organisations/2.tsv", "USPS\tusps\tusps.com\tcarrier\tUS\topen|shut\n", 1),
            ("host_words.tsv", "bank\n", 1), ("host_words.tsv", "bank\tbait|hook\n", 1),
            ("host_words.tsv", "bank\t\n", 1), ("host_words.tsv", "bank\tbait\nbank\tfiller\n", 2),
            ("host_words.tsv", "\tbait\n", 1), ("tlds.tsv", "# x\n\ntop\thigh\n", 3),
            ("tlds.tsv", "top\n", 1),
        ])
    func refusesLexiconLines(_ file: String, _ text: String, _ line: Int) throws {
        let workspace = try RulesFolder(["lexicon/\(file)": text])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error == RuleError(file: file, line: line, reason: .malformedLine))
    }

    @Test(
        "Refuses missing files",
        arguments: [
            "rules/groups.yaml", "lexicon/organisations", "lexicon/public_suffix_list.dat",
            "lexicon/shorteners.txt", "lexicon/host_words.tsv", "lexicon/numbers.tsv",
        ])
    func refusesMissingFiles(_ file: String) throws {
        let workspace = try RulesFolder()
        try workspace.remove(file)
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.reason == .unreadable)
        #expect(error?.file == String(file.split(separator: "/")[1]))
    }
}
