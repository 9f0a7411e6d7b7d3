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

    /// A valid rule of ten lines, after the three lines of the file's head.
    private static let good = """
        group: ask
        language: en
        rules:
          - id: ask.code
            title: Asks for a code
            description: It asks.
            category: otp_request
            weight: 2.5
            patterns: [ "send ... code" ]
            unless: [ "never send" ]
            examples:
              match: [ "send the code", "send me that code" ]
              no_match: [ "the code", "never send a code" ]

        """

    private static func changed(_ from: String, _ to: String) -> String { good.replacing(from, with: to) }

    private static let composites = """
          - id: ask.one
            title: One
            description: One.
            category: any
            weight: 1
            all: [ ask.two ]
            examples: { match: [ a, b ], no_match: [ c, d ] }
          - id: ask.two
            title: Two
            description: Two.
            category: any
            weight: 1
            any: [ ask.code, ask.one ]
            examples: { match: [ a, b ], no_match: [ c, d ] }

        """

    static let cases = [
        Case(
            name: "unknown key", yaml: changed("weight: 2.5", "weight: 2.5\n    wieght: 1"), line: 9,
            reason: .unknownKey("wieght")),
        Case(name: "unknown root key", yaml: good + "more: 1\n", line: 14, reason: .unknownKey("more")),
        Case(
            name: "unknown examples key", yaml: changed("no_match", "nomatch"), line: 13,
            reason: .unknownKey("nomatch")),
        Case(
            name: "duplicate key", yaml: changed("title: Asks", "title: x\n    title: Asks"), line: nil,
            reason: .invalidYAML("duplicate key title")),
        Case(
            name: "missing title", yaml: changed("    title: Asks for a code\n", ""), line: 4,
            reason: .missingKey("reason")),
        Case(
            name: "duplicate id",
            yaml: good + good.split(separator: "\n").dropFirst(3).joined(separator: "\n"), line: 14,
            reason: .duplicateID("ask.code")),
        Case(
            name: "id of another group", yaml: changed("ask.code", "link.code"), line: 4,
            reason: .idOutsideGroup(id: "link.code", group: "ask")),
        Case(
            name: "id without a name", yaml: changed("ask.code", "ask."), line: 4,
            reason: .idOutsideGroup(id: "ask.", group: "ask")),
        Case(
            name: "id in capitals", yaml: changed("ask.code", "ask.Code"), line: 4,
            reason: .idOutsideGroup(id: "ask.Code", group: "ask")),
        Case(
            name: "unknown group", yaml: changed("group: ask", "group: asks"), line: 1,
            reason: .unknownValue(key: "group", value: "asks")),
        Case(
            name: "unknown scam type", yaml: changed("otp_request", "otp"), line: 7,
            reason: .unknownValue(key: "category", value: "otp")),
        Case(
            name: "type that groups.yaml lacks", yaml: changed("otp_request", "romance"), line: 7,
            reason: .unknownValue(key: "category", value: "romance")),
        Case(
            name: "unknown entity", yaml: changed("... code", "<codes>"), line: 9,
            reason: .pattern(.unknownEntity("codes"))),
        Case(
            name: "unknown feature",
            yaml: changed(
                "patterns: [ \"send ... code\" ]\n    unless: [ \"never send\" ]", "feature: link.none"),
            line: 9, reason: .unknownValue(key: "feature", value: "link.none")),
        Case(
            name: "replies with a weight", yaml: changed("weight: 2.5", "weight: 2.5\n    in: replies"),
            line: 9, reason: .weightOutOfRange(2.5)),
        Case(
            name: "in nowhere", yaml: changed("weight: 2.5", "weight: 0\n    in: subjects"), line: 9,
            reason: .unknownValue(key: "in", value: "subjects")),
        Case(
            name: "later beside patterns",
            yaml: changed("weight: 2.5", "weight: 2.5\n    later: [ ask.code ]"),
            line: 9, reason: .expected("all or any beside it")),
        Case(
            name: "within beside patterns", yaml: changed("weight: 2.5", "weight: 2.5\n    within: 3"),
            line: 9, reason: .expected("all or any beside it")),
        Case(
            name: "within no turns",
            yaml: good
                + composites.replacing(
                    "any: [ ask.code, ask.one ]", with: "any: [ ask.code ]\n    within: 0"),
            line: 27, reason: .expected("a number of turns from 1 to 99")),
        Case(
            name: "later of an unknown rule",
            yaml: good
                + composites.replacing(
                    "any: [ ask.code, ask.one ]", with: "any: [ ask.code ]\n    later: [ ask.x ]"),
            line: 27, reason: .unknownRule("ask.x")),
        Case(
            name: "two kinds", yaml: changed("weight: 2.5", "weight: 2.5\n    feature: link.port"), line: 4,
            reason: .notExactlyOneKind),
        Case(
            name: "no kind",
            yaml: changed(
                "patterns: [ \"send ... code\" ]\n    unless: [ \"never send\" ]", "references: []"), line: 4,
            reason: .notExactlyOneKind),
        Case(
            name: "unless without patterns",
            yaml: changed("patterns: [ \"send ... code\" ]", "feature: link.port"), line: 10,
            reason: .unlessWithoutPatterns),
        Case(
            name: "no patterns", yaml: changed("[ \"send ... code\" ]", "[]"), line: 9,
            reason: .expected("at least one pattern")),
        Case(
            name: "patterns as text", yaml: changed("[ \"send ... code\" ]", "send code"), line: 9,
            reason: .expected("list")),
        Case(
            name: "bad pattern", yaml: changed("send ... code", "{send|"), line: 9,
            reason: .pattern(.emptyAlternative)),
        Case(
            name: "bad exception", yaml: changed("never send", "never ..."), line: 10,
            reason: .pattern(.gapAtEdge)),
        Case(
            name: "pattern no example reaches",
            yaml: changed("[ \"send ... code\" ]", "[ \"send ... code\",\n      \"give code\" ]"), line: 10,
            reason: .unreachedPattern("give code")),
        Case(
            name: "exception no example needs",
            yaml: changed("[ \"never send\" ]", "[ \"never send\",\n      \"the pin\" ]"), line: 11,
            reason: .unreachedUnless("the pin")),
        Case(
            name: "one match example", yaml: changed(", \"send me that code\"", ""), line: 12,
            reason: .tooFewExamples(side: "match")),
        Case(
            name: "one no_match example", yaml: changed("\"the code\", ", ""), line: 12,
            reason: .tooFewExamples(side: "no_match")),
        Case(
            name: "match example that doesn't",
            yaml: changed("\"send me that code\"", "\n        \"send me\""), line: 13,
            reason: .exampleNotMatched),
        Case(
            name: "no_match example that does", yaml: changed("\"the code\"", "\"send a code\""), line: 13,
            reason: .exampleMatched),
        Case(
            name: "weight not a number", yaml: changed("2.5", "heavy"), line: 8, reason: .expected("number")),
        Case(
            name: "weight infinite", yaml: changed("2.5", "inf"), line: 8,
            reason: .expected("number")),
        Case(name: "weight too large", yaml: changed("2.5", "6.1"), line: 8, reason: .weightOutOfRange(6.1)),
        Case(name: "negative weight", yaml: changed("2.5", "-1"), line: 8, reason: .weightOutOfRange(-1)),
        Case(
            name: "positive weight in protective",
            yaml: changed("group: ask", "group: protective").replacing("ask.code", with: "protective.code"),
            line: 8, reason: .weightOutOfRange(2.5)),
        Case(
            name: "long title", yaml: changed("Asks for a code", String(repeating: "x", count: 61)), line: 5,
            reason: .titleTooLong(limit: 60)),
        Case(
            name: "unknown part", yaml: good + composites.replacing("ask.two ]", with: "ask.three ]"),
            line: 19, reason: .unknownRule("ask.three")),
        Case(name: "cycle", yaml: good + composites, line: 14, reason: .cycle("ask.one")),
        Case(
            name: "only none", yaml: good + composites.replacing("all:", with: "none:"), line: 14,
            reason: .missingKey("all")),
        Case(
            name: "broken YAML", yaml: "group: ask\nrules: }\n", line: 2,
            reason: .invalidYAML("did not find expected node content")),
        Case(name: "empty file", yaml: "", line: nil, reason: .expected("mapping")),
        Case(name: "a list", yaml: "- a\n", line: 1, reason: .expected("mapping")),
    ]

    @Test("Refuses", arguments: cases)
    func refuses(_ sample: Case) throws {
        let workspace = try RulesFolder(["rules/en/ask.yaml": sample.yaml])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.file == "en/ask.yaml")
        #expect(error?.reason == sample.reason)
        if sample.line != nil { #expect(error?.line == sample.line) }
    }

    @Test("Accepts the rule these are made from") func acceptsTheRuleTheseAreMadeFrom() throws {
        let detector = try RulesFolder(["rules/en/ask.yaml": Self.good]).detector()
        #expect(detector.rules.map(\.id) == ["ask.code"])
        #expect(detector.rulesVersion == "1.2.3")
    }

    @Test("Refuses an ID that another file has") func refusesAnIDThatAnotherFileHas() throws {
        let spanish = Self.good.replacing("language: en", with: "language: es")
        let workspace = try RulesFolder(["rules/en/ask.yaml": Self.good, "rules/es/ask.yaml": spanish])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error == RuleError(file: "es/ask.yaml", line: 4, reason: .duplicateID("ask.code")))
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
