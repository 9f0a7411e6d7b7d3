package import ScamDetection

/// The effect of one rule's weight in a data set. Composites that refer to the rule stay as they are.
package struct RuleImpact: Sendable {
    package var rule: Rule
    /// The fitted weight, in log-odds; nil if the rule keeps its author's weight.
    package var fitted: Double?
    package var support: RuleSupport
    /// The mean log loss without the weight minus the loss with it, in thousandths of a nat. If it is positive, the rule helps.
    package var lossWithout = 0.0
    private static let perThousand = 1000.0
    /// The number of scams that are missed without the weight; the number of genuine messages that are no longer flagged
    /// follows.
    package var missedWithout = 0
    package var clearedWithout = 0

    /// The effects of all rules, by rule number.
    /// - Parameter validation: its models haven't seen the message that they judge, so that no rule looks useful for
    ///   having been fitted to it.
    package static func all(
        _ problem: FitProblem, _ samples: [FitSample], rules: [Rule], final: FittedModel,
        validation: CrossValidation
    ) -> [RuleImpact] {
        let support = RuleSupport.all(samples, ruleCount: rules.count)
        var impacts = rules.enumerated().map { number, rule in
            RuleImpact(
                rule: rule,
                fitted: final.weights.isFitted[number] ? final.weights.values[number] : nil,
                support: support[number])
        }
        let counted = Double(max(1, problem.isUsed.count(where: \.self)))
        for index in samples.indices {
            let row = problem.rows[index]
            guard problem.isUsed[index], !row.isExample else { continue }
            var model = validation.models[validation.modelNumbers[index]]
            let with = validation.judgements[index]
            for rule in row.rules where model.weights.values[rule] != 0 {
                let weight = model.weights.values[rule]
                model.weights.values[rule] = 0
                let without = model.judgement(problem, index)
                model.weights.values[rule] = weight
                impacts[rule].lossWithout += perThousand * (without.logLoss - with.logLoss) / counted
                if row.isScam {
                    impacts[rule].missedWithout += change(with, without)
                } else {
                    impacts[rule].clearedWithout += change(with, without)
                }
            }
        }
        return impacts
    }

    private static func change(_ with: Judgement, _ without: Judgement) -> Int {
        (with.isFlagged ? 1 : 0) - (without.isFlagged ? 1 : 0)
    }
}
