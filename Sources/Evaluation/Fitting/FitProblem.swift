package import ScamDetection

/// Rules, caps and messages as numbers for the fit.
package struct FitProblem: Sendable {
    struct Parameter: Sendable {
        var group: Int
        var prior: Double
        /// The range of the weight, which follows from its group's sign and the options.
        var bounds: ClosedRange<Double>
        var isDecisive: Bool
    }

    struct Row: Sendable {
        var rules: [Int]
        var isScam: Bool
        var isJudgeable: Bool
        var isExample: Bool
        /// The weight of the row in the fit, in messages.
        var weight: Double
        var cluster: String
        /// The largest size of the sum of protective weights, in log-odds.
        var protectiveCap: Double
    }

    static let groups = RuleGroup.allCases
    static let protective = groups.firstIndex(of: .protective) ?? groups.count - 1

    let parameters: [Parameter]
    let caps: [Double]
    let options: FitOptions
    /// All messages, so that their numbers stay; `isUsed` says which of them the fit may use.
    let rows: [Row]
    let isUsed: [Bool]

    package init(_ samples: [FitSample], rules: [Rule], settings: ScoringSettings, options: FitOptions) {
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
        isUsed = samples.map { $0.message.counts && $0.isJudgeable }
        let shares = Self.shares(samples, isUsed, options)
        let decisive = parameters.map(\.isDecisive)
        rows = samples.indices.map { index in
            let one = samples[index]
            let isDecisive = one.rules.contains { decisive[$0] }
            let cap = caps[Self.protective]
            return Row(
                rules: one.rules, isScam: one.message.label == .scam,
                isJudgeable: one.isJudgeable, isExample: one.isExample, weight: shares[index],
                cluster: one.message.cluster,
                protectiveCap: isDecisive ? min(cap, settings.decisiveCap) : cap)
        }
    }

    /// Weights of the rows: one source's scams count together no more than `sourceCap` messages, and likewise its
    /// genuine messages.
    private static func shares(_ samples: [FitSample], _ isUsed: [Bool], _ options: FitOptions) -> [Double] {
        func key(_ one: FitSample) -> String { "\(one.message.source ?? "")\u{0}\(one.message.label)" }
        var counts: [String: Int] = [:]
        for (one, isUsed) in zip(samples, isUsed) where isUsed && !one.isExample {
            counts[key(one), default: 0] += 1
        }
        return samples.map {
            $0.isExample ? options.exampleWeight : min(1, options.sourceCap / Double(counts[key($0)] ?? 1))
        }
    }

    func cap(_ group: Int, of row: Row) -> Double {
        group == Self.protective ? row.protectiveCap : caps[group]
    }

    /// The score before calibration, in log-odds, as `ScoreBreakdown` computes it.
    func score(_ row: Row, _ weights: FittedWeights) -> Double {
        var score = weights.intercept
        // The loop goes over groups, because the rows' rules aren't sorted by group and a row has few of them.
        for group in caps.indices {
            var sum = 0.0
            for rule in row.rules where parameters[rule].group == group { sum += weights.values[rule] }
            let cap = cap(group, of: row)
            score += max(-cap, min(cap, sum))
        }
        return score
    }
}
