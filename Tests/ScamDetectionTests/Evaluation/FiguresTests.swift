import ScamTaxonomy
import ScamDetection
import Foundation
import Testing

@Suite("Figures") struct FiguresTests {
    /// Ten judgements with figures computed by hand: scams at .9 .8 .6 .3, genuine messages at .7 .4 .2 .2 .1 .05;
    /// medium from .5, high from .85.
    private static let judgements: [Judgement] =
        [0.9, 0.8, 0.6, 0.3].map { judgement(true, $0) }
        + [0.7, 0.4, 0.2, 0.2, 0.1, 0.05].map { judgement(false, $0) }

    private static func judgement(_ isScam: Bool, _ probability: Double) -> Judgement {
        Judgement(
            isScam: isScam, probability: probability,
            level: probability >= 0.85 ? .high : probability >= 0.5 ? .medium : .low)
    }

    @Test("Counts at the bands") func countsAtTheBands() {
        let figures = Figures(Self.judgements)
        #expect(figures.scams == 4 && figures.genuine == 6)
        #expect(figures.precision == Proportion(3, of: 4))
        #expect(figures.recall == Proportion(3, of: 4))
        #expect(figures.f1?.value == 0.75)
        #expect(figures.falsePositiveRate == Proportion(1, of: 6))
        #expect(figures.highRecall == Proportion(1, of: 4))
        #expect(figures.highPrecision == Proportion(1, of: 1))
        #expect(figures.highFalsePositiveRate == Proportion(0, of: 6))
    }

    /// Scams at .9 and .8 are above 6 genuine messages each, .6 is above 5 and .3 above 4: 21 of 24 pairs.
    @Test("Area is the share of pairs won") func areaIsTheShareOfPairsWon() {
        #expect(abs((Figures(Self.judgements).auroc?.value ?? 0) - 21.0 / 24) < 1e-12)
        let tied = [Self.judgement(true, 0.5), Self.judgement(false, 0.5), Self.judgement(false, 0.1)]
        #expect(Figures(tied).auroc?.value == 0.75)
    }

    /// DeLong's interval by hand: shares below each scam 1, 1, 5/6, 4/6 have variance 7/216; shares above each
    /// genuine message 2/4, 3/4, 1, 1, 1, 1 have 17.5/400; so the variance is 7/864 + 17.5/2400.
    @Test("Area has de longs interval") func areaHasDeLongsInterval() throws {
        let interval = try #require(Figures(Self.judgements).auroc?.interval)
        let below = [1, 1, 5.0 / 6, 4.0 / 6]
        let above = [0.5, 0.75, 1, 1, 1, 1]
        func variance(_ values: [Double]) -> Double {
            let mean = values.reduce(0, +) / Double(values.count)
            return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
        }
        let half = 1.959964 * (variance(below) / 4 + variance(above) / 6).squareRoot()
        #expect(abs(interval.lower - (0.875 - half)) < 1e-9)
        #expect(interval.upper == 1)
    }

    /// At 2 %, none of 6 genuine messages may be above the threshold, which is therefore .7; scams at .9 and .8 are
    /// above it.
    @Test("Recall at a budget is strictly above the threshold")
    func recallAtABudgetIsStrictlyAboveTheThreshold() {
        let recalls = Figures(Self.judgements).recallAtBudget
        #expect(recalls.map(\.falsePositiveRate) == [0.02, 0.01, 0.001])
        #expect(recalls.map(\.recall.value) == [0.5, 0.5, 0.5])
        // Two of 100 genuine messages may be above the threshold, so the third is the threshold; a scam equal to it
        // isn't above.
        let genuine = (0..<100).map { Self.judgement(false, Double($0) / 100) }
        let scams = [0.99, 0.975, 0.97, 0.5].map { Self.judgement(true, $0) }
        #expect(Figures(genuine + scams).recallAtBudget.map(\.recall.value) == [0.5, 0.25, 0])
    }

    @Test("Reliability is counted in tenths") func reliabilityIsCountedInTenths() throws {
        let reliability = try #require(Figures(Self.judgements).reliability)
        let squares = [0.01, 0.04, 0.16, 0.49, 0.49, 0.16, 0.04, 0.04, 0.01, 0.0025]
        #expect(abs(reliability.brier - squares.reduce(0, +) / 10) < 1e-12)
        // The bins are .05 | .1 | .2 .2 | .3 (scam) | .4 | .6 (scam) | .7 | .8 (scam) | .9 (scam).
        let errors = [0.05, 0.1, 0.4, 0.7, 0.4, 0.4, 0.7, 0.2, 0.1]
        #expect(abs(reliability.expectedError - errors.reduce(0, +) / 10) < 1e-12)
        #expect(reliability.bins.count == 10)
        #expect(reliability.bins[2].count == 2 && reliability.bins[2].scams == 0)
        #expect(reliability.bins[5].count == 0 && reliability.bins[5].meanProbability == nil)
    }

    @Test("One belongs to the last bin") func oneBelongsToTheLastBin() {
        let reliability = Reliability([Self.judgement(true, 1), Self.judgement(false, 0)])
        #expect(reliability?.bins.last?.count == 1)
        #expect(reliability?.brier == 0)
        let absurd = Reliability([Self.judgement(true, 1e300), Self.judgement(false, -1e300)])
        #expect(absurd?.bins.last?.count == 1 && absurd?.bins.first?.count == 1)
    }

    @Test("One side alone has no ranking") func oneSideAloneHasNoRanking() {
        let scams = Figures(Self.judgements.filter(\.isScam))
        #expect(scams.recall == Proportion(3, of: 4))
        #expect(scams.auroc == nil && scams.f1 == nil && scams.recallAtBudget.isEmpty)
        #expect(scams.falsePositiveRate.value == nil)
        let nothing = Figures([])
        #expect(nothing.recall.value == nil && nothing.recall.interval == nil && nothing.reliability == nil)
    }

    @Test("Resampling gives the same intervals each time") func resamplingGivesTheSameIntervalsEachTime()
        throws
    {
        let first = Figures(Self.judgements)
        #expect(first == Figures(Self.judgements))
        let interval = try #require(first.f1?.interval)
        #expect(interval.lower < 0.75 && 0.75 < interval.upper)
    }

    /// Wilson's intervals for 1 of 10 and for 0 of 10 from published tables: .0179–.4042 and 0–.2775.
    @Test("Proportions have wilsons interval") func proportionsHaveWilsonsInterval() throws {
        let one = try #require(Proportion(1, of: 10).interval)
        #expect(abs(one.lower - 0.0179) < 5e-5 && abs(one.upper - 0.4042) < 5e-5)
        let none = try #require(Proportion(0, of: 10).interval)
        #expect(none.lower < 1e-12 && abs(none.upper - 0.2775) < 5e-5)
    }
}
