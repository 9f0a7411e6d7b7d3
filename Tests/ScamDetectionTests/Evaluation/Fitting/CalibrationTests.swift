import Foundation
import Testing

@testable import ScamDetection

@Suite("Calibration") struct CalibrationTests {
    /// Messages with two scores, so that a curve with two numbers fits exactly. With Platt's targets (N+ = 70, N- =
    /// 130), the probability at each score must be the mean target.
    @Test("Platt meets the shares of two scores") func plattMeetsTheSharesOfTwoScores() {
        let scores = Array(repeating: -1.0, count: 100) + Array(repeating: 2.0, count: 100)
        let isScam = (0..<100).map { $0 < 10 } + (0..<100).map { $0 < 60 }
        let curve = PlattScaling(fitting: scores, isScam: isScam)
        let (high, low) = (71.0 / 72, 1.0 / 132)
        #expect(abs(curve.probability(-1) - (10 * high + 90 * low) / 100) < 1e-6)
        #expect(abs(curve.probability(2) - (60 * high + 40 * low) / 100) < 1e-6)
    }

    @Test("Separated scores stay finite") func separatedScoresStayFinite() {
        let curve = PlattScaling(fitting: [-2, -1, 1, 2], isScam: [false, false, true, true])
        #expect(curve.slope.isFinite && curve.offset.isFinite)
        #expect(curve.probability(2) < 1)
        #expect(curve.probability(2) > curve.probability(-2))
    }

    @Test("A falling curve is refused") func aFallingCurveIsRefused() {
        let curve = PlattScaling(fitting: [-2, -1, 1, 2], isScam: [true, true, false, false])
        #expect(curve.slope > 0)
    }

    /// Of ten genuine messages two may be medium, and none may be high.
    @Test("Bands keep their budgets") func bandsKeepTheirBudgets() {
        let genuine = [0.9, 0.8, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]
        let bands = Bands(genuine: genuine, mediumBudget: 0.2, highBudget: 0.05)
        #expect(abs(bands.medium - 0.55) < 1e-12)
        #expect(abs(bands.high - 0.95) < 1e-12)
    }

    /// If several messages share the probability at the limit, all of them stay outside.
    @Test("Bands don't split equals") func bandsDontSplitEquals() {
        let bands = Bands(
            genuine: [0.6, 0.4, 0.4, 0.4], mediumBudget: 0.5, highBudget: 0.25)
        #expect(abs(bands.medium - 0.5) < 1e-12)
        #expect(bands.high > bands.medium)
    }

    @Test("Bands are in order whatever the data") func bandsAreInOrderWhateverTheData() {
        for genuine in [[], [1.0, 1], [0, 0, 0]] {
            let bands = Bands(genuine: genuine, mediumBudget: 0.02, highBudget: 0.001)
            #expect(0 < bands.medium && bands.medium < bands.high && bands.high < 1)
        }
    }
}
