package import TextAnalysis

/// Judges an app's own screen (a list, a form, a dashboard or a dialogue), and a page at a known organisation's own address. An app's rows,
/// cards and buttons aren't one message, so that words of several of them say nothing together. What an app or an organisation says of
/// itself is no lure either: a part must ask for something, and hold a way to whoever asks.
package struct InterfaceScreen {
    /// The text that was judged and the verdict on it.
    package typealias Judgement = (text: AnalyzedText, verdict: Verdict)

    // The constants were chosen on the development pictures.
    private static let fewestBlocks = 4
    /// A row's title, a button or a value has at most this many words.
    private static let mostWordsOfLabel = 5
    /// The largest distance between blocks that belong together, in heights of a line.
    private static let largestGap = 1.2
    /// A part with this many words is a letter, which may say in words how to answer it.
    private static let fewestWordsOfLetter = 40

    private let transcript: Transcript
    /// The parts of the screen: for each, the indices of its lines.
    private var parts: [[Int]] = []

    /// - Returns: nil if the picture shows a conversation or a mail, or no page and few labels.
    package init?(_ transcript: Transcript) {
        self.transcript = transcript
        if transcript.addressLine != nil { return }
        guard transcript.layout == .plain || transcript.layout == .popUp, transcript.senderLine == nil else {
            return nil
        }
        var blocks: [[Int]] = []
        for (index, line) in transcript.lines.enumerated() {
            switch line.role {
            case .outgoing: return nil
            case .system, .chrome: continue
            case .incoming: break
            }
            if let last = blocks.last?.last, transcript.lines[last].block == line.block {
                blocks[blocks.count - 1].append(index)
            } else {
                blocks.append([index])
            }
        }
        let labels = blocks.count { block in
            block.reduce(0) { $0 + transcript.lines[$1].words.count } <= Self.mostWordsOfLabel
        }
        guard blocks.count >= Self.fewestBlocks, labels * 2 > blocks.count else { return nil }
        for block in blocks {
            if let last = parts.last?.last, let first = block.first, isClose(last, first) {
                parts[parts.count - 1] += block
            } else {
                parts.append(block)
            }
        }
    }

    private func isClose(_ one: Int, _ other: Int) -> Bool {
        let (upper, lower) = (transcript.lines[one].box, transcript.lines[other].box)
        let gap = Double(lower.y - upper.y - upper.height)
        return upper.x < lower.x + lower.width && lower.x < upper.x + upper.width
            && abs(gap) <= Self.largestGap * Double(min(upper.height, lower.height))
    }

    /// The judgement on the riskiest part that asks for something. Where no part does, nothing speaks for a scam.
    /// - Parameter other: the verdict on all words of the screen as one text.
    /// - Returns: nil where that verdict raises no alarm.
    package func judgement(replacing other: Verdict, by detector: ScamDetector) -> Judgement? {
        guard other.riskLevel == .medium || other.riskLevel == .high else { return nil }
        if parts.isEmpty {
            let text = detector.analyze(transcript)
            guard detector.isOfOwner(text), !detector.holdsWayToSender(text) else { return nil }
            return (text, detector.verdict(on: text, alarms: false))
        }
        let asking = parts.map { judgement(on: $0, by: detector) }.filter { part in
            part.verdict.findings.contains { $0.ask != .nothing }
                && (part.text.tokens.count >= Self.fewestWordsOfLetter
                    || detector.holdsWayToSender(part.text))
        }
        if let riskiest = asking.max(by: { $0.verdict.scamProbability < $1.verdict.scamProbability }) {
            return riskiest.verdict.scamProbability < other.scamProbability ? riskiest : nil
        }
        let text = detector.analyze(transcript)
        return (text, detector.verdict(on: text, alarms: false))
    }

    private func judgement(on part: [Int], by detector: ScamDetector) -> Judgement {
        var taken = transcript
        for (index, line) in transcript.lines.enumerated() where line.role.isMessage && !part.contains(index)
        {
            taken.lines[index].role = .chrome
        }
        let text = detector.analyze(taken)
        return (text, detector.verdict(on: text))
    }
}

extension ScamDetector {
    /// Whether the text is that of a page at a known organisation's own address.
    fileprivate func isOfOwner(_ text: AnalyzedText) -> Bool {
        !FeatureContext(text: text, lexicon: lexicon).pageOfOwner().isEmpty
    }

    /// Whether the text names a site, a number, a mailbox or an account by which somebody who isn't a known organisation is reached.
    fileprivate func holdsWayToSender(_ text: AnalyzedText) -> Bool {
        let context = FeatureContext(text: text, lexicon: lexicon)
        return context.links.contains { context.isOfNobodyKnown($0) || context.leadsToMessenger($0) }
            || text.entities.contains { [.phone, .email, .handle, .crypto].contains($0.kind) }
    }
}
