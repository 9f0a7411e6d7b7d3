package import Foundation
import Redaction
package import ScamDetection
import Synchronization
import TextAnalysis

/// Rules, lexicon and advice that were loaded together.
package final class ScamKnowledge: Sendable {
    package let detector: ScamDetector
    package let adviceBook: AdviceBook
    let joiner: ConversationJoiner
    private let personal = Mutex<PersonalWords?>(nil)

    private let wordLists: URL

    /// - Parameter wordLists: the folder of the lists of words by which it is known what is personal.
    package init(detector: ScamDetector, adviceBook: AdviceBook, wordLists: URL) {
        self.detector = detector
        self.wordLists = wordLists
        self.adviceBook = adviceBook
        joiner = ConversationJoiner(detector.lexicon.analyzer.languages)
    }

    /// The words by which it is known what is personal. They are collected when a picture is to be covered for the first time.
    var personalWords: PersonalWords {
        personal.withLock { words in
            if let words { return words }
            let collected = PersonalWords(
                detector.lexicon.analyzer.languages, vocabulary: detector.vocabulary, lists: wordLists)
            words = collected
            return collected
        }
    }
}

/// The knowledge that new judgements use. A scan takes it once, so that a replacement never changes one halfway.
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
