import BundledResources
import ScamDetection
import Testing
import TextAnalysis

@Suite struct ShippedLexiconTests {
    private let lexicon: Lexicon

    init() throws { lexicon = try ShippedRules.detector.get().lexicon }

    @Test(
        arguments: [
            ("www.usps.com", "usps.com"), ("a.b.co.uk", "b.co.uk"), ("x.dbs.com.sg", "dbs.com.sg"),
            ("shop.example.xn--p1ai", "example.xn--p1ai"), ("a.b.kobe.jp", "a.b.kobe.jp"),
            ("www.city.kobe.jp", "city.kobe.jp"), ("me.github.io", "me.github.io"), ("co.uk", nil),
        ] as [(String, String?)])
    func knowsPublicSuffixes(_ host: String, _ domain: String?) {
        #expect(lexicon.analyzer.suffixes.registrableDomain(of: host) == domain)
    }

    /// A subdomain would leave the rest of its site unknown.
    @Test func organisationsHaveRegistrableDomainsOrSuffixes() {
        let suffixes = lexicon.analyzer.suffixes
        for organisation in lexicon.organisations.entries {
            for domain in organisation.domains {
                let registrable = suffixes.registrableDomain(of: domain)
                #expect(registrable == nil || registrable == domain, "\(organisation.name)")
            }
        }
        #expect(!lexicon.organisations.entries.isEmpty)
    }

    @Test func listsHoldPlainDomains() {
        for domain in lexicon.shorteners.union(lexicon.freeHosts) {
            #expect(domain.contains(".") && !domain.contains("/") && !domain.hasPrefix("."), "\(domain)")
        }
        #expect(lexicon.suffixRisks.keys.allSatisfy { !$0.hasPrefix(".") })
        #expect(lexicon.analyzer.confusables.count > 0)
    }

    @Test(arguments: ScamType.allCases)
    func thereIsAdviceOnEveryType(_ type: ScamType) throws {
        let book = try AdviceBook(directory: BundledResources.lexicon)
        var verdict = Verdict.noText(rulesVersion: "1")
        verdict.riskLevel = .high
        verdict.scamType = type
        let advice = book.advice(for: verdict, country: nil)
        #expect(!advice.now.isEmpty && !advice.ifYouAlready.isEmpty && !advice.report.isEmpty)
        #expect(advice.report.allSatisfy { $0.url != nil || $0.phone != nil })
    }

    @Test(arguments: [Verdict.RiskLevel.low, .unknown])
    func thereIsAdviceWithoutAnAlarm(_ level: Verdict.RiskLevel) throws {
        var verdict = Verdict.noText(rulesVersion: "1")
        verdict.riskLevel = level
        let advice = try AdviceBook(directory: BundledResources.lexicon).advice(for: verdict, country: "US")
        #expect(!advice.now.isEmpty)
        #expect(advice.report.isEmpty)
    }
}
