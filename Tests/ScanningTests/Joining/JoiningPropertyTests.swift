import Properties
import TestSupport
import Testing

/// Runs what `scripts/fuzz joining` looks for.
@Suite("Whatever the pictures") struct JoiningPropertyTests {
    @Test("Each line is there at most once, and the order of sending changes nothing")
    func mutations() {
        let properties = JoiningProperties(ShippedLanguages.all)
        var mutations = Mutations(of: [Array(0..<255), Array(repeating: 80, count: 120)], state: 20_261_122)
        for _ in 0..<2_000 { properties.check(mutations.next()) }
    }
}
