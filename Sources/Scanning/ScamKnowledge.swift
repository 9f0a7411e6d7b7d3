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
    private let state: Mutex<ScamKnowledge>

    init(_ knowledge: ScamKnowledge) {
        state = Mutex(knowledge)
    }

    var value: ScamKnowledge { state.withLock { $0 } }

    func replace(by knowledge: ScamKnowledge) {
        state.withLock { $0 = knowledge }
    }
}
