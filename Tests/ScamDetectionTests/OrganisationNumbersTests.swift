import ScamDetection
import TestSupport
import Testing

@Suite("Organisation numbers") struct OrganisationNumbersTests {
    @Test(
        "Knows whose number it is, however it is dialled",
        arguments: [
            ("8005550101", ["USPS"]), ("18005550101", ["USPS"]), ("+18005550101", ["USPS"]),
            ("0018005550101", ["USPS"]), ("08005550102", ["Phoneco"]), ("+448005550102", ["Phoneco"]),
            ("116117", ["Phoneco"]), ("0116117", []), ("8005550103", []), ("1", []), ("", []),
        ] as [(String, [String])])
    func knowsWhoseNumberItIs(_ number: String, _ expected: [String]) throws {
        let lexicon = try RulesFolder().detector().lexicon
        let owners = lexicon.numbers.owners(of: number)
        #expect(owners.map { lexicon.organisations.entries[$0].name } == expected)
    }

    @Test(
        "Refuses numbers of nobody, and what is no number",
        arguments: [
            "unknown.com\t+1 8005550101", "usps.com\t+18005550101", "usps.com\t611", "usps.com\t800-555-0101",
            "usps.com",
        ])
    func refuses(_ line: String) throws {
        let workspace = try RulesFolder(["lexicon/numbers.tsv": "# x\n\(line)\n"])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error == RuleError(file: "numbers.tsv", line: 2, reason: .malformedLine))
    }
}
