package import ScamDetection
import TextAnalysis

/// A labelled message and the rules that match it.
package struct FitSample: Sendable {
    package var message: LabelledMessage
    /// The numbers of the rules that match, in ascending order. Rules of weight 0 are among them.
    package var rules: [Int]
    /// Whether the message holds anything to judge. Others get no verdict, and the fit leaves them out.
    package var isJudgeable: Bool
    /// Whether the message is a harmless example of a rule file. The fit learns from it, but no figure counts it.
    package var isExample: Bool

    package init(
        message: LabelledMessage, rules: [Int], isJudgeable: Bool = true, isExample: Bool = false
    ) {
        self.message = message
        self.rules = rules
        self.isJudgeable = isJudgeable
        self.isExample = isExample
    }

    /// Runs the rules over all messages on all cores; the samples are in the messages' order.
    /// - Parameter progress: is called with the number of messages done.
    @concurrent package static func all(
        from messages: [LabelledMessage], by detector: ScamDetector,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [FitSample] {
        let numbers = numbers(of: detector.rules)
        return messages.concurrentMap(progress: progress) {
            FitSample($0, detector.analyze($0.text), detector, numbers)
        }
    }

    /// The examples that rules must not match, as genuine messages; those of one rule are a cluster.
    package static func examples(of detector: ScamDetector) -> [FitSample] {
        let numbers = numbers(of: detector.rules)
        return detector.rules.flatMap { rule in
            rule.noMatchExamples.enumerated().map { index, example in
                let message = LabelledMessage(
                    id: "\(rule.id)/\(index)", text: example.value, label: .legit, cluster: rule.id)
                var sample = FitSample(
                    message, detector.analyze(example: example.value), detector, numbers)
                sample.isExample = true
                return sample
            }
        }
    }

    private init(
        _ message: LabelledMessage, _ text: AnalyzedText, _ detector: ScamDetector, _ numbers: [String: Int]
    ) {
        let findings = text.isJudgeable ? detector.findings(in: text) : []
        self.init(
            message: message, rules: findings.compactMap { numbers[$0.rule] }.sorted(),
            isJudgeable: text.isJudgeable)
    }

    private static func numbers(of rules: [Rule]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: zip(rules.map(\.id), rules.indices))
    }
}
