import Foundation

/// Platt's calibration: probability = 1 / (1 + e^-(slope · score + offset)). Two numbers suit small data sets.
package struct PlattScaling: Sendable, Equatable {
    package var slope: Double
    package var offset: Double

    /// The largest number of Newton steps. Only a loss that never settles needs as many.
    private static let rounds = 100
    /// Another step is made if the last one lowered the loss by at least this, in nats over all messages.
    private static let tolerance = 1e-9
    /// The smallest part of a step that is tried.
    private static let shortestStep = 1e-6
    /// A little curvature is added, so that the second derivatives can be inverted even if the scores say nothing.
    private static let ridge = 1e-9
    /// The smallest slope. It is positive, because probabilities have to rise with scores.
    private static let smallestSlope = 0.01

    package init(slope: Double, offset: Double) {
        self.slope = slope
        self.offset = offset
    }

    /// Fits by Newton's method with step halving. Platt's smoothed targets keep the curve finite where scores
    /// separate the classes (Platt 1999; Lin, Lin and Weng 2007).
    init(fitting scores: [Double], isScam: [Bool]) {
        let scams = Double(isScam.count(where: \.self))
        let genuine = Double(isScam.count) - scams
        let high = (scams + 1) / (scams + 2)
        let low = 1 / (genuine + 2)
        let targets = isScam.map { $0 ? high : low }
        var (slope, offset) = (1.0, 0.0)
        var loss = Self.loss(scores, targets, slope, offset)
        for _ in 0..<Self.rounds {
            var (bySlope, byOffset) = (0.0, 0.0)
            var (slopeSlope, slopeOffset, offsetOffset) = (Self.ridge, 0.0, Self.ridge)
            for (score, target) in zip(scores, targets) {
                let probability = 1 / (1 + exp(-(slope * score + offset)))
                let error = probability - target
                let spread = probability * (1 - probability)
                bySlope += error * score
                byOffset += error
                slopeSlope += spread * score * score
                slopeOffset += spread * score
                offsetOffset += spread
            }
            let determinant = slopeSlope * offsetOffset - slopeOffset * slopeOffset
            guard determinant > 0 else { break }
            let slopeStep = (offsetOffset * bySlope - slopeOffset * byOffset) / determinant
            let offsetStep = (slopeSlope * byOffset - slopeOffset * bySlope) / determinant
            var length = 1.0
            var next = loss
            while length > Self.shortestStep {
                next = Self.loss(scores, targets, slope - length * slopeStep, offset - length * offsetStep)
                if next <= loss { break }
                length /= 2
            }
            guard next <= loss else { break }
            slope -= length * slopeStep
            offset -= length * offsetStep
            let isDone = loss - next < Self.tolerance
            loss = next
            if isDone { break }
        }
        self.slope = max(Self.smallestSlope, slope)
        self.offset = offset
    }

    func probability(_ score: Double) -> Double { 1 / (1 + exp(-(slope * score + offset))) }

    private static func loss(
        _ scores: [Double], _ targets: [Double], _ slope: Double, _ offset: Double
    ) -> Double {
        zip(scores, targets).reduce(0) { sum, pair in
            let value = slope * pair.0 + offset
            // This is log(1 + e^value) without overflow.
            let softplus = max(value, 0) + log1p(exp(-abs(value)))
            return sum + softplus - pair.1 * value
        }
    }
}

/// The smallest probabilities of a medium and of a high verdict.
package struct Bands: Sendable, Equatable {
    package var medium: Double
    package var high: Double

    /// The range of the bands and their smallest distance, as probabilities. They matter for data sets that say little: few
    /// messages, or classes that don't overlap.
    private static let lowest = 0.02
    private static let highest = 0.999
    private static let distance = 0.001

    /// The lowest bands with which the shares of genuine messages at or above them stay within the budgets.
    /// - Parameters:
    ///   - genuine: the probabilities of genuine messages.
    ///   - mostForLow: the largest probability at which medium begins, whatever it costs.
    init(genuine: [Double], mediumBudget: Double, highBudget: Double, mostForLow: Double = 1) {
        let sorted = genuine.sorted(by: >)
        medium = Self.threshold(sorted, budget: mediumBudget)
        high = Self.threshold(sorted, budget: highBudget)
        medium = min(mostForLow, Self.highest - Self.distance, max(Self.lowest, medium))
        high = min(Self.highest, max(medium + Self.distance, high))
    }

    /// The middle between the last probability within the budget and the first one beyond it.
    private static func threshold(_ sorted: [Double], budget: Double) -> Double {
        let allowed = Int(Double(sorted.count) * budget)
        guard allowed < sorted.count else { return lowest }
        let outside = sorted[allowed]
        let inside = sorted[..<allowed].last { $0 > outside } ?? 1
        return (outside + inside) / 2
    }
}
