import OCRWorkers
import ScamDetection
import TextAnalysis
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
        if let transcript, let own = OwnWords(transcript, detector: detector),
            let judgement = own.judgement(replacing: verdict)
        {
            (text, verdict) = judgement
        }
        if let readable, let screen = InterfaceScreen(readable),
            let judgement = screen.judgement(replacing: verdict, by: detector)
        {
            (text, verdict) = judgement
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
