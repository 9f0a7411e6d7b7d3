import BundledResources
import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Shipped lexicon") struct ShippedLexiconTests {
    private let lexicon: Lexicon

    init() throws { lexicon = try ShippedRules.detector.get().lexicon }

    @Test(
        "Knows public suffixes",
        arguments: [
            ("www.usps.com", "usps.com"), ("a.b.co.uk", "b.co.uk"), ("x.dbs.com.sg", "dbs.com.sg"),
            ("shop.example.xn--p1ai", "example.xn--p1ai"), ("a.b.kobe.jp", "a.b.kobe.jp"),
            ("www.city.kobe.jp", "city.kobe.jp"), ("me.github.io", "me.github.io"), ("co.uk", nil),
        ] as [(String, String?)])
    func knowsPublicSuffixes(_ host: String, _ domain: String?) {
        #expect(lexicon.analyzer.suffixes.registrableDomain(of: host) == domain)
    }

    /// A subdomain alone would leave the rest of its site unknown.
    @Test("Organisations have registrable domains or suffixes")
    func organisationsHaveRegistrableDomainsOrSuffixes() {
        let suffixes = lexicon.analyzer.suffixes
        for organisation in lexicon.organisations.entries {
            for domain in organisation.domains {
                let registrable = suffixes.registrableDomain(of: domain)
                #expect(
                    registrable.map { !lexicon.organisations.owners(of: $0).isEmpty } ?? true,
                    "\(organisation.name): \(domain)")
                #expect(domain == domain.lowercased() && domain.contains(".") || registrable == nil)
            }
        }
    }

    @Test("Knows many organisations of many countries") func knowsManyOrganisationsOfManyCountries() {
        let entries = lexicon.organisations.entries
        #expect(entries.count >= 2500)
        #expect(Set(entries.map(\.kind)) == Set(OrganisationKind.allCases))
        var byCountry: [String: Int] = [:]
        for country in entries.flatMap(\.countries) { byCountry[country, default: 0] += 1 }
        #expect(byCountry.count { $0.key != "*" && $0.value >= 20 } >= 25)
        #expect(byCountry.keys.allSatisfy { $0 == "*" || ($0.utf8.count == 2 && $0 == $0.uppercased()) })
    }

    /// Neither organisations' domains nor hosts below them may count as imitations.
    @Test("No real domain is a lookalike") func noRealDomainIsALookalike() throws {
        let prefixes = [
            "", "www.", "m.", "login.", "secure.account.", "parcel-tracking.", "paypal.", "usps.com.",
        ]
        var link = try #require(lexicon.analyzer.analyze("https://a.com/track?id=1").entities.first?.link)
        for domain in Set(lexicon.organisations.entries.flatMap(\.domains)) {
            link.registrableDomain = lexicon.analyzer.suffixes.registrableDomain(of: domain)
            guard link.registrableDomain != nil, lexicon.freeHost(of: domain) == nil else { continue }
            for prefix in prefixes {
                link.host = prefix + domain
                #expect(lexicon.imitation(by: link) == nil, "\(link.host)")
            }
        }
    }

    /// A real domain that nobody has listed yet should seldom look like an imitation.
    @Test("Few real domains would be lookalikes if they were unknown")
    func fewRealDomainsWouldBeLookalikesIfTheyWereUnknown() throws {
        var alarms: [String] = []
        var count = 0
        var link = try #require(lexicon.analyzer.analyze("https://a.com").entities.first?.link)
        for domain in Set(lexicon.organisations.entries.flatMap(\.domains)) {
            link.host = domain
            link.registrableDomain = lexicon.analyzer.suffixes.registrableDomain(of: domain)
            count += 1
            let owners = Set(lexicon.organisations.owners(of: link.host))
            if lexicon.imitation(by: link, ignoring: owners) != nil { alarms.append(domain) }
        }
        #expect(count > 5000)
        #expect(alarms.count * 100 <= count, "\(alarms.sorted())")
    }

    @Test(
        "Finds well known kinds of imitation",
        arguments: [
            "usps-redelivery.top", "evri-parcel-fee.com", "hmrc-tax-refund.info", "amazom.shop",
            "netfIix-billing.com",
            "sunpass.com-pay.vip", "ezpass-unpaid-toll.com", "colissimo-livraison.com",
            "correos-paquete.info",
            "sparkasse-sicherheit.de.evil.top", "secure-chase-login.com", "dhl.zustellung-paket.top",
            "smbc-card.top", "royalmail-reschedule.com", "paypal.com.account-verify.icu",
            "wells-fargo-alert.com",
            "whatsapp.pages.dev", "xn--pypal-4ve.com", "singpass-verify.com", "mitid-opdatering.com",
        ])
    func findsWellKnownKindsOfImitation(_ host: String) throws {
        let link = try #require(lexicon.analyzer.analyze("https://\(host)/x").entities.first?.link)
        #expect(lexicon.imitation(by: link) != nil)
    }

    @Test(
        "Everyday words are nobodys name",
        arguments: [
            "applepie.example.com", "targetpractice.com", "chasewater.co.uk", "squaredance.org",
            "visaforchina.org",
            "discoverireland.ie", "wishingwell.com", "zoominfo.com", "upstart.com", "parishotels.fr",
            "orangejuice.com",
            "littleitaly.com", "postcodes.io", "mountainbike.com", "gardenshop.co.uk", "apple-orchard.com",
        ])
    func everydayWordsAreNobodysName(_ host: String) throws {
        let link = try #require(lexicon.analyzer.analyze("https://\(host)/x").entities.first?.link)
        #expect(lexicon.imitation(by: link) == nil)
    }

    @Test(
        "Knows names as messages write them",
        arguments: [
            ("USPS", "USPS"), ("U.S. Postal Service", "USPS"), ("Royal Mail", "Royal Mail"), ("HMRC", "HMRC"),
            ("E-ZPass", "E-ZPass"), ("SunPass", "SunPass"), ("La Poste", "La Poste"), ("DHL", "DHL"),
            ("Sparkasse", "Sparkasse"), ("国家反诈中心", "国家反诈中心"), ("ヤマト運輸", "Yamato Transport"),
        ])
    func knowsNamesAsMessagesWriteThem(_ text: String, _ name: String) {
        let mentions = lexicon.organisations.mentions(in: lexicon.analyzer.analyze("\(text): hello"))
        #expect(mentions.map { lexicon.organisations.entries[$0.organisation].name }.contains(name))
    }

    @Test(
        "Everyday words name nobody",
        arguments: [
            "an apple", "on target", "chase it", "the square", "a wish", "indeed", "discover it", "zoom in",
        ])
    func everydayWordsNameNobody(_ text: String) {
        #expect(lexicon.organisations.mentions(in: lexicon.analyzer.analyze(text)).isEmpty)
    }

    @Test("Reporting places exist for many countries") func reportingPlacesExistForManyCountries() throws {
        let book = try AdviceBook(directory: BundledResources.lexicon)
        var verdict = Verdict.noText(rulesVersion: "1")
        verdict.riskLevel = .high
        verdict.scamType = .romance
        let general = book.advice(for: verdict, country: nil, in: ShippedTexts.english).report
        let countries = Set(lexicon.organisations.entries.flatMap(\.countries))
        let covered = countries.count {
            book.advice(for: verdict, country: $0, in: ShippedTexts.english).report != general
        }
        #expect(covered >= 25)
    }

    @Test("Lists hold plain domains") func listsHoldPlainDomains() {
        for domain in lexicon.shorteners.union(lexicon.freeHosts) {
            #expect(domain.contains(".") && !domain.contains("/") && !domain.hasPrefix("."), "\(domain)")
        }
        #expect(lexicon.suffixRisks.keys.allSatisfy { !$0.hasPrefix(".") })
        #expect(lexicon.analyzer.confusables.count > 0)
    }

    @Test("There is advice on every type", arguments: ScamType.allCases)
    func thereIsAdviceOnEveryType(_ type: ScamType) throws {
        let book = try AdviceBook(directory: BundledResources.lexicon)
        var verdict = Verdict.noText(rulesVersion: "1")
        verdict.riskLevel = .high
        verdict.scamType = type
        let advice = book.advice(for: verdict, country: nil, in: ShippedTexts.english)
        #expect(!advice.now.isEmpty && !advice.ifYouAlready.isEmpty && !advice.report.isEmpty)
        #expect(advice.report.allSatisfy { $0.url != nil || $0.phone != nil })
    }

    @Test("There is advice without an alarm", arguments: [RiskLevel.low, .unknown])
    func thereIsAdviceWithoutAnAlarm(_ level: RiskLevel) throws {
        var verdict = Verdict.noText(rulesVersion: "1")
        verdict.riskLevel = level
        let advice = try AdviceBook(directory: BundledResources.lexicon).advice(
            for: verdict, country: "US", in: ShippedTexts.english)
        #expect(!advice.now.isEmpty)
        #expect(advice.report.isEmpty)
    }
}
