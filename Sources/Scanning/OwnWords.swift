import ScamDetection
import TextAnalysis
import Texts

/// Judges what a picture shows as its owner's own words. Whose a bubble is follows from its side and colour, which a sender can
/// copy, and a scam that was forwarded stands in the forwarder's own bubble.
struct OwnWords {
    /// The text that was judged and the verdict on it.
    typealias JudgedText = (text: AnalyzedText, verdict: Verdict)

    /// As often as this, who wrote to the owner is answered and goes on, so that it is a talk. The bubbles of one message that is read as
    /// two people's are fewer.
    private static let fewestTurnsOfTalk = 4
    /// The number of the owner's answers in a talk that are judged, so that a long talk takes no longer.
    private static let mostAnswers = 4

    private let transcript: Transcript
    private let detector: ScamDetector

    /// - Parameter transcript: what was read on the picture.
    /// - Returns: nil if the picture shows no words of its owner.
    init?(_ transcript: Transcript, detector: ScamDetector) {
        guard transcript.lines.contains(where: { $0.role == .outgoing }) else { return nil }
        self.transcript = transcript
        self.detector = detector
    }

    /// The judgement that replaces one on the other party's words.
    /// - Parameter other: the verdict on the other party's words.
    /// - Returns: nil where the owner's words add nothing to it.
    func judgement(replacing other: Verdict) -> JudgedText? {
        guard other.riskLevel == .low || other.riskLevel == .unknown else { return nil }
        let isAlone = other.understood == nil
        // The owner's words by themselves, as those of a message that was passed on.
        if var own = judgementOnOwn(),
            isAlone || own.verdict.riskLevel == .high || own.verdict.riskLevel == .medium
        {
            own.verdict.explanation.insert(Sentence(VerdictText.forwarded), at: 0)
            return own
        }
        // Both sides as one message, of which each bubble holds a few words: it asks for something, or what gives it away goes on from
        // one side to the other. That its owner answers a wrong number, or congratulates, is no sign of a stranger's.
        guard !isAlone, var both = judgement(on: [.incoming, .outgoing]),
            both.verdict.riskLevel == .high || both.verdict.riskLevel == .medium,
            both.verdict.findings.contains(where: { isOfOneMessage($0, in: both.text) })
        else { return nil }
        both.verdict.explanation.insert(Sentence(VerdictText.bothSides), at: 0)
        return both
    }

    private func isOfOneMessage(_ finding: Finding, in text: AnalyzedText) -> Bool {
        let asks = finding.ask != .nothing || finding.group == .link
        // In a talk, what one says and what the other says somewhere else is no ask together.
        if turns >= Self.fewestTurnsOfTalk { return asks && goesOn(finding, in: text) }
        return asks || finding.weight > 0 && goesOn(finding, in: text)
    }

    /// Whether what gives a scam away begins in one side's words and ends in the other's.
    private func goesOn(_ finding: Finding, in text: AnalyzedText) -> Bool {
        finding.ranges.contains { range in
            let boxes = text.boxes(for: range)
            let roles = transcript.lines.lazy.filter { line in
                line.role.isMessage && boxes.contains { line.box.holds($0) }
            }
            .map(\.role)
            return roles.contains(.incoming) && roles.contains(.outgoing)
        }
    }

    /// How often the owner wrote after the other party.
    private var turns: Int {
        let roles = transcript.lines.lazy.map(\.role).filter(\.isMessage)
        return zip(roles, roles.dropFirst()).count { $0 == .incoming && $1 == .outgoing }
    }

    /// What was passed on stands in one answer, so that in a talk the owner's longest ones are judged one by one.
    private func judgementOnOwn() -> JudgedText? {
        if turns < Self.fewestTurnsOfTalk { return judgement(on: [.outgoing]) }
        var answers: [Range<Int>] = []
        for (index, line) in transcript.lines.enumerated() where line.role == .outgoing {
            if let last = answers.last,
                !transcript.lines[last.upperBound..<index].contains(where: { $0.role == .incoming })
            {
                answers[answers.count - 1] = last.lowerBound..<index + 1
            } else {
                answers.append(index..<index + 1)
            }
        }
        func length(_ answer: Range<Int>) -> Int {
            transcript.lines[answer].reduce(0) { $0 + $1.words.count }
        }
        return answers.sorted { length($0) > length($1) }.prefix(Self.mostAnswers)
            .compactMap { answer in
                judgement { answer.contains($0) && transcript.lines[$0].role == .outgoing }
            }
            .max { $0.verdict.scamProbability < $1.verdict.scamProbability }
    }

    /// - Returns: nil if the lines of these roles hold no readable text.
    private func judgement(on roles: Set<LineRole>) -> JudgedText? {
        judgement { roles.contains(transcript.lines[$0].role) }
    }

    private func judgement(where isTaken: (Int) -> Bool) -> JudgedText? {
        var taken = transcript
        for (index, line) in transcript.lines.enumerated() where line.role.isMessage {
            taken.lines[index].role = isTaken(index) ? .incoming : .chrome
        }
        guard Readability.isReadable(taken) else { return nil }
        let text = detector.analyze(taken)
        return (text, detector.verdict(on: text))
    }
}

extension Box {
    fileprivate func holds(_ other: Box) -> Bool {
        picture == other.picture && x <= other.x && other.x + other.width <= x + width && y <= other.y
            && other.y + other.height <= y + height
    }
}
