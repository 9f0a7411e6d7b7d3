package import ScamDetection
package import TextAnalysis

/// A labelled message and the rules that match it.
package struct FitSample: Sendable {
    package var message: LabelledMessage
    /// The numbers of the rules that match, in ascending order. Rules of weight 0 are among them.
    package var rules: [Int]
    /// The language whose words the message holds; nil if they are of no known one.
    package var language: Language?
    /// The words, pairs of words and kinds of entities by their keys, as `words.tsv` writes them.
    package var words: [UInt64: String] = [:]
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

    /// The examples that rules must not match, as genuine messages; those of one rule are a cluster. What protective rules must not match
    /// are scams.
    package static func examples(of detector: ScamDetector) -> [FitSample] {
        let numbers = numbers(of: detector.rules)
        return detector.rules.filter { $0.group != .protective }.flatMap { rule in
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
            // What is calm by whom it leads to must not teach that its words are.
            isJudgeable: text.isJudgeable && !detector.leadsOnlyToOrganisations(text, findings))
        language = WordWeights.languages(of: text, among: detector.lexicon.analyzer.languages).first
        WordFeatures.forEach(in: text) { key, tokens in
            if words[key] == nil { words[key] = Self.written(text.tokens[tokens], in: text) }
        }
    }

    /// The longest word that is learned, in scalars: runs of a script without spaces aren't words.
    private static let longestWord = 24

    /// A word or a pair as `words.tsv` writes it; nil for one with digits, which no other message holds.
    private static func written(_ tokens: ArraySlice<Token>, in text: AnalyzedText) -> String? {
        var parts: [String] = []
        for token in tokens {
            if let kind = token.kind {
                parts.append(WordFeatures.written(kind))
            } else {
                guard !token.isDisguised, let letters = text.letters(of: token),
                    letters.unicodeScalars.count <= longestWord
                else { return nil }
                parts.append(letters)
            }
        }
        return parts.joined(separator: " ")
    }

    private static func numbers(of rules: [Rule]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: zip(rules.map(\.id), rules.indices))
    }
}
