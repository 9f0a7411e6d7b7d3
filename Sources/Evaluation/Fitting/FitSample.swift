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
    /// Whether the message is an example of a rule file, or padded with one. The fit learns from it, but no figure counts it.
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

    /// Talks, written as examples of rule files are. Their rules aren't looked at: words alone are learned from them.
    @concurrent package static func talks(
        from messages: [LabelledMessage], by detector: ScamDetector
    ) async -> [FitSample] {
        messages.concurrentMap {
            FitSample($0, detector.analyze(example: $0.text), detector, [:])
        }
    }

    /// What the fit learns from beside the messages, and no figure counts: rules' harmless examples, and scams padded with lines that calm.
    package static func supplements(
        to messages: [LabelledMessage], by detector: ScamDetector, options: FitOptions
    ) -> [FitSample] {
        examples(of: detector) + padded(messages, by: detector, scamsPerLine: options.scamsPerCalmLine)
    }

    /// The examples that rules must not match, as genuine messages; those of one rule are a cluster. What protective rules must not match
    /// are scams.
    static func examples(of detector: ScamDetector) -> [FitSample] {
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

    /// Scams that come again with a line that calms, as an example of a protective rule is: whoever writes a scam can add one, and the fit
    /// must not learn that it clears. They belong to the clusters and sources of their scams, so that no held-out message is seen in part.
    /// - Parameter scamsPerLine: how many scams of its language each line stands beside, before and after them by turns.
    package static func padded(
        _ messages: [LabelledMessage], by detector: ScamDetector, scamsPerLine: Int
    ) -> [FitSample] {
        let numbers = numbers(of: detector.rules)
        let scams = alarms(among: messages, by: detector)
        var samples: [FitSample] = []
        for rule in detector.rules where rule.group == .protective {
            // What a phone says of a sender or a page isn't the sender's to write.
            for line in rule.matchExamples.map(\.value) where !line.hasPrefix("[") {
                guard let scams = scams[detector.language(of: line)] else { continue }
                for _ in 0..<scamsPerLine {
                    var message = scams[samples.count * Self.stride % scams.count]
                    message.text =
                        samples.count.isMultiple(of: 2)
                        ? "\(message.text) \(line)" : "\(line) \(message.text)"
                    var sample = FitSample(message, detector.analyze(message.text), detector, numbers)
                    sample.isExample = true
                    samples.append(sample)
                }
            }
        }
        return samples
    }

    /// A prime larger than any number of scams, so that steps of it meet all of them in turn.
    private static let stride = 1_000_003

    /// The scams that are alarms already, by language: what isn't seen alone can't be cleared.
    private static func alarms(
        among messages: [LabelledMessage], by detector: ScamDetector
    ) -> [Language?: [LabelledMessage]] {
        let scams = messages.filter { $0.counts && $0.label == .scam }
        return Dictionary(
            grouping: scams.filter {
                [.medium, .high].contains(detector.verdict(on: detector.analyze($0.text)).riskLevel)
            }, by: { detector.language(of: $0.text) })
    }

    private init(
        _ message: LabelledMessage, _ text: AnalyzedText, _ detector: ScamDetector, _ numbers: [String: Int]
    ) {
        let findings = text.isJudgeable ? detector.findings(in: text) : []
        self.init(
            message: message, rules: findings.compactMap { numbers[$0.rule] }.sorted(),
            // What is calm by whom it leads to must not teach that its words are.
            isJudgeable: text.isJudgeable && !detector.leadsOnlyToOrganisations(text, findings))
        language = detector.language(of: text)
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

extension ScamDetector {
    fileprivate func language(of text: String) -> Language? { language(of: analyze(text)) }
}
