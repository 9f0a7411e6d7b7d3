@testable import TextAnalysis
import Testing

@Suite("Punycode") struct PunycodeTests {
    /// The samples are those of RFC 3492, section 7.1, lower-cased, and names in use.
    @Test(
        "Decodes",
        arguments: [
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"), ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
            ("pypal-4ve", "pаypal"), ("abc-", "abc"),
        ])
    func decodes(_ encoded: String, _ decoded: String) {
        #expect(Punycode.decoded(encoded) == decoded)
    }

    @Test(
        "Refuses",
        arguments: [
            "-", "é", "a-é", "99999999", "zzzzzzzzzzzzzzzzzzzz", "abc-!", String(repeating: "a", count: 64),
        ])
    func refuses(_ encoded: String) {
        #expect(Punycode.decoded(encoded) == nil)
    }
}
