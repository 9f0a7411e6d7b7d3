/// A text model learned from messages, and the calibration and bands of the score in which it is added to the rules.
///
/// Both come from judgements by models that haven't seen the message: a scam is judged without its cluster, as scams come again in other
/// words, and a genuine message without its whole source, as most genuine messages come from senders of whom nobody has learned.
package struct ModelFit: Sendable {
    package let model: TextModel
    /// The settings with the fit's calibration and bands.
    package let settings: ScoringSettings
    /// The held-out judgement of each sample.
    package let heldOut: [Judgement]

    /// - Parameters:
    ///   - leavesSourcesOut: whether scams, too, are judged without their whole source.
    ///   - progress: is called with the number of parts held out so far, and of all.
    @concurrent package init(
        _ samples: [FitSample], settings: ScoringSettings, options: FitOptions,
        leavesSourcesOut: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async {
        let all = Array(samples.indices)
        func isInPart(_ part: Int, _ sample: FitSample) -> Bool {
            part < options.clusterParts
                ? Folds.number(sample.message.cluster, of: options.clusterParts) == part
                : Folds.number(sample.message.source ?? "", of: options.sourceParts) == part
                    - options.clusterParts
        }
        let count = options.clusterParts + options.sourceParts
        var words = [Double](repeating: 0, count: samples.count)
        for part in 0..<count {
            let isOfSources = part >= options.clusterParts
            let judged = samples.indices.filter {
                isInPart(part, samples[$0])
                    && isOfSources == (leavesSourcesOut || samples[$0].message.label != .scam)
            }
            guard !judged.isEmpty else { continue }
            let rest = all.filter { !isInPart(part, samples[$0]) }
            let learned = LearnedWords(samples, rest, settings, options)
            for index in judged { words[index] = learned.words(of: samples[index]) }
            progress(part + 1, count)
        }
        let scores = samples.indices.map { samples[$0].ruleScore + words[$0] }
        let measured = all.filter { samples[$0].message.counts && samples[$0].isJudgeable }
        let calibration = PlattScaling(
            fitting: measured.map { scores[$0] }, isScam: measured.map { samples[$0].message.label == .scam })
        let bands = Bands(
            genuine: measured.filter { samples[$0].message.label == .legit }
                .map { calibration.probability(scores[$0]) },
            mediumBudget: options.mediumBudget, highBudget: options.highBudget, mostForLow: options.mostForLow
        )
        var fitted = settings
        (fitted.slope, fitted.offset) = (calibration.slope, calibration.offset)
        (fitted.mediumBand, fitted.highBand) = (bands.medium, bands.high)
        let judging = fitted
        self.settings = judging
        model = LearnedWords(samples, all, settings, options).model
        heldOut = samples.indices.map { samples[$0].judgement(adding: words[$0], by: judging) }
    }
}
