import Foundation
import TextAnalysis

/// An intercept, a weight for each rule and then one for each word, in log-odds.
package struct FittedWeights: Sendable, Equatable {
    package var intercept: Double
    /// Weights by parameter. Rules without enough matches have their author's, such words 0.
    package var values: [Double]
    /// Whether the data decided on the weight, by parameter.
    package var isFitted: [Bool]
}

/// Logistic regression with group caps, sign constraints and a normal prior around the authors' weights, and a sparse one for words, by
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

    private struct Entry {
        var row: Int
        var weight: Double
        var isScam: Bool
    }

    private let problem: FitProblem
    private let entries: [Entry]
    /// For each parameter, the positions in `entries` of the messages that it matches.
    private var hits: [[Int32]]
    private var weights: FittedWeights
    /// The sums of weights, by position in `entries` and by group.
    private var sums: [Double]
    private var scores: [Double]
    /// The ranges in which sums count while they are fitted, by position and group.
    private let limits: [ClosedRange<Double>]

    /// Fits weights to some rows.
    /// - Parameter rows: the numbers of these rows in the problem.
    static func weights(_ problem: FitProblem, rows: [Int]) -> FittedWeights {
        var fit = WeightFit(problem, rows: rows)
        fit.run()
        return fit.weights
    }

    private init(_ problem: FitProblem, rows: [Int]) {
        self.problem = problem
        entries = rows.map {
            Entry(row: $0, weight: problem.rows[$0].weight, isScam: problem.rows[$0].isScam)
        }
        limits = entries.flatMap { entry in
            problem.rows[entry.row].limits.enumerated().map { group, limits in
                // Words are fitted with equal limits on both sides: below the smaller one, scams would teach nothing.
                guard group == problem.words else { return limits }
                let cap = problem.options.capsWords ? limits.upperBound : .infinity
                return -cap...cap
            }
        }
        hits = Array(repeating: [], count: problem.parameters.count)
        for (position, entry) in entries.enumerated() {
            for rule in problem.rows[entry.row].rules { hits[rule].append(Int32(position)) }
            for word in problem.rows[entry.row].words { hits[word].append(Int32(position)) }
        }
        // The fit starts from the authors' weights, so that an earlier fit's numbers don't matter.
        let scams = rows.count { problem.rows[$0].isScam }
        weights = FittedWeights(
            intercept: log(Double(scams + 1) / Double(rows.count - scams + 1)),
            values: problem.parameters.map(\.prior), isFitted: [])
        sums = Array(repeating: 0, count: entries.count * FitProblem.groups.count)
        scores = Array(repeating: 0, count: entries.count)
        weights.isFitted = supported()
        for rule in hits.indices where weights.isFitted[rule] {
            weights.values[rule] = weights.values[rule].clamped(to: problem.parameters[rule].bounds)
        }
        for (position, entry) in entries.enumerated() {
            for rule in problem.rows[entry.row].rules {
                sums[position * FitProblem.groups.count + problem.parameters[rule].group] +=
                    weights.values[rule]
            }
            scores[position] = problem.score(problem.rows[entry.row], weights)
        }
    }

    /// Whether each parameter has enough matches to be fitted. An author's weight of 0 says that the rule only serves
    /// others.
    private func supported() -> [Bool] {
        let sources = scamSources()
        func language(_ parameter: Int) -> Language {
            problem.vocabulary.entries[parameter - problem.ruleCount].language
        }
        func rows(_ parameter: Int) -> [FitProblem.Row] {
            hits[parameter].lazy.map { problem.rows[entries[Int($0)].row] }
                .filter { !$0.isExample }
        }
        return hits.indices.map { parameter in
            let messages = rows(parameter)
            let clusters = Set(messages.map(\.cluster)).count
            let options = problem.options
            guard parameter >= problem.ruleCount else {
                return problem.parameters[parameter].prior != 0 && messages.count >= options.fewestHits
                    && clusters >= options.fewestClusters
            }
            let own = Set(messages.map(\.source)).count
            return clusters >= options.fewestWordClusters
                && own >= min(options.fewestWordSources, sources[language(parameter)] ?? 0)
        }
    }

    /// The number of sources of each language that have scams of enough clusters to learn from.
    private func scamSources() -> [Language: Int] {
        var clusters: [Language: [String: Set<String>]] = [:]
        for entry in entries where entry.isScam {
            let row = problem.rows[entry.row]
            guard let word = row.words.first else { continue }
            let language = problem.vocabulary.entries[word - problem.ruleCount].language
            clusters[language, default: [:]][row.source, default: []].insert(row.cluster)
        }
        return clusters.mapValues { sources in
            sources.values.count { $0.count >= problem.options.fewestWordClusters }
        }
    }

    private mutating func run() {
        for _ in 0..<Self.sweeps {
            var largest = abs(stepIntercept())
            for parameter in hits.indices where weights.isFitted[parameter] {
                largest = max(largest, abs(step(parameter)))
            }
            if largest < Self.tolerance { return }
        }
    }

    /// Changes the intercept by one step.
    private mutating func stepIntercept() -> Double {
        var slope = 0.0
        var curvature = Self.ridge
        for position in entries.indices { add(position, &slope, &curvature) }
        let step = (-slope / curvature).clamped(to: -Self.longestStep...Self.longestStep)
        weights.intercept += step
        for position in scores.indices { scores[position] += step }
        return step
    }

    /// Changes a weight by one step, and returns the change.
    private mutating func step(_ number: Int) -> Double {
        let parameter = problem.parameters[number]
        let groups = FitProblem.groups.count
        let old = weights.values[number]
        var slope = parameter.strength * (old - parameter.prior)
        var curvature = parameter.strength + Self.ridge
        for hit in hits[number] {
            let position = Int(hit)
            let index = position * groups + parameter.group
            guard limits[index].contains(sums[index]) else { continue }
            add(position, &slope, &curvature)
        }
        // The lasso's soft threshold: a weight that would be worth less than the sparsity becomes 0.
        let free = old - slope / curvature
        let threshold = parameter.sparsity / curvature
        let aim =
            free > threshold
            ? free - threshold : free < -threshold ? free + threshold : threshold > 0 ? 0 : free
        let wanted = old + (aim - old).clamped(to: -Self.longestStep...Self.longestStep)
        let new = wanted.clamped(to: parameter.bounds)
        guard new != old else { return 0 }
        weights.values[number] = new
        for hit in hits[number] {
            let position = Int(hit)
            let index = position * groups + parameter.group
            let before = sums[index].clamped(to: limits[index])
            sums[index] += new - old
            scores[position] += sums[index].clamped(to: limits[index]) - before
        }
        return new - old
    }

    private func add(_ position: Int, _ slope: inout Double, _ curvature: inout Double) {
        let entry = entries[position]
        let probability = 1 / (1 + exp(-scores[position]))
        slope += entry.weight * (probability - (entry.isScam ? 1 : 0))
        curvature += entry.weight * probability * (1 - probability)
    }
}
