import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Lookalike") struct LookalikeTests {
    private let lexicon: Lexicon

    init() throws { lexicon = try RulesFolder().detector().lexicon }

    private func imitation(_ address: String, ignoring ignored: Set<Int> = []) throws -> HostImitation? {
        let link = lexicon.analyzer.analyze("https://\(address)").entities.first?.link
        return lexicon.imitation(by: try #require(link, "\(address)"), ignoring: ignored)
    }

    private func name(_ imitation: HostImitation?) -> String? {
        imitation?.organisation.map { lexicon.organisations.entries[$0].name }
    }

    static let imitations: [(String, HostImitation.Technique, String?)] = [
        ("paypa1.com", .confusable, "PayPal"), ("paypaI.com", .confusable, "PayPal"),
        ("pаypal.com", .confusable, "PayPal"), ("xn--pypal-4ve.com", .confusable, "PayPal"),
        ("páypal.com", .confusable, "PayPal"), ("us-ps-u5ps.com", .confusable, "USPS"),
        ("kleinanzeigenbamk.de", .misspelled, "Kleinbank"), ("payapl.com", .misspelled, "PayPal"),
        ("paypol.com", .misspelled, "PayPal"), ("appel.com", .misspelled, "Apple"),
        ("secure-paypol.com", .misspelled, "PayPal"),
        ("pay-pal.com", .hyphenated, "PayPal"),
        ("usps-redelivery.top", .decorated, "USPS"), ("uspstracking.top", .decorated, "USPS"),
        ("paypal-x.com", .decorated, "PayPal"), ("securepaypal.com", .decorated, "PayPal"),
        ("dhl-parcel.com", .decorated, "DHL"), ("dhlparcel.com", .decorated, "DHL"),
        ("target-login.com", .decorated, "Target"), ("xkleinanzeigenbankx.de", .decorated, "Kleinbank"),
        ("usps.top", .otherSuffix, "USPS"), ("paypal.github.io", .otherSuffix, "PayPal"),
        ("paypal.com.evil.de", .subdomain, "PayPal"), ("usps.com-x.de", .subdomain, "USPS"),
        ("usps.evil.de", .subdomain, "USPS"), ("dhl.track-parcel.de", .subdomain, "DHL"),
        ("www.gov.uk.evil.de", .subdomain, "State"), ("usps-login.evil.de", .decorated, "USPS"),
        ("parcels.com-x.de", .embeddedSuffix, nil), ("site.co.uk.evil.de", .embeddedSuffix, nil),
        ("a.com.evil.de", .embeddedSuffix, nil), ("site.co.uk-x.de", .embeddedSuffix, nil),
        ("evil.de/paypal.com/login", .path, "PayPal"), ("evil.de/a?to=usps.com", .path, "USPS"),
        ("evil.de/USPS/track", .path, "USPS"),
    ]

    @Test("Finds", arguments: imitations)
    func finds(_ address: String, _ technique: HostImitation.Technique, _ organisation: String?) throws {
        let found = try imitation(address)
        #expect(found?.technique == technique)
        #expect(name(found) == organisation)
    }

    @Test(
        "Leaves alone",
        arguments: [
            // Organisations' own domains and hosts below them.
            "usps.com", "www.usps.com/track", "login.paypal.com", "paypal.me.uk", "hmrc.gov.uk",
            "dhl.de/paypal.com",
            // Everyday words and short names, for which more evidence is needed.
            "targetpractice.com", "target-practice.com", "my-target.com", "retarget.com", "applepie.com",
            "dhlx.com",
            "dhl24.com", "abdhl.com", "dhl.example.com", "target.example.com", "uspstar.com",
            "minecart-server.com",
            "minecart.evil.com",
            // Words that resemble a name by chance.
            "grapple.com", "dapple.com", "usp.com", "uspz.com", "targets.com", "targe.com", "minecarts.com",
            // Domains with the name and a sound ending, which may be the organisation's own.
            "usps.de", "target.top", "dhl.top",
            // Addresses, bare endings, and words that name nobody.
            "10.1.2.3/paypal", "secure-parcel-track.com", "www.example.com", "com.example.de",
            "example.com/dhl.example",
            "bank.evil.de", "bit.ly/usps", "example.com/target", "xn--mnchen-3ya.de", "москва.com",
        ])
    func leavesAlone(_ address: String) throws {
        #expect(try imitation(address) == nil)
    }

    @Test("An ignored organisation is unknown") func anIgnoredOrganisationIsUnknown() throws {
        let usps = Set(lexicon.organisations.owners(of: "usps.com"))
        #expect(try imitation("usps-redelivery.top", ignoring: usps) == nil)
        #expect(try imitation("paypal.usps.com", ignoring: usps)?.technique == .subdomain)
    }

    /// Reading any host ends, and finds only organisations that exist.
    @Test("Survives any host", arguments: 0..<40)
    func survivesAnyHost(_ seed: Int) throws {
        var link = try #require(lexicon.analyzer.analyze("a.com").entities.first?.link)
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "paypal", "usps", "-", "--", ".", "login", "com", "1", "xn--", "4ve", "é", "а", "москва",
            "target", "com-",
            "co.uk", String(repeating: "a", count: 70), String(repeating: "parcel", count: 10), "dhl", "x",
            "rn", "vv",
        ]
        for _ in 0..<200 {
            let host = (0..<next(14)).map { _ in pieces[next(pieces.count)] }.joined()
            link.host = host
            link.registrableDomain = lexicon.analyzer.suffixes.registrableDomain(of: host)
            link.path = "/" + host
            if let organisation = lexicon.imitation(by: link)?.organisation {
                #expect(lexicon.organisations.entries.indices.contains(organisation))
            }
        }
    }
}
