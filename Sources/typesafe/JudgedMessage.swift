import Evaluation
import ScamDetection

/// A labelled message and its verdict.
struct JudgedMessage: Sendable {
    var message: LabelledMessage
    var judgement: Judgement
    /// Identifiers of the rules that matched, strongest first.
    var rules: [String]

    init(message: LabelledMessage, judgement: Judgement, rules: [String]) {
        self.message = message
        self.judgement = judgement
        self.rules = rules
    }

    private static let chunk = 128

    /// In order; uses all cores.
    /// - Parameter progress: is told how many are done.
    @concurrent static func all(
        _ messages: [LabelledMessage], by detector: ScamDetector, progress: @escaping @Sendable (Int) -> Void
    ) async -> [JudgedMessage] {
        await withTaskGroup(of: (Int, [JudgedMessage]).self) { group in
            for start in stride(from: 0, to: messages.count, by: chunk) {
                let part = messages[start..<min(start + chunk, messages.count)]
                group.addTask { (start, part.map { JudgedMessage($0, by: detector) }) }
            }
            var parts: [Int: [JudgedMessage]] = [:]
            var done = 0
            for await (start, part) in group {
                parts[start] = part
                done += part.count
                progress(done)
            }
            return parts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// A message without anything to judge is not warned of.
    private init(_ message: LabelledMessage, by detector: ScamDetector) {
        let verdict = detector.verdict(on: detector.analyze(message.text))
        let level: Judgement.Level =
            switch verdict.riskLevel {
            case .high: .high
            case .medium: .medium
            case .low, .unknown: .low
            }
        self.message = message
        judgement = Judgement(
            isScam: message.label == .scam, probability: verdict.scamProbability, level: level)
        rules = verdict.findings.map(\.rule)
    }
}
