package import Imaging
import Redaction
package import ScamDetection
package import TextAnalysis
package import Texts

package struct ScanReport: Sendable {
    package let verdict: Verdict
    package let advice: Advice
    /// What the answer is said with.
    package let texts: Texts
    /// The text that was judged, with its entities and their places.
    package let text: AnalyzedText
    /// The text on the image, or on the frame that the verdict is about; nil if the request had no image.
    package let transcript: Transcript?
    /// The number of that frame, from 1 for the first.
    package let frame: Int
    /// How the scan got the reading of each image.
    package let origins: [ReadingOrigin]
    package let timing: Timing
    /// Why the image couldn't be decoded, where the text beside it was judged in its place; nil otherwise.
    package var imageFault: ImagingError?
    /// What was found of several pictures; nil where there was one.
    package var conversation: ConversationReport?

    /// The time that each step took; nil for steps that were not needed.
    package struct Timing: Sendable {
        /// The time for which the scan waited for a worker.
        package let queueing: Duration?
        package let decoding: Duration?
        package let recognition: Duration?
        package let classification: Duration
        package let total: Duration

        /// - Parameters:
        ///   - readings: the readings that were made for this scan; none if all were cached or there is no image.
        ///   - started: the time at which the scan began.
        ///   - read: the time at which the last reading ended.
        init(
            of readings: [Reading], started: ContinuousClock.Instant, read: ContinuousClock.Instant
        ) {
            let now = ContinuousClock.now
            func sum(_ step: KeyPath<Reading, Duration>) -> Duration? {
                readings.isEmpty ? nil : readings.reduce(.zero) { $0 + $1[keyPath: step] }
            }
            queueing = sum(\.queueing)
            decoding = sum(\.decoding)
            recognition = sum(\.recognition)
            classification = read.duration(to: now)
            total = started.duration(to: now)
        }
    }
}

/// What was found of several pictures.
package struct ConversationReport: Sendable {
    /// The pictures' numbers in the conversation's order; of different conversations, those of the riskiest one first.
    package let order: [Int]
    /// What told the order: of several conversations, what is least sure.
    package let evidence: OrderEvidence
    /// The judged frame of each picture, in the order in which they were sent.
    package let pictures: [(transcript: Transcript, frame: Int)]
    /// The messages' lines in the conversations' order, each once.
    package let lines: [Line]
    /// The conversations, the riskiest first. There is one unless the pictures plainly show different ones.
    package let parts: [Part]

    /// A line of a message: its picture's number, its index there, and the number of its bubble, as two pictures may each show a part of it.
    package struct Line: Sendable {
        package let picture: Int
        package let index: Int
        package let block: Int
    }

    package struct Part: Sendable {
        package let order: [Int]
        package let text: AnalyzedText
        package let verdict: Verdict
    }
}

extension ScanReport {
    /// What of the picture is covered before it is passed on; nil if the report is about no picture.
    func plan(_ options: RedactionOptions, by knowledge: ScamKnowledge) -> RedactionPlan? {
        guard let transcript else { return nil }
        let detector = knowledge.detector
        var all = transcript
        for line in all.lines.indices { all.lines[line].role = .incoming }
        // Codes are no lines. Their links stay with them, covered or not.
        all.codes = []
        let text = detector.analyze(all)
        let items = PersonalItems(
            transcript, text,
            organisations: detector.lexicon.organisations.mentions(in: text).map {
                text.place(of: $0.tokens)
            },
            words: knowledge.personalWords, options: options)
        return items.plan(evidence: evidence, frame: frame, options: options)
    }

    /// The places of the words and codes that speak for a scam. What speaks against one may be whole messages.
    private var evidence: [Box] {
        let ranges = verdict.findings.filter { $0.weight > 0 }.flatMap(\.ranges)
        let codes = text.codes.filter { code in ranges.contains { $0.overlaps(code.range) } }
        return ranges.flatMap { text.boxes(for: $0) } + codes.map(\.code.box)
    }
}
