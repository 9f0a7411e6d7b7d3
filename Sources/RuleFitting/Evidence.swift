package import Evaluation
package import ScamDetection
import TextAnalysis

/// Which rules hold in a labelled message.
package struct Evidence: Sendable {
    package var message: LabelledMessage
    /// Numbers of the detector's rules, ascending, those of weight 0 too.
    package var rules: [Int]
    /// False where there is no text to judge: such a message gets no verdict, and the fit passes it over.
    package var isJudgeable: Bool
    /// Whether it is a harmless line of a rule file: the fit learns from it, but no figure counts it.
    package var isExample = false

    package init(message: LabelledMessage, rules: [Int], isJudgeable: Bool = true) {
        self.message = message
        self.rules = rules
        self.isJudgeable = isJudgeable
    }

    private static let chunk = 128

    /// For every message, in order; uses all cores.
    /// - Parameter progress: is told how many messages are done.
    @concurrent package static func gathered(
        from messages: [LabelledMessage], by detector: ScamDetector,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [Evidence] {
        var numbers: [String: Int] = [:]
        for (number, rule) in detector.rules.enumerated() { numbers[rule.id] = number }
        let known = numbers
        return await withTaskGroup(of: (Int, [Evidence]).self) { group in
            for start in stride(from: 0, to: messages.count, by: chunk) {
                let part = messages[start..<min(start + chunk, messages.count)]
                group.addTask {
                    (start, part.map { evidence(of: $0, by: detector, numbers: known) })
                }
            }
            var parts: [Int: [Evidence]] = [:]
            var done = 0
            for await (start, part) in group {
                parts[start] = part
                done += part.count
                progress(done)
            }
            return parts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// The lines that rules must not match: genuine messages by their authors' word.
    package static func examples(of detector: ScamDetector) -> [Evidence] {
        var numbers: [String: Int] = [:]
        for (number, rule) in detector.rules.enumerated() { numbers[rule.id] = number }
        return detector.rules.flatMap { rule in
            rule.noMatchExamples.enumerated().map { number, example in
                let message = LabelledMessage(
                    id: "\(rule.id)/\(number)", text: example.value, label: .legit, cluster: rule.id)
                let text = detector.analyze(example: example.value)
                let rules = text.isJudgeable ? detector.findings(in: text).compactMap { numbers[$0.rule] } : []
                var evidence = Evidence(
                    message: message, rules: rules.sorted(), isJudgeable: text.isJudgeable)
                evidence.isExample = true
                return evidence
            }
        }
    }

    private static func evidence(
        of message: LabelledMessage, by detector: ScamDetector, numbers: [String: Int]
    ) -> Evidence {
        let text = detector.analyze(message.text)
        guard text.isJudgeable else { return Evidence(message: message, rules: [], isJudgeable: false) }
        let rules = detector.findings(in: text).compactMap { numbers[$0.rule] }.sorted()
        return Evidence(message: message, rules: rules)
    }
}
