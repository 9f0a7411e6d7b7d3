package import TextAnalysis

/// A labelled message and what a fit needs of it.
package struct FitSample: Sendable {
    package var message: LabelledMessage
    /// What the rules add to its score, in log-odds.
    package var ruleScore: Double
    package var isBesideDecisiveAsk: Bool
    package var features: FeatureCounts
    /// The language whose words the message holds; nil if they are of no known one.
    package var language: Language?
    /// Whether the message holds anything to judge. Others get no verdict, and the fit leaves them out.
    package var isJudgeable: Bool

    /// Runs the rules over all messages on all cores; the samples are in the messages' order.
    /// - Parameter progress: is called with the number of messages done.
    @concurrent package static func all(
        from messages: [LabelledMessage], by detector: ScamDetector,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [FitSample] {
        messages.concurrentMap(progress: progress) { message in
            let text = detector.analyze(message.text)
            let (score, isBesideDecisiveAsk) = detector.ruleScore(of: text)
            return FitSample(
                message: message, ruleScore: score, isBesideDecisiveAsk: isBesideDecisiveAsk,
                features: FeatureCounts(TextFeatures(of: text).occurrences),
                language: detector.language(of: text), isJudgeable: text.isJudgeable)
        }
    }

    /// The judgement of a detector whose rule files hold the settings.
    /// - Parameter words: what a text model adds to the score, in log-odds.
    func judgement(adding words: Double, by settings: ScoringSettings) -> Judgement {
        let probability = isJudgeable ? settings.probability(ruleScore + words) : 0
        return Judgement(
            isScam: message.label == .scam, probability: probability,
            level: settings.riskLevel(probability))
    }
}
