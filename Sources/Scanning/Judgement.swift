package import Foundation
import Redaction
package import ScamDetection
import Synchronization
package import TextAnalysis
import Texts

/// The verdict on one picture, or on a text in its place.
struct Judgement {
    private(set) var text: AnalyzedText
    var verdict: Verdict
    let transcript: Transcript?
    /// The number of the frame that was judged, from 1 for an image's first.
    private(set) var frame = 1

    /// - Parameters:
    ///   - transcript: what was read on the picture.
    ///   - suppliedText: the text that is judged where there is no picture, or its text can't be read or understood.
    init(on transcript: Transcript?, orOn suppliedText: String? = nil, by detector: ScamDetector) {
        self.transcript = transcript
        let readable = transcript.flatMap { Readability.isReadable($0) ? $0 : nil }
        text =
            readable.map { detector.analyze($0) }
            ?? detector.analyze(suppliedText ?? "", codes: transcript?.codes ?? [])
        verdict = detector.verdict(on: text)
        if readable == nil { Readability.limit(&verdict, codes: text.codes.count) }
        if let transcript, Readability.holdsWords(transcript) {
            let whole = detector.analyze(whole: transcript)
            let other = detector.verdict(on: whole)
            let calm = whole.screen?.answerCount ?? 0 > 0 ? Verdict.mostCalm : 0
            if other.outweighs(verdict, less: calm, by: detector.settings) {
                (text, verdict) = (whole, other)
            }
        }
        if readable != nil, verdict.riskLevel == .unknown, let suppliedText {
            text = detector.analyze(suppliedText, codes: transcript?.codes ?? [])
            verdict = detector.verdict(on: text)
        }
    }

    /// Judges each frame of an image by itself: a harmless one says nothing of the others. The riskiest one's judgement counts, of equal
    /// ones the first.
    init(on reading: Reading?, orOn suppliedText: String?, by detector: ScamDetector) {
        self.init(on: reading?.transcript, orOn: suppliedText, by: detector)
        guard let reading else { return }
        for frame in reading.furtherFrames {
            var other = Judgement(on: frame.transcript, orOn: nil, by: detector)
            guard other.urgency > urgency else { continue }
            other.frame = frame.number
            other.verdict.explanation.insert(
                Sentence(VerdictText.onFrame, ["number": .number(frame.number)]), at: 0)
            self = other
        }
        if !reading.isWhole {
            verdict.takeBackLow(because: Sentence(VerdictText.imageReadInPart))
        }
    }

    /// How much a frame's judgement matters beside those of other frames.
    var urgency: Int {
        switch verdict.riskLevel {
        case .high: 4
        case .medium: 3
        // A frame with words that couldn't be judged may be anything; one without words is nothing.
        case .unknown: verdict.understood != nil || transcript.map(Readability.holdsWords) == true ? 2 : 0
        case .low: 1
        }
    }
}

extension Verdict {
    /// How much less than the same words as a text a picture's score may be, in log-odds.
    fileprivate static let mostCalm = 2.0

    /// Whether a verdict on all words of a picture counts rather than one on what the other party wrote: it would warn of more, or what is
    /// left out makes it calmer by more than `mostCalm`.
    /// - Parameter calm: what is taken from it before, in log-odds, as some of the words are the owner's.
    fileprivate func outweighs(_ other: Verdict, less calm: Double, by settings: ScoringSettings) -> Bool {
        let logOdds = scamLogOdds - calm
        let level = settings.riskLevel(1 / (1 + exp(-logOdds)))
        guard level.isWarning else { return false }
        return !other.riskLevel.isWarning || (level == .high && other.riskLevel == .medium)
            || logOdds > other.scamLogOdds + Self.mostCalm - calm
    }

    private var scamLogOdds: Double { log(scamProbability / (1 - scamProbability)) }
}

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

/// Whether a transcript holds enough text to be judged. One that does not gets the verdict `no_text`, never low risk.
package enum Readability {
    /// Least mean confidence of the words, from 0 to 1. Measured on 162 screenshots and some broken ones: text that a person can read
    /// has 0.78 or more; text that lies on its side, or in a script whose language data is not used, has less than 0.6.
    static let minimumConfidence = 0.65
    /// The smallest number of letters of a message: a telephone number alone, as a header has it, is no message.
    static let minimumLetters = 8

    package static func isReadable(_ transcript: Transcript) -> Bool {
        let evidence = transcript.lines.filter(\.role.isMessage)
        let judged = Transcript(
            lines: evidence, width: transcript.width, height: transcript.height,
            languages: transcript.languages)
        return holdsWords(judged) && judged.confidence >= minimumConfidence
    }

    /// Whether a transcript holds enough letters for a message, readable or not.
    static func holdsWords(_ transcript: Transcript) -> Bool {
        let letters = transcript.lines.lazy.flatMap(\.words).reduce(0) { sum, word in
            sum + word.text.unicodeScalars.count(where: \.properties.isAlphabetic)
        }
        return letters >= minimumLetters
    }

    /// Largest confidence, from 0 to 1, of a low risk that rests on codes alone. A harmless link in a code says little about an image
    /// whose words can't be read. Chosen below `minimumConfidence`.
    private static let maxCodeConfidence = 0.6

    /// Lowers the confidence of a low-risk verdict that rests on codes alone.
    package static func limit(_ verdict: inout Verdict, codes: Int) {
        guard codes > 0, verdict.riskLevel == .low else { return }
        verdict.confidence = min(verdict.confidence, maxCodeConfidence)
    }
}
