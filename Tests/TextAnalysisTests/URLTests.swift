import Testing
import TextAnalysis

@Suite("URL") struct URLTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var plain: String
        var raw: String
        var domain: String?
        var testDescription: String { text }

        init(_ text: String, _ plain: String, raw: String? = nil, domain: String?) {
            self.text = text
            self.plain = plain
            self.raw = raw ?? plain
            self.domain = domain
        }
    }

    @Test(
        "Finds",
        arguments: [
            Case("Go to https://usps.com/track?id=1.", "https://usps.com/track?id=1", domain: "usps.com"),
            Case("(see http://a.co.uk)", "http://a.co.uk", domain: "a.co.uk"),
            Case("usps-redelivery.top/track now", "usps-redelivery.top/track", domain: "usps-redelivery.top"),
            Case("Visit dbs.com.sg!", "dbs.com.sg", domain: "dbs.com.sg"),
            Case("via coretax.pajak.go.id. Ada", "coretax.pajak.go.id", domain: "pajak.go.id"),
            Case("File it on GOV.UK.", "gov.uk", raw: "GOV.UK", domain: nil),
            Case("gov.uk/pay now", "gov.uk/pay", domain: nil),
            Case("PayPal.com", "paypal.com", raw: "PayPal.com", domain: "paypal.com"),
            Case("USPS.COM", "usps.com", raw: "USPS.COM", domain: "usps.com"),
            Case("bit.ly/3xYz", "bit.ly/3xYz", domain: "bit.ly"),
            Case("t.me/job_hr", "t.me/job_hr", domain: "t.me"),
            Case("www.parcel.example/x", "www.parcel.example/x", domain: "parcel.example"),
            Case(
                "hxxps://evil[.]top/a", "https://evil.top/a", raw: "hxxps://evil[.]top/a", domain: "evil.top"),
            Case("evil (dot) top", "evil.top", raw: "evil (dot) top", domain: "evil.top"),
            Case("evil[dot]top/x", "evil.top/x", raw: "evil[dot]top/x", domain: "evil.top"),
            Case(
                "https: //usps-a.top/x", "https://usps-a.top/x", raw: "https: //usps-a.top/x",
                domain: "usps-a.top"),
            Case(
                "https:// usps-a.top/x", "https://usps-a.top/x", raw: "https:// usps-a.top/x",
                domain: "usps-a.top"),
            Case(
                "https://\nusps-a.top/x", "https://usps-a.top/x", raw: "https://\nusps-a.top/x",
                domain: "usps-a.top"),
            Case(
                "https://a-b.top/track-\nparcel/9 now", "https://a-b.top/track-parcel/9",
                raw: "https://a-b.top/track-\nparcel/9", domain: "a-b.top"),
            Case(
                "https://a.top/x/\nq1w2 bye", "https://a.top/x/q1w2", raw: "https://a.top/x/\nq1w2",
                domain: "a.top"),
            Case(
                "https://a.top/?id=\n77\nbye", "https://a.top/?id=77", raw: "https://a.top/?id=\n77",
                domain: "a.top"),
            Case(
                "https://usps.\ncom/x", "https://usps.com/x", raw: "https://usps.\ncom/x", domain: "usps.com"),
            Case(
                "usps-help.\ntop/track", "usps-help.top/track", raw: "usps-help.\ntop/track",
                domain: "usps-help.top"),
            Case("https://usps.com/\nplease pay", "https://usps.com/", domain: "usps.com"),
            Case(
                "https://a.top/?u=\nhttps://b.top/x", "https://a.top/?u=https://b.top/x",
                raw: "https://a.top/?u=\nhttps://b.top/x", domain: "a.top"),
            Case("https://usps.com/.\nThanks", "https://usps.com/", domain: "usps.com"),
            Case("https://usps.com/a?\n\nb/c", "https://usps.com/a", domain: "usps.com"),
            Case("http://192.168.1.9:8080/x", "http://192.168.1.9:8080/x", domain: nil),
            Case("10.0.0.1/login", "10.0.0.1/login", domain: nil),
            Case("http://3232235777/", "http://3232235777/", domain: nil),
            Case("https://paypal.com@evil.top/", "https://paypal.com@evil.top/", domain: "evil.top"),
            Case("foo.github.io", "foo.github.io", domain: "foo.github.io"),
            Case("点击evil.top/x领取", "evil.top/x", domain: "evil.top"),
            Case("ｅｖｉｌ．ｔｏｐ/x", "evil.top/x", raw: "ｅｖｉｌ．ｔｏｐ/x", domain: "evil.top"),
            Case("pаypal.com", "pаypal.com", domain: "pаypal.com"),
            Case("*usps.com/x*", "usps.com/x", domain: "usps.com"),
            Case("[link](https://a.top/x)", "https://a.top/x", domain: "a.top"),
            Case("https://a.top/x_(y)", "https://a.top/x_(y)", domain: "a.top"),
            Case(
                "http //usps-a.top/x", "http://usps-a.top/x", raw: "http //usps-a.top/x", domain: "usps-a.top"
            ),
            Case(
                "https:llusps-a.top/x", "https://usps-a.top/x", raw: "https:llusps-a.top/x",
                domain: "usps-a.top"),
            Case("https;//usps-a.top", "https://usps-a.top", raw: "https;//usps-a.top", domain: "usps-a.top"),
            Case("https:/usps.com/x", "https://usps.com/x", raw: "https:/usps.com/x", domain: "usps.com"),
            Case("at usps dot com now", "usps.com", raw: "usps dot com", domain: "usps.com"),
            Case(
                "to usps-help dot top now", "usps-help.top", raw: "usps-help dot top", domain: "usps-help.top"
            ),
            Case("usps . com", "usps.com", raw: "usps . com", domain: "usps.com"),
            Case("usps. com", "usps.com", raw: "usps. com", domain: "usps.com"),
            Case("usps. top/track", "usps.top/track", raw: "usps. top/track", domain: "usps.top"),
            Case("dbs . com . sg today", "dbs.com.sg", raw: "dbs . com . sg", domain: "dbs.com.sg"),
            Case("usps,com/track", "usps.com/track", raw: "usps,com/track", domain: "usps.com"),
            Case("www usps com", "www.usps.com", raw: "www usps com", domain: "usps.com"),
            Case("www.usps com/x", "www.usps.com/x", raw: "www.usps com/x", domain: "usps.com"),
            Case(
                "https://usps . help . top/x", "https://usps.help.top/x", raw: "https://usps . help . top/x",
                domain: "help.top"),
            Case(
                "usps-\nhelp.top/track", "usps-help.top/track", raw: "usps-\nhelp.top/track",
                domain: "usps-help.top"),
            Case(
                "https://usps-he\nlp.top/x", "https://usps-help.top/x", raw: "https://usps-he\nlp.top/x",
                domain: "usps-help.top"),
            Case("usps-help\n.top/x", "usps-help.top/x", raw: "usps-help\n.top/x", domain: "usps-help.top"),
            Case("details. usps.com/x", "usps.com/x", domain: "usps.com"),
            Case("https://usps.com please", "https://usps.com", domain: "usps.com"),
            Case("打开abc。com看看", "abc.com", raw: "abc。com", domain: "abc.com"),
            Case("http://[2001:db8::1]/x", "http://[2001:db8::1]/x", domain: nil),
            Case(
                "http://0xC0.0xA8.0.1/x", "http://0xc0.0xa8.0.1/x", raw: "http://0xC0.0xA8.0.1/x", domain: nil
            ),
            Case("http://0300.0250.1.1/x", "http://0300.0250.1.1/x", domain: nil),
            Case("http://0x7f000001/", "http://0x7f000001/", domain: nil),
            Case("http://127.1/", "http://127.1/", domain: nil),
        ])
    func finds(_ sample: Case) throws {
        let analyzed = Samples.analyze(sample.text)
        let entity = try #require(analyzed.entities.first)
        #expect(entity.kind == .url)
        #expect(entity.text == sample.plain)
        #expect(analyzed.quote(entity.range) == sample.raw)
        #expect(entity.link?.registrableDomain == sample.domain)
        #expect(analyzed.entities.count { $0.kind == .url } == 1)
    }

    @Test(
        "Finds no link",
        arguments: [
            "The sentence ends.Next one", "thanks.Me too", "call me.is that ok", "thank you.in case",
            "report.zip",
            "readme.md", "version 1.2.3", "e.g.this", "i.e. that", "now.CLICK here", "node.js", "co.uk",
            "com",
            "the dot com bubble", "I like it. com", "best price. top quality", "hello,net income",
            "listen.so",
            "listen.no",
            "join us . me too", "connect. in/out", "a dot on top", "$3.50.Thanks", "Mr.Smith",
            "usps..com", ".com", "Dear customer.live", "x.in", "go.id",
            "ask the gov. UK first", "http", "https://", "http:", "https:/ /",
        ])
    func findsNoLink(_ text: String) {
        #expect(!Samples.analyze(text).entities.contains { $0.kind == .url })
    }

    @Test("Takes a link apart") func takesALinkApart() throws {
        let text = "hxxp://user:pw@Sub.Evil[.]co.uk:8443/Path?q=1#top"
        let link = try #require(Samples.analyze(text).entities.first?.link)
        #expect(link.scheme == "http")
        #expect(link.userinfo == "user:pw")
        #expect(link.host == "sub.evil.co.uk")
        #expect(link.registrableDomain == "evil.co.uk")
        #expect(link.port == 8443)
        #expect(link.path == "/Path?q=1#top")
        #expect(link.isObfuscated && !link.isAddress)
        #expect(link.siteLabel == "evil")
    }

    @Test(
        "Tells who gave the name",
        arguments: [
            ("https://a.co.uk", false), ("https://me.github.io", true), ("https://a.unlisted", false),
        ])
    func tellsWhoGaveTheName(_ text: String, _ isPrivate: Bool) throws {
        #expect(try #require(Samples.analyze(text).entities.first?.link).isOnPrivateSuffix == isPrivate)
    }

    @Test(
        "Tells mixed scripts",
        arguments: [
            ("https://pаypal.com", true), ("https://xn--pypal-4ve.com", true), ("https://paypal.com", false),
            ("https://почта.com", false), ("https://bücher.com", false), ("https://xn--bcher-kva.com", false),
            ("https://xn--.com", false),
        ])
    func tellsMixedScripts(_ text: String, _ isMixed: Bool) throws {
        #expect(try #require(Samples.analyze(text).entities.first?.link).isMixedScript == isMixed)
    }

    @Test(
        "Tells disguised links",
        arguments: [
            ("https://a.top/x", false), ("hxxp://a.top/x", true), ("https: //a.top", true), ("a[.]top", true),
            ("https://\na.top/x", false), ("a.top/x-\ny", false),
        ])
    func tellsDisguisedLinks(_ text: String, _ isObfuscated: Bool) throws {
        #expect(try #require(Samples.analyze(text).entities.first?.link).isObfuscated == isObfuscated)
    }
}
