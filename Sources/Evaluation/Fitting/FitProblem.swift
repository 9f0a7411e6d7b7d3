import Foundation
package import ScamDetection
import TextAnalysis

/// Rules, caps and messages as numbers for the fit.
package struct FitProblem: Sendable {
    struct Parameter: Sendable {
        var group: Int
        var prior: Double
        /// The range of the weight, which follows from its group's sign and the options.
        var bounds: ClosedRange<Double>
        var ask: Ask
        /// How strongly the weight is held to the prior: the inverse variance of a normal distribution.
        var strength: Double
        /// A weight smaller than this many units of slope becomes 0, so that few words have one; 0 for rules.
        var sparsity: Double
    }

    struct Row: Sendable {
        var rules: [Int]
        /// The numbers of the words' parameters.
        var words: [Int]
        var isScam: Bool
        var isJudgeable: Bool
        var isExample: Bool
        /// Whether the row counts for calibration, bands and figures.
        var isMeasured: Bool
        /// The weight of the row in the fit, in messages.
        var weight: Double
        var cluster: String
        var source: String
        var language: Language?
        /// The ranges in which the groups' sums count, in log-odds, by group.
        var limits: [ClosedRange<Double>]
    }

    static let groups = RuleGroup.allCases

    /// The rules' parameters, and then the words'.
    let parameters: [Parameter]
    let ruleCount: Int
    let options: FitOptions
    package let vocabulary: WordVocabulary
    /// The index of the words' group.
    let words: Int
    /// All messages, so that their numbers stay; `isUsed` says which of them the fit may use.
    let rows: [Row]
    let isUsed: [Bool]

    package init(
        _ samples: [FitSample], rules: [Rule], vocabulary: WordVocabulary, wordGroup: RuleGroup = .words,
        settings: ScoringSettings, options: FitOptions
    ) {
        self.options = options
        words = wordGroup.number
        self.vocabulary = vocabulary
        ruleCount = rules.count
        let parameters = rules.map { rule in
            let group = Self.groups.firstIndex(of: rule.group) ?? 0
            let limit = min(
                Rule.maximumWeight, settings.caps[rule.group] ?? 0,
                abs(rule.prior) * options.largestFactor + options.largestStep)
            return Parameter(
                group: group, prior: rule.prior,
                bounds: rule.group == .protective ? -limit...0 : 0...limit,
                ask: settings.ask(of: rule), strength: options.priorStrength, sparsity: 0)
        }
        let learnt = Self.languagesWithScams(samples, options)
        isUsed = samples.map { one in
            one.isJudgeable && one.message.label != .spam
                && (!one.message.isSynthetic || !learnt.contains(one.language))
        }
        let shares = Self.shares(samples, isUsed, options)
        let ids = Set(settings.wordSilencers.map(\.value))
        let silencers = Set(rules.indices.filter { ids.contains(rules[$0].id) })
        rows = samples.indices.map { index in
            let one = samples[index]
            let ask = one.rules.map { parameters[$0].ask }.max() ?? .nothing
            let areWordsSilent = one.rules.contains(where: silencers.contains)
            return Row(
                rules: one.rules,
                words: areWordsSilent ? [] : vocabulary.numbers(of: one).map { rules.count + $0 },
                isScam: one.message.label == .scam,
                isJudgeable: one.isJudgeable, isExample: one.isExample,
                isMeasured: !one.isExample && one.message.counts && one.isJudgeable,
                weight: shares[index],
                cluster: one.message.cluster, source: one.message.source ?? "", language: one.language,
                limits: Self.groups.map { settings.limits(of: $0, beside: ask) })
        }
        self.parameters =
            parameters + Self.words(vocabulary, of: rows, isUsed, after: rules.count, words, options)
    }

    /// The parameters of words.
    private static func words(
        _ vocabulary: WordVocabulary, of rows: [Row], _ isUsed: [Bool], after first: Int, _ group: Int,
        _ options: FitOptions
    ) -> [Parameter] {
        var counts = [Int](repeating: 0, count: vocabulary.count)
        for (row, isUsed) in zip(rows, isUsed) where isUsed {
            for word in row.words { counts[word - first] += 1 }
        }
        let all = Double(isUsed.count(where: \.self))
        return counts.map { count in
            let rarity =
                options.weighsRarity ? max(Self.leastRarity, log(all / Double(max(count, 1)))) : 1
            return Parameter(
                group: group, prior: 0, bounds: -options.largestWord...options.largestWord, ask: .nothing,
                strength: options.wordStrength / (rarity * rarity), sparsity: options.wordSparsity / rarity)
        }
    }

    /// The smallest inverse document frequency: a word that half of all messages hold has 0.7.
    private static let leastRarity = 0.5

    /// The languages that have enough real scams to learn words from. In others, words are learned from constructed messages: little is
    /// better than nothing. Fewer may be texts of other languages that were taken for this one.
    private static func languagesWithScams(_ samples: [FitSample], _ options: FitOptions) -> Set<Language?> {
        var counts: [Language?: Int] = [:]
        for one in samples where one.message.label == .scam && !one.message.isSynthetic {
            counts[one.language, default: 0] += 1
        }
        return Set(counts.filter { $0.value >= options.fewestWordMessages }.keys)
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

    /// The score before calibration, in log-odds, as `ScoreBreakdown` computes it.
    func score(_ row: Row, _ weights: FittedWeights) -> Double {
        var score = weights.intercept
        // The loop goes over groups, because the rows' rules aren't sorted by group and a row has few of them.
        for group in row.limits.indices where group != words {
            var sum = 0.0
            for rule in row.rules where parameters[rule].group == group { sum += weights.values[rule] }
            score += sum.clamped(to: row.limits[group])
        }
        let sum = row.words.reduce(0) { $0 + weights.values[$1] }
        return score + sum.clamped(to: row.limits[words])
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.max(range.lowerBound, Swift.min(range.upperBound, self))
    }
}
