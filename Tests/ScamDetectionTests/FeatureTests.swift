import ScamDetection
import TestSupport
import Testing

@Suite("Feature") struct FeatureTests {
    /// A rule with the feature and with examples from the table below.
    private static func detector(_ feature: Feature) throws -> ScamDetector {
        let samples = try #require(table[feature])
        let group = feature == .knownOrganisation ? "protective" : "link"
        func list(_ lines: [String]) -> String { lines.map { "        - \"\($0)\"" }.joined(separator: "\n") }
        return try RulesFolder.detector(
            """
              - id: \(group).it
                title: Links somewhere
                description: It links.
                category: any
                weight: 0
                feature: \(feature.rawValue)
                examples:
                  any:
            \(list(samples.present))
                no_match:
                  any:
            \(list(samples.absent))

            """)
    }

    private static let long = Array(repeating: "one two three four five", count: 30).joined(separator: " ")

    static let table: [Feature: (present: [String], absent: [String])] = [
        .brandMismatch: (
            ["USPS: pay at parcel-fee.top/x", "Your apple id is locked https://a.com"],
            [
                "USPS: track at usps.com/x", "USPS: pay with https://www.paypal.com/x", "USPS called",
                "pay at a.top/x",
                "nameless says see a.top/x",
            ]
        ),
        .lookalike: (
            [
                "usps-redelivery.top", "https://secure-paypal.com/x", "www.gov.uk.a.top", "uspstracking.top",
                "paypal.com.evil.top/x",
                "usps.evil.top/x", "https://paypa1.com", "https://paypai.com", "https://pаypal.com",
                "evil.top/paypal.com/x",
                "https://appel.com", "paypal-x.top",
            ],
            [
                "usps.com", "https://www.paypal.com/secure", "choir-desk.org", "https://tools.usps.com/go",
                "grapple.com",
            ]
        ),
        .shortener: (["bit.ly/x1", "https://www.bit.ly/x"], ["habit.ly/x", "a.com/bit.ly/x"]),
        .riskySuffix: (["https://a.top", "go to parcel.xyz/1"], ["https://a.com", "https://a.de"]),
        .freeHost: (["foo.github.io", "a.web.net/x"], ["github.com", "web.com"]),
        .addressHost: (
            ["http://203.0.113.9/x", "https://3232235777/"],
            [
                "https://a.com/10.1.2.3", "10.1.2.3", "http://10.108.0.2/x", "http://192.168.1.229:8123/",
                "http://172.20.1.1/a", "http://127.0.0.1:8080/", "http://0.0.0.0:8443/", "http://[::1]/a",
                "http://[fe80::1]/a",
            ]
        ),
        .punycode: (["https://xn--pypal-4ve.com", "http://a.xn--p1ai/"], ["https://a.com/xn--a", "xn--"]),
        .userinfo: (["https://paypal.com@a.top/", "http://x:y@a.com"], ["https://a.com/@x", "a@b.com"]),
        .port: (
            ["a.com:8080/x", "http://a.com:81"], ["https://a.com:443/", "a.com/:8080", "http://nas.local:81"]
        ),
        .obfuscated: (["hxxp://a.com", "a[.]com"], ["http://a.com", "a.com"]),
        .disguisedWords: (
            ["Your p4ypal account", "a zаzа in two scripts", "U5PS parcel", "P@YPAL"],
            ["paypal", "the mp3 at 3pm", "PayPaI", "room b2"]
        ),
        .hiddenCharacters: (
            ["pay\u{200B}pal", "an ac\u{2060}count"], ["paypal \u{200B}", "\u{202A}paypal\u{202C}"]
        ),
        .spelledOut: (["P a y P a l", "U.S.P.S parcel"], ["a b c d", "the U.S. post", "PayPal"]),
        .randomHost: (["x7k2q9.top/a", "https://hjkdfgqw.com"], ["https://choir-desk.org", "web2.com"]),
        .knownOrganisation: (
            [
                "see usps.com", "see www.hmrc.gov.uk/pay", "https://m.paypal.com/x", "[page usps.com] Hello",
                "see www.choir.edu/books",
            ],
            ["usps.com or a.com", "no link", "earn more at chat.me/join", "usps.com/amp/a.com"]
        ),
        .insecure: (["http://a.com", "HTTP://a.com/x"], ["https://a.com", "a.com"]),
        .executable: (
            ["a.com/app.apk", "https://a.com/x/Setup.EXE?v=1"], ["a.com/apk", "a.com/x?f=app.apk"]
        ),
        .unknownSite: (
            [
                "see a.com", "usps.com or a.top/x", "bit.ly/x1", "foo.github.io", "track at usps.de",
                "USPS: track at usps.top", "usps.com/amp/a.com", "usps.com/url?q=a.com",
            ],
            [
                "usps.com", "see www.hmrc.gov.uk/pay", "no link", "[page a.com] Hello",
                "USPS: track at usps.de",
            ]
        ),
        .randomPath: (
            ["a.com/x7Kq2Lm", "https://a.com/JtoTl/", "a.top/1spp"],
            ["a.com/track", "a.com/2024", "a.com/x7/Kq2", "bit.ly/3xAmple", "usps.com/x7Kq2Lm"]
        ),
        .mixedName: (["pux30.com/a", "https://8pt21.top"], ["a.com/b8", "b8.a.com", "https://10.1.2.3/x"]),
        .messenger: (
            ["https://wa.me/15550100", "https://www.t.me/a"], ["https://wa.me/", "a.com/wa.me/1", "t.me"]
        ),
        .articlePath: (
            ["a.com/2024/05/roses.html", "https://a.com/b/c/d/e", "a.com/how-to-prune-roses?x=1"],
            ["a.com/b/c/d", "a.com/roses", "a.com/2024", "a.com"]
        ),
        .anyLink: (["see a.com/b", "at https://quibley.com"], ["nothing", "a@b.com"]),
        .brief: (["three small words", "see usps.com today"], ["two words", long]),
        .long: ([long, long + " six"], ["a short note", "see usps.com today"]),
        .manySites: (
            ["aa.com bb.com cc.top", "see aa.com, bb.com/x and cc.com"],
            ["aa.com/1 aa.com/2 aa.com/3", "aa.com bb.com"]
        ),
        .endsWithLink: (
            ["have a look: a.com/x", "have a look: https://a.com."],
            ["a.com/x has it", "a.com", "see a.com/x now"]
        ),
        .opensWithLabel: (
            ["USPS: your item", "[USPS] your item", "Corner Gym: closed"],
            [
                "https://a.com is up", "bring bread, salt: all", "A: b",
                "your item of the long list of many items: here",
            ]
        ),
        .quotedMail: (
            ["Re: the party", ">> who brings bread?", "FWD: the party"],
            ["Regarding bread", "5 > 3", "Anna wrote a book"]
        ),
        .maskedNumber: (["card **** 4410", "A/c XX1234 has", "602****370"], ["card 4410", "x 44", "** 44"]),
        .namesFinance: (["PayPal called", "at klein bank today"], ["USPS called", "at the bank"]),
        .namesCarrier: (["USPS called", "DHL came"], ["PayPal called", "they came"]),
        .namesAuthority: (["the state wants it", "said the state"], ["USPS called", "they came"]),
        .namesToll: (["e toll due", "your e toll"], ["USPS called", "toll"]),
        .namesTelecom: (["phoneco called", "my phoneco bill"], ["USPS called", "my phone"]),
        .namesStore: (["my target circle", "at target circle today"], ["USPS called", "the target"]),
        .namesOnlineService: (["your apple id", "in chat app today"], ["USPS called", "an apple a day"]),
        .codeLink: (
            ["[code https://a.com/x]", "Hi [code a.com/x] there"],
            ["https://a.com/x", "Hi [code WIFI:S:a;;]"]
        ),
        .codeToUnknownSite: (
            ["[code https://a.top]", "usps.com [code HTTPS://A.COM/X]"],
            ["a.com [code https://usps.com/x]", "a.com"]
        ),
        .codeCryptoPayment: (
            ["[code bitcoin:abc]", "[code 0x52908400098527886E0F7030069857D2E4169EE7]"],
            ["pay bitcoin:abc", "[code https://usps.com/bitcoin:abc]"]
        ),
        .pageMismatch: (
            [
                "[page a.top/x] PayPal. Welcome", "[page me.github.io] PayPal. Welcome",
                "[page b.top] USPS: track", "[page b.top] Welcome [next] PayPal [next] What a week it was",
            ],
            [
                "[page www.paypal.com/x] PayPal. Welcome", "[page a.top] Welcome", "PayPal at a.top/x",
                "[page a.top] PayPal has a new office, as papers say", "[page a.top] From PayPal",
            ]
        ),
        .pageOfOwner: (
            ["[page usps.com/track] Welcome, see a.com", "[page www.paypal.com] Hello"],
            ["[page a.com] See usps.com", "[page chat.me/join] Welcome", "usps.com"]
        ),
        .firstContact: (
            ["[from +1 415 555 0132] Hello", "[from jo@a.com] Hello [reply hi]"],
            [
                "[from Jo] Hello", "[from +1 415 555 0132] [reply Hello] Hi", "[from 28777] Hello",
                "Hello [reply hi]",
            ]
        ),
        .unanswered: (
            ["[from +1 415 555 0132] Hello [next] Hello?", "[from jo@a.com] A [next] B [next] C"],
            [
                "[from +1 415 555 0132] Hello [next] Hello? [reply hi]", "[from +1 415 555 0132] Hello",
                "[from Jo] Hello [next] Hello?",
            ]
        ),
        .savedContact: (
            ["[from Aunt Rosa] Hello", "[from Jo] [reply hi] Hello", "[from Ana-Lena O'Hara (gym)] Hi"],
            [
                "[from +1 415 555 0132] Hello", "[from PayPal] Hello", "[from NOTICE] Hello",
                "[from HarborDesk] Hello", "[from Coin VIP] Hello",
                "[from jo@a.com] Hello", "Hello",
            ]
        ),
        .senderUnlikeOrganisation: (
            [
                "[from +1 415 555 0132] USPS: your item", "[from a@b.top] PayPal: a notice",
                "PayPal Service <desk@mailer.top> your notice", "From: PayPal <a@b.top>",
            ],
            [
                "PayPal Service <a@paypal.com> your notice", "From: Jo <a@b.top> about PayPal",
                "From: PayPal <a@desk.example>", "PayPal Ltd. Email: a@b.top", "[from 28777] USPS: your item",
                "[from a@usps.com] USPS: your item", "USPS: your item",
                "[from +1 415 555 0132] Jo says that the shop on Main Street is now a USPS shop",
            ]
        ),
        .senderAbroad: (
            ["[from +63 917 555 0132] USPS: your item", "[from +447700900123] USPS: pay"],
            [
                "[from +1 415 555 0132] USPS: your item", "[from +63 917 555 0132] PayPal: a notice",
                "[from 0917 555 0132] USPS: your item", "[from +63 917 555 0132] Hello",
            ]
        ),
        .ownContacts: (
            ["USPS: track your parcel at usps.com/x", "USPS: see https://www.usps.com/track today"],
            [
                "USPS: track your parcel at usps-x.top", "USPS: usps.com/x or usps-x.top", "USPS called",
                "USPS: usps.com/x or call 1-888-SAFE-NOW", "USPS: usps.com/x or +1 415 555 0132",
            ]
        ),
        .mailOfOwner: (
            [
                "[mail] PayPal <service@paypal.com> You sent a payment",
                "[mail] USPS <desk@usps.com> Your parcel is here",
            ],
            ["[mail] PayPal <service@a.top> You sent a payment", "PayPal <service@paypal.com> You sent it"]
        ),
        .interface: (
            [
                "[screen] Home [next] Search [next] Messages [next] Help",
                "[screen] Inbox [next] Drafts [next] Sent [next] Bin [next] Archive",
            ],
            ["[screen] Home [next] Search", "Home. Search. Messages. Help"]
        ),
        .answered: (
            ["Hello [reply yes] again [reply no]", "One [reply two] three [reply four] five"],
            ["Hello [reply yes] again", "Hello again"]
        ),
        .senderShortCode: (
            ["[from 28777] USPS: your item", "[from 60202] Hello [reply hi]"],
            [
                "[from +1 415 555 0132] Hello", "[from Jo 28777] Hello", "[from Jo] 28777", "28777",
                "[from 28777] Hi [reply a] b [reply c]",
            ]
        ),
        .onlyLink: (
            ["a.com/x", "look at this: a.com/x"], ["please have a look at this: a.com/x", "look at this"]
        ),
    ]

    @Test("Follows its examples", arguments: Feature.allCases)
    func followsItsExamples(_ feature: Feature) throws {
        let detector = try Self.detector(feature)
        let samples = try #require(Self.table[feature])
        for text in samples.present {
            let findings = detector.findings(in: detector.analyze(example: text))
            #expect(findings.count == 1, "\(text)")
            #expect(findings.first?.ranges.isEmpty == false)
        }
        for text in samples.absent {
            #expect(detector.findings(in: detector.analyze(example: text)).isEmpty, "\(text)")
        }
    }

    @Test("Quotes the link that shows it") func quotesTheLinkThatShowsIt() throws {
        let detector = try Self.detector(.riskySuffix)
        let text = detector.analyze("See https://a.com and https://b.top/x now")
        #expect(detector.findings(in: text).map(\.quote) == ["https://b.top/x"])
    }
}
