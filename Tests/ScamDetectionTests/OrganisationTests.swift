import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Organisation") struct OrganisationTests {
    private let lexicon: Lexicon

    init() throws { lexicon = try RulesFolder().detector().lexicon }

    private var organisations: Organisations { lexicon.organisations }

    private func names(_ text: String, includesCommon: Bool = false) -> [String] {
        organisations.mentions(in: lexicon.analyzer.analyze(text), includesCommon: includesCommon)
            .map { organisations.entries[$0.organisation].name }
    }

    @Test("Reads every column") func readsEveryColumn() throws {
        let state = try #require(organisations.entries.first { $0.name == "State" })
        #expect(state.domains == ["gov.uk", "gov"])
        #expect(state.kind == .government && state.countries == ["GB"])
        #expect(!state.isOpen && !state.isMajor)
        #expect(organisations.entries.filter(\.isOpen).map(\.name) == ["Chat"])
        #expect(organisations.entries.filter(\.isMajor).map(\.name) == ["PayPal"])
        #expect(organisations.entries.first { $0.name == "Nameless" }?.domains == [])
    }

    @Test(
        "Knows owners",
        arguments: [
            ("usps.com", ["USPS"]), ("tools.usps.com", ["USPS"]), ("hmrc.gov.uk", ["State"]),
            ("xusps.com", []),
            ("com", []), ("", []), ("usps.com.top", []), (".usps.com", ["USPS"]),
        ] as [(String, [String])])
    func knowsOwners(_ host: String, _ expected: [String]) {
        #expect(organisations.owners(of: host).map { organisations.entries[$0].name } == expected)
    }

    @Test(
        "Finds names",
        arguments: [
            ("Your USPS parcel", ["USPS"]), ("The US Postal Service called", ["USPS"]),
            ("Your Apple ID is locked", ["Apple"]), ("an apple a day", []), ("on target for Target", []),
            ("Target Circle and klein bank", ["Target", "Kleinbank"]), ("the parcel", []),
        ] as [(String, [String])])
    func findsNames(_ text: String, _ expected: [String]) {
        #expect(names(text) == expected)
    }

    @Test(
        "Finds everyday names on request",
        arguments: [
            ("an apple a day", ["Apple"]), ("on target", ["Target"]), ("Apple ID", ["Apple"]),
            ("USPS", ["USPS"]),
        ] as [(String, [String])])
    func findsEverydayNamesOnRequest(_ text: String, _ expected: [String]) {
        #expect(names(text, includesCommon: true) == expected)
    }

    @Test("Tells everyday names") func tellsEverydayNames() {
        let text = lexicon.analyzer.analyze("Target, USPS")
        let mentions = organisations.mentions(in: text, includesCommon: true)
        #expect(mentions.map(\.isCommon) == [true, false])
        #expect(mentions.map(\.tokens) == [0..<1, 1..<2])
    }

    @Test("Reads every file of the folder") func readsEveryFileOfTheFolder() throws {
        let workspace = try RulesFolder([
            "lexicon/organisations/2.tsv": "Two\ttwo\ttwo.com\tbank\t*\n",
            "lexicon/organisations/README.md": "no table",
        ])
        let entries = try workspace.detector().lexicon.organisations.entries
        #expect(entries.count == organisations.entries.count + 1)
        #expect(entries.last?.domains == ["two.com"])
    }

    @Test("A longer listed host wins") func aLongerListedHostWins() throws {
        let workspace = try RulesFolder([
            "lexicon/organisations/2.tsv": "Lab\tusps lab\tlab.usps.com\tsoftware\tUS\n"
        ])
        let organisations = try workspace.detector().lexicon.organisations
        #expect(organisations.owners(of: "x.lab.usps.com").map { organisations.entries[$0].name } == ["Lab"])
        #expect(organisations.owners(of: "x.usps.com").map { organisations.entries[$0].name } == ["USPS"])
    }
}
