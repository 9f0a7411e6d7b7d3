import ScamDetection
import TextAnalysis
import Texts

/// Judges what a picture shows as its owner's own words. Whose a bubble is follows from its side and colour, which a sender can
/// copy, and a scam that was forwarded stands in the forwarder's own bubble.
struct OwnWords {
    /// The text that was judged and the verdict on it.
    typealias JudgedText = (text: AnalyzedText, verdict: Verdict)

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
        if var own = judgement(on: [.outgoing]),
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
        finding.ask != .nothing || finding.group == .link
            || finding.weight > 0
                && finding.ranges.contains { range in
                    let boxes = text.boxes(for: range)
                    let roles = transcript.lines.lazy.filter { line in
                        line.role.isMessage && boxes.contains { line.box.holds($0) }
                    }
                    .map(\.role)
                    return roles.contains(.incoming) && roles.contains(.outgoing)
                }
    }

    /// - Returns: nil if the lines of these roles hold no readable text.
    private func judgement(on roles: Set<LineRole>) -> JudgedText? {
        var taken = transcript
        for (index, line) in transcript.lines.enumerated() where line.role.isMessage {
            taken.lines[index].role = roles.contains(line.role) ? .incoming : .chrome
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
