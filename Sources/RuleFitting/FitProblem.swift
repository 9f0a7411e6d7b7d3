import Evaluation
package import ScamDetection

/// Rules, caps and messages as the fit sees them: numbers only.
package struct FitProblem: Sendable {
    struct Parameter: Sendable {
        var group: Int
        var prior: Double
        /// The sign and the size that the weight may have.
        var bounds: ClosedRange<Double>
        var isDecisive: Bool
    }

    struct Row: Sendable {
        var rules: [Int]
        var isScam: Bool
        var isJudgeable: Bool
        var isExample: Bool
        /// How much the row counts in the fit of weights.
        var weight: Double
        var cluster: String
        /// The largest size of the protective sum.
        var protectiveCap: Double
    }

    static let groups = RuleGroup.allCases
    static let protective = groups.firstIndex(of: .protective) ?? groups.count - 1

    let parameters: [Parameter]
    let caps: [Double]
    let options: FitOptions
    /// Every message given, so that numbers fit; `isUsed` says which the fit may see.
    let rows: [Row]
    let isUsed: [Bool]

    package init(_ evidence: [Evidence], rules: [Rule], settings: ScoringSettings, options: FitOptions) {
        self.options = options
        let caps = Self.groups.map { settings.caps[$0] ?? 0 }
        self.caps = caps
        parameters = rules.map { rule in
            let group = Self.groups.firstIndex(of: rule.group) ?? 0
            let limit = min(
                Rule.maximumWeight, caps[group],
                abs(rule.prior) * options.largestFactor + options.largestStep)
            return Parameter(
                group: group, prior: rule.prior,
                bounds: rule.group == .protective ? -limit...0 : 0...limit,
                isDecisive: settings.isDecisive(rule))
        }
        isUsed = evidence.map { $0.message.counts && $0.isJudgeable }
        let shares = Self.shares(evidence, isUsed, options)
        let decisive = parameters.map(\.isDecisive)
        rows = evidence.indices.map { index in
            let one = evidence[index]
            let isDecisive = one.rules.contains { decisive[$0] }
            let cap = caps[Self.protective]
            return Row(
                rules: one.rules, isScam: one.message.label == .scam,
                isJudgeable: one.isJudgeable, isExample: one.isExample, weight: shares[index], cluster: one.message.cluster,
                protectiveCap: isDecisive ? min(cap, settings.decisiveCap) : cap)
        }
    }

    /// A source's scams, and likewise its genuine messages, count together no more than `sourceCap` messages do.
    private static func shares(_ evidence: [Evidence], _ isUsed: [Bool], _ options: FitOptions) -> [Double] {
        func key(_ one: Evidence) -> String { "\(one.message.source ?? "")\u{0}\(one.message.label)" }
        var counts: [String: Int] = [:]
        for (one, isUsed) in zip(evidence, isUsed) where isUsed && !one.isExample { counts[key(one), default: 0] += 1 }
        return evidence.map {
            $0.isExample ? options.exampleWeight : min(1, options.sourceCap / Double(counts[key($0)] ?? 1))
        }
    }

    func cap(_ group: Int, of row: Row) -> Double {
        group == Self.protective ? row.protectiveCap : caps[group]
    }

    /// Log-odds before calibration, as the scorer adds them.
    func score(_ row: Row, _ weights: FittedWeights) -> Double {
        var score = weights.intercept
        // Rules are in the order of their files, not of their groups, and few hold.
        for group in caps.indices {
            var sum = 0.0
            for rule in row.rules where parameters[rule].group == group { sum += weights.values[rule] }
            let cap = cap(group, of: row)
            score += max(-cap, min(cap, sum))
        }
        return score
    }
}
