import ScamDetection

package struct FittedModel: Sendable, Equatable {
    package var weights: FittedWeights
    package var calibration: PlattScaling
    package var bands: Bands

    /// Fits the weights to all rows. Calibration and bands come from held-out scores: each row's weights were fitted
    /// to other parts.
    package init(_ problem: FitProblem, rows: [Int]) {
        let used = rows.filter { problem.isUsed[$0] }
        weights = WeightFit.weights(problem, rows: used)
        let measured = used.filter { problem.rows[$0].isMeasured }
        var scores = [Double](repeating: 0, count: measured.count)
        for fold in 0..<problem.options.folds {
            let isHeldOut = { (row: Int) in
                !problem.rows[row].isExample
                    && Folds.number(problem.rows[row].cluster, of: problem.options.folds) == fold
            }
            guard measured.contains(where: isHeldOut) else { continue }
            let part = WeightFit.weights(problem, rows: used.filter { !isHeldOut($0) })
            for (position, row) in measured.enumerated() where isHeldOut(row) {
                scores[position] = problem.score(problem.rows[row], part)
            }
        }
        let isScam = measured.map { problem.rows[$0].isScam }
        let calibration = PlattScaling(fitting: scores, isScam: isScam)
        self.calibration = calibration
        bands = Bands(
            genuine: zip(scores, measured).filter { !problem.rows[$0.1].isScam }.map {
                (problem.rows[$0.1].language, calibration.probability($0.0))
            },
            mediumBudget: problem.options.mediumBudget, languageBudget: problem.options.languageBudget,
            highBudget: problem.options.highBudget)
    }

    /// The judgement of a detector whose rule files hold this model.
    package func judgement(_ problem: FitProblem, _ row: Int) -> Judgement {
        let score = problem.score(problem.rows[row], weights)
        let probability = problem.rows[row].isJudgeable ? calibration.probability(score) : 0
        return Judgement(
            isScam: problem.rows[row].isScam, probability: probability,
            level: probability >= bands.high
                ? .high : probability >= bands.medium(in: problem.rows[row].language) ? .medium : .low)
    }
}
