import Evaluation
package import ScamDetection

/// What one rule does in a data set, and what would change without its weight. Rules made of it stay as they are.
package struct RuleImpact: Sendable {
    package var rule: Rule
    /// What the fit gives it; nil where it keeps its author's weight.
    package var fitted: Double?
    package var support: RuleSupport
    /// Mean log loss without the weight less the loss with it, in thousandths, over all counted messages. Above 0: it helps.
    package var lossWithout = 0.0
    /// How many more scams would be missed, and how many fewer genuine messages flagged.
    package var missedWithout = 0
    package var clearedWithout = 0

    /// - Parameter validation: judges by models that haven't seen the message, so that a rule can't look useful by having
    ///   been fitted to it.
    package static func all(
        _ problem: FitProblem, _ evidence: [Evidence], rules: [Rule], final: FittedModel,
        validation: CrossValidation
    ) -> [RuleImpact] {
        let support = RuleSupport.all(evidence, ruleCount: rules.count)
        var impacts = rules.enumerated().map { number, rule in
            RuleImpact(
                rule: rule,
                fitted: final.weights.isFitted[number] ? final.weights.values[number] : nil,
                support: support[number])
        }
        let counted = Double(max(1, problem.isUsed.count(where: \.self)))
        for index in evidence.indices {
            let row = problem.rows[index]
            guard problem.isUsed[index], !row.isExample else { continue }
            var model = validation.models[validation.modelNumbers[index]]
            let with = validation.judgements[index]
            for rule in row.rules where model.weights.values[rule] != 0 {
                let weight = model.weights.values[rule]
                model.weights.values[rule] = 0
                let without = model.judgement(problem, index)
                model.weights.values[rule] = weight
                impacts[rule].lossWithout += 1000 * (without.logLoss - with.logLoss) / counted
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
