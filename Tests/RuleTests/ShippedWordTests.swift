import Foundation
import ScamDetection
import Testing

@Suite("Shipped words") struct ShippedWordTests {
    @Test("Words alone never make a high risk") func neverHighAlone() throws {
        let settings = try ShippedRules.detector.get().settings
        let most = settings.limits(of: .words, beside: .nothing).upperBound
        let score = settings.slope * (settings.intercept + most) + settings.offset
        #expect(1 / (1 + exp(-score)) < settings.highBand)
    }
}
