import Foundation
import Testing

@testable import Texts

@Suite("Texts with placeholders") struct MessagePatternTests {
    private func said(_ pattern: String, _ count: Int? = nil, _ texts: [String: String] = [:]) throws
        -> String
    {
        try MessagePattern(pattern).formatted(
            plural: { $0 == 1 ? "one" : "other" }, number: { $0 == "n" ? count : nil },
            text: { texts[$0] ?? ($0 == "n" ? count.map(String.init) : nil) })
    }

    @Test(
        "A placeholder is filled",
        arguments: [
            ("plain", "plain"), ("It's {a}.", "It's x."), ("{ a }{a}", "xx"), ("'{'a'}'", "{a}"),
            ("It''s", "It's"), ("{b}", "{b}"), ("don't '{a}", "don't {a}"),
        ])
    func placeholders(_ pattern: String, _ expected: String) throws {
        #expect(try said(pattern, nil, ["a": "x"]) == expected)
    }

    @Test(
        "A plural has its number and its word",
        arguments: [
            ("{n, plural, one {# line} other {# lines}}", 1, "1 line"),
            ("{n, plural, one {# line} other {# lines}}", 0, "0 lines"),
            ("{n,plural,=0{none}one{one}other{#}}", 0, "none"),
            ("a {n, plural, other {{n} of {m}}} b", 3, "a 3 of y b"),
            ("{n, plural, one {{s, select, f {her #} other {their #}}} other {-}}", 1, "her 1"),
        ])
    func plurals(_ pattern: String, _ count: Int, _ expected: String) throws {
        #expect(try said(pattern, count, ["m": "y", "s": "f"]) == expected)
    }

    @Test(
        "Refuses what it can't say",
        arguments: [
            ("{", .unbalanced), ("a}", .unbalanced), ("{a, date}", .unknownPlaceholder("a")),
            ("{n, plural, one {x}}", .noOther("n")), ("{n, plural, other {x}", .unbalanced),
            ("{!}", .unknownPlaceholder("!")), ("{n, plural, other x}", .unbalanced),
            (String(repeating: "{n, plural, other {", count: 9), .tooDeep),
        ] as [(String, MessagePatternError)])
    func refuses(_ pattern: String, _ error: MessagePatternError) {
        #expect(throws: error) { try MessagePattern(pattern) }
    }
}
