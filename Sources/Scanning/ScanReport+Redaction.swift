import Redaction
import ScamDetection
import TextAnalysis

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
