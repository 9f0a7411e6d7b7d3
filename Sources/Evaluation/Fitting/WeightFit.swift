import Foundation

/// An intercept and a weight for each rule, in log-odds.
package struct FittedWeights: Sendable, Equatable {
    package var intercept: Double
    /// Weights by rule number; rules without enough matches have their author's.
    package var values: [Double]
    /// Whether the data decided on the weight, by rule number.
    package var isFitted: [Bool]
}

/// Logistic regression with group caps, sign constraints and a normal prior around the authors' weights, by
/// coordinate descent with Newton steps. Equal rows in equal order give equal weights.
struct WeightFit {
    /// The largest number of passes over all weights. Only weights that never settle need as many.
    private static let sweeps = 400
    /// A pass is the last one if its largest step is smaller than this, in log-odds.
    private static let tolerance = 1e-5
    /// A little curvature is added, so that no step divides by 0.
    private static let ridge = 1e-9
    /// The length of the longest Newton step, in log-odds. A longer one overshoots, because the slope jumps at a group's cap.
    private static let longestStep = 0.5

    private let problem: FitProblem
    /// The numbers of the rows to which the weights are fitted.
    private let rows: [Int]
    /// For each rule, the positions in `rows` of the messages that it matches.
    private var hits: [[Int32]]
    private var weights: FittedWeights
    /// The sums of weights, by position in `rows` and by group.
    private var sums: [Double]
    private var scores: [Double]

    /// Fits weights to some rows.
    /// - Parameter rows: the numbers of these rows in the problem.
    static func weights(_ problem: FitProblem, rows: [Int]) -> FittedWeights {
        var fit = WeightFit(problem, rows: rows)
        fit.run()
        return fit.weights
    }

    private init(_ problem: FitProblem, rows: [Int]) {
        self.problem = problem
        self.rows = rows
        hits = Array(repeating: [], count: problem.parameters.count)
        for (position, row) in rows.enumerated() {
            for rule in problem.rows[row].rules { hits[rule].append(Int32(position)) }
        }
        // The fit starts from the authors' weights, so that an earlier fit's numbers don't matter.
        let scams = rows.count { problem.rows[$0].isScam }
        weights = FittedWeights(
            intercept: log(Double(scams + 1) / Double(rows.count - scams + 1)),
            values: problem.parameters.map(\.prior), isFitted: [])
        sums = Array(repeating: 0, count: rows.count * problem.caps.count)
        scores = Array(repeating: 0, count: rows.count)
        weights.isFitted = problem.parameters.indices.map(isSupported)
        for rule in hits.indices where weights.isFitted[rule] {
            let bounds = problem.parameters[rule].bounds
            weights.values[rule] = min(bounds.upperBound, max(bounds.lowerBound, weights.values[rule]))
        }
        for (position, row) in rows.enumerated() {
            for rule in problem.rows[row].rules {
                sums[position * problem.caps.count + problem.parameters[rule].group] += weights.values[rule]
            }
            scores[position] = problem.score(problem.rows[row], weights)
        }
    }

    /// Whether the rule has enough matches to be fitted. An author's weight of 0 says that the rule only serves
    /// others.
    private func isSupported(_ rule: Int) -> Bool {
        let messages = hits[rule].map { problem.rows[rows[Int($0)]] }.filter { !$0.isExample }
        guard problem.parameters[rule].prior != 0, messages.count >= problem.options.fewestHits else {
            return false
        }
        let clusters = Set(messages.map(\.cluster))
        return clusters.count >= problem.options.fewestClusters
    }

    private mutating func run() {
        for _ in 0..<Self.sweeps {
            var largest = abs(stepIntercept())
            for rule in hits.indices where weights.isFitted[rule] {
                largest = max(largest, abs(step(rule)))
            }
            if largest < Self.tolerance { return }
        }
    }

    private mutating func stepIntercept() -> Double {
        var slope = 0.0
        var curvature = Self.ridge
        for (position, row) in rows.enumerated() {
            add(position, problem.rows[row], &slope, &curvature)
        }
        let step = max(-Self.longestStep, min(Self.longestStep, -slope / curvature))
        weights.intercept += step
        for position in scores.indices { scores[position] += step }
        return step
    }

    /// Changes a rule's weight by one step, and returns the change.
    private mutating func step(_ rule: Int) -> Double {
        let parameter = problem.parameters[rule]
        let old = weights.values[rule]
        let strength = problem.options.priorStrength
        var slope = strength * (old - parameter.prior)
        var curvature = strength + Self.ridge
        for hit in hits[rule] {
            let position = Int(hit)
            let row = problem.rows[rows[position]]
            let sum = sums[position * problem.caps.count + parameter.group]
            guard abs(sum) <= problem.cap(parameter.group, of: row) else { continue }
            add(position, row, &slope, &curvature)
        }
        let wanted = old + max(-Self.longestStep, min(Self.longestStep, -slope / curvature))
        let new = min(parameter.bounds.upperBound, max(parameter.bounds.lowerBound, wanted))
        guard new != old else { return 0 }
        weights.values[rule] = new
        for hit in hits[rule] {
            let position = Int(hit)
            let index = position * problem.caps.count + parameter.group
            let cap = problem.cap(parameter.group, of: problem.rows[rows[position]])
            let before = max(-cap, min(cap, sums[index]))
            sums[index] += new - old
            scores[position] += max(-cap, min(cap, sums[index])) - before
        }
        return new - old
    }

    private func add(_ position: Int, _ row: FitProblem.Row, _ slope: inout Double, _ curvature: inout Double)
    {
        let probability = 1 / (1 + exp(-scores[position]))
        slope += row.weight * (probability - (row.isScam ? 1 : 0))
        curvature += row.weight * probability * (1 - probability)
    }
}
