import Testing
import TextAnalysis

@Suite("Public suffix list") struct PublicSuffixListTests {
    @Test(
        "Finds the registrable domain",
        arguments: [
            ("example.com", "example.com"), ("a.b.example.com", "example.com"), ("com", nil),
            ("a.co.uk", "a.co.uk"), ("b.a.co.uk", "a.co.uk"), ("co.uk", nil), ("uk", nil),
            ("example.unlisted", "example.unlisted"), ("unlisted", nil),
            ("a.b.ck", "a.b.ck"), ("b.ck", nil), ("www.ck", "www.ck"), ("x.www.ck", "www.ck"),
            ("user.github.io", "user.github.io"), ("github.io", nil),
            ("x.y.compute.example.net", "x.y.compute.example.net"),
            ("firma.公司.cn", "firma.公司.cn"), ("", nil), (".com", nil), ("a..com", nil), ("com.", nil),
            (".", nil),
        ] as [(String, String?)])
    func findsTheRegistrableDomain(_ host: String, _ expected: String?) {
        #expect(Samples.suffixes.registrableDomain(of: host) == expected)
    }

    @Test("Tells listed suffixes from the default") func tellsListedSuffixesFromTheDefault() {
        #expect(Samples.suffixes.match("a.top")?.isListed == true)
        #expect(Samples.suffixes.match("a.unlisted")?.isListed == false)
        #expect(Samples.suffixes.match("a.co.uk")?.suffix == "co.uk")
    }

    @Test("Reads carriage returns and trailing text") func readsCarriageReturnsAndTrailingText() {
        let list = PublicSuffixList(list: Array("// c\r\ncom\r\nco.uk rest of line\n\n*.ck\n!www.ck".utf8))
        #expect(list.count == 4)
        #expect(list.registrableDomain(of: "a.b.co.uk") == "b.co.uk")
        #expect(list.registrableDomain(of: "www.ck") == "www.ck")
    }

    @Test("An empty list takes the last label") func anEmptyListTakesTheLastLabel() {
        #expect(PublicSuffixList().registrableDomain(of: "a.b.c") == "b.c")
    }
}
