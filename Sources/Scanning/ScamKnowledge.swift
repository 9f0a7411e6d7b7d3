package import ScamDetection
import Synchronization

/// What verdicts rest on: rules, lexicon and advice, as they were loaded together.
package final class ScamKnowledge: Sendable {
    package let detector: ScamDetector
    package let adviceBook: AdviceBook

    package init(detector: ScamDetector, adviceBook: AdviceBook) {
        self.detector = detector
        self.adviceBook = adviceBook
    }
}

/// The knowledge in force. A scan takes it once and keeps it to its end.
final class CurrentKnowledge: Sendable {
    private let state: Mutex<(knowledge: ScamKnowledge, generation: Int)>

    init(_ knowledge: ScamKnowledge) {
        state = Mutex((knowledge, 0))
    }

    var value: ScamKnowledge { state.withLock { $0.knowledge } }

    /// The version of its rules, and how often it was replaced.
    var version: (rules: String, generation: Int) {
        let (knowledge, generation) = state.withLock { $0 }
        return (knowledge.detector.rulesVersion, generation)
    }

    func replace(by knowledge: ScamKnowledge) {
        state.withLock { $0 = (knowledge, $0.generation + 1) }
    }
}
