import Foundation

/// The weights w and the intercept b that minimise |w|²/2 + Σ cᵢ log(1 + exp(-yᵢ (w·xᵢ + b))), found by L-BFGS (Nocedal, 1980) with step
/// halving.
struct LogisticRegression {
    typealias Vector = [(index: Int32, value: Float)]

    private let vectors: [Vector]
    private let isScam: [Bool]
    private let weights: [Double]
    private let width: Int

    /// Steps that are remembered of the curvature.
    private static let memory = 10
    /// The most steps. Only a fit that never settles takes as many.
    private static let mostSteps = 300
    /// The fit ends when the gradient is this much shorter than at its beginning.
    private static let tolerance = 1e-3
    private static let shortestStep = 1e-8
    /// A step is short enough if the value falls by at least this share of what its slope promises (Armijo, 1966).
    private static let leastDecrease = 5e-5
    /// Parts of the messages whose gradients are summed side by side. Their number doesn't depend on the machine, so that the sums don't.
    private static let parts = 4

    init(vectors: [Vector], isScam: [Bool], weights: [Double], width: Int) {
        (self.vectors, self.isScam, self.weights, self.width) = (vectors, isScam, weights, width)
    }

    func solution() -> (weights: [Double], intercept: Double) {
        // The intercept is the last of the point's coordinates.
        var point = [Double](repeating: 0, count: width + 1)
        var (value, gradient) = evaluated(at: point)
        let goal = Self.tolerance * length(gradient)
        var steps: [(move: [Double], change: [Double])] = []
        for _ in 0..<Self.mostSteps where length(gradient) > goal {
            let direction = self.direction(gradient, steps)
            let slope = product(gradient, direction)
            var size = steps.isEmpty ? 1 / max(1, length(gradient)) : 1
            func moved() -> [Double] { point.indices.map { point[$0] + size * direction[$0] } }
            var next = moved()
            var (nextValue, nextGradient) = evaluated(at: next)
            while nextValue > value + Self.leastDecrease * size * slope, size > Self.shortestStep {
                size /= 2
                next = moved()
                (nextValue, nextGradient) = evaluated(at: next)
            }
            guard nextValue < value else { break }
            steps.append(
                (
                    point.indices.map { next[$0] - point[$0] },
                    point.indices.map { nextGradient[$0] - gradient[$0] }
                ))
            if steps.count > Self.memory { steps.removeFirst() }
            (point, value, gradient) = (next, nextValue, nextGradient)
        }
        return (Array(point.dropLast()), point[width])
    }

    /// The way down that the remembered steps tell: the two loops of L-BFGS.
    private func direction(_ gradient: [Double], _ steps: [(move: [Double], change: [Double])]) -> [Double] {
        var direction = gradient.map { -$0 }
        var shares: [Double] = []
        for (move, change) in steps.reversed() {
            let share = product(move, direction) / product(move, change)
            shares.append(share)
            for index in direction.indices { direction[index] -= share * change[index] }
        }
        if let (move, change) = steps.last {
            let scale = product(move, change) / product(change, change)
            for index in direction.indices { direction[index] *= scale }
        }
        for ((move, change), share) in zip(steps, shares.reversed()) {
            let other = product(change, direction) / product(move, change)
            for index in direction.indices { direction[index] += (share - other) * move[index] }
        }
        return direction
    }

    private func evaluated(at point: [Double]) -> (value: Double, gradient: [Double]) {
        let sums = Array(0..<Self.parts).concurrentMap { part -> (Double, [Double]) in
            var (value, gradient) = (0.0, [Double](repeating: 0, count: width + 1))
            for row in stride(from: part, to: vectors.count, by: Self.parts) {
                var score = point[width]
                for (index, factor) in vectors[row] { score += point[Int(index)] * Double(factor) }
                let margin = isScam[row] ? score : -score
                // This is log(1 + e^-margin) without overflow.
                value += weights[row] * (max(-margin, 0) + log1p(exp(-abs(margin))))
                let slope = weights[row] * (1 / (1 + exp(-score)) - (isScam[row] ? 1 : 0))
                for (index, factor) in vectors[row] { gradient[Int(index)] += slope * Double(factor) }
                gradient[width] += slope
            }
            return (value, gradient)
        }
        var (value, gradient) = (0.0, point)
        gradient[width] = 0
        for index in 0..<width { value += point[index] * point[index] / 2 }
        for (part, slopes) in sums {
            value += part
            for index in gradient.indices { gradient[index] += slopes[index] }
        }
        return (value, gradient)
    }

    private func product(_ one: [Double], _ other: [Double]) -> Double {
        var sum = 0.0
        for index in one.indices { sum += one[index] * other[index] }
        return sum
    }

    private func length(_ vector: [Double]) -> Double { product(vector, vector).squareRoot() }
}
