import ScanDocuments
import Testing

@Suite("Defanged text")
struct DefangedTextTests {
    @Test(
        "No program takes it for a link",
        arguments: [
            ("https://a.example/x.html?u=b.c", "hxxps://a[.]example/x[.]html?u=b[.]c"),
            ("HTTP://A.EXAMPLE", "hxxp://A[.]EXAMPLE"), ("bit.ly/3x", "bit[.]ly/3x"),
            ("http:example.com", "hxxp:example[.]com"), ("xn--p1ai.рф", "xn--p1ai[.]рф"),
            ("a。example", "a[.]example"), ("me@mail.example", "me@mail[.]example"),
            ("http://10.1.2.3/x", "hxxp://10.1.2.3/x"), ("1-2.top", "1-2[.]top"),
        ])
    func links(_ text: String, _ defanged: String) {
        #expect(DefangedText.of(text) == defanged)
    }

    @Test(
        "Sentences, amounts and times stay as they are",
        arguments: ["Pay $1.95 today. Now.", "12.30 Uhr", "...", ".", "", "https", "a. b"])
    func others(_ text: String) {
        #expect(DefangedText.of(text) == text)
    }
}
