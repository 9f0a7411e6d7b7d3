import ScamDetection

struct JudgedMessage: Sendable {
    var message: LabelledMessage
    var judgement: Judgement
    /// Ids of the rules that matched, the strongest first.
    var rules: [String]

    init(message: LabelledMessage, judgement: Judgement, rules: [String]) {
        self.message = message
        self.judgement = judgement
        self.rules = rules
    }

    /// Judges all messages, on all cores at once.
    /// - Parameter progress: called with the number of messages that are done.
    @concurrent static func all(
        _ messages: [LabelledMessage], by detector: ScamDetector, progress: @escaping @Sendable (Int) -> Void
    ) async -> [JudgedMessage] {
        messages.concurrentMap(progress: progress) { JudgedMessage($0, by: detector) }
    }

    /// Judges a message. Where there is nothing to judge, the message counts as not flagged.
    private init(_ message: LabelledMessage, by detector: ScamDetector) {
        let verdict = detector.verdict(on: detector.analyze(message.text))
        self.message = message
        judgement = Judgement(
            isScam: message.label == .scam, probability: verdict.scamProbability, level: verdict.riskLevel)
        rules = verdict.findings.map(\.rule)
    }
}
