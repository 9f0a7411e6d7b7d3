package import TextAnalysis

/// Judges screens on which no stranger writes to the reader alone: an app's own (a list, a form, a dashboard or a dialogue), a web page, a
/// mail, notices from a short code.
/// Words of several rows, cards and buttons aren't one message, so that they say nothing together. And what is said there is an alarm only
/// if the sender gets something by it: a part must ask, and hold a way to whoever asks that isn't a known organisation's own.
package struct InterfaceScreen {
    /// The text that was judged and the verdict on it.
    package typealias Judgement = (text: AnalyzedText, verdict: Verdict)

    private enum Kind { case app, page, mail, notice }

    // The constants were chosen on the development pictures.
    private static let fewestBlocks = 4
    /// A row's title, a button or a value has at most this many words.
    private static let mostWordsOfLabel = 5
    /// The largest distance between blocks that belong together, in heights of a line.
    private static let largestGap = 1.2
    /// A part with this many words is a letter, which may say in words how to answer it, or an article.
    private static let fewestWordsOfLetter = 40
    /// A finding of at least this weight, in log-odds, tells something by itself. Weaker ones don't add up to an alarm.
    private static let tellingWeight = 1.5
    /// The weight from which on a finding says that a page's address isn't an honest one, in log-odds.
    private static let oddWeight = 1.0
    /// The scams that a page itself can be the trap of, by what is typed or pressed there. Others need a way to the sender.
    private static let trapsOfPages: Set<ScamType> = [
        .otpRequest, .accountPhishing, .bankAlert, .delivery, .tollOrFine, .investment, .techSupport,
        .malware,
        .government, .refund, .prize, .subscription,
    ]

    /// Scams in the name of an organisation. Their author gains nothing before something is asked for; a stranger's small talk may lead on.
    private static let claimsOfOrganisations = trapsOfPages.subtracting([.investment])
    /// The fewest answers to a stranger after which a talk that asks for nothing is no alarm. Whom the phone knows needs one.
    private static let fewestAnswers = 2

    private let transcript: Transcript
    private let kind: Kind
    /// The parts of the screen: for each, the indices of its lines.
    private let parts: [[Int]]

    /// - Returns: nil if the picture shows a text of few labels, which may be a message cut out.
    package init?(_ transcript: Transcript) {
        self.transcript = transcript
        let blocks = Self.blocks(of: transcript)
        let labels = blocks.count { block in
            block.reduce(0) { $0 + transcript.lines[$1].words.count } <= Self.mostWordsOfLabel
        }
        if transcript.addressLine != nil {
            kind = .page
        } else if transcript.layout == .email {
            kind = .mail
        } else if transcript.layout == .chat || transcript.layout == .notification {
            kind = .notice
        } else if transcript.layout == .plain || transcript.layout == .popUp, transcript.senderLine == nil,
            !transcript.lines.contains(where: { $0.role == .outgoing }),
            blocks.count >= Self.fewestBlocks,
            transcript.layout == .popUp || labels * 2 > blocks.count
        {
            kind = .app
        } else {
            return nil
        }
        parts = Self.parts(of: blocks, transcript)
    }

    /// The lines of each block of the message.
    private static func blocks(of transcript: Transcript) -> [[Int]] {
        var blocks: [[Int]] = []
        for (index, line) in transcript.lines.enumerated() where line.role == .incoming {
            if let last = blocks.last?.last, transcript.lines[last].block == line.block {
                blocks[blocks.count - 1].append(index)
            } else {
                blocks.append([index])
            }
        }
        return blocks
    }

    private static func parts(of blocks: [[Int]], _ transcript: Transcript) -> [[Int]] {
        var parts: [[Int]] = []
        for block in blocks {
            if let last = parts.last?.last, let first = block.first,
                isClose(transcript.lines[last].box, transcript.lines[first].box)
            {
                parts[parts.count - 1] += block
            } else {
                parts.append(block)
            }
        }
        return parts
    }

    private static func isClose(_ upper: Box, _ lower: Box) -> Bool {
        let gap = Double(lower.y - upper.y - upper.height)
        return upper.x < lower.x + lower.width && lower.x < upper.x + upper.width
            && abs(gap) <= largestGap * Double(min(upper.height, lower.height))
    }

    /// The judgement in place of an alarm that nobody would gain by.
    /// - Parameter other: the verdict on all words of the screen as one text.
    /// - Returns: nil where that verdict raises no alarm, or stays.
    package func judgement(replacing other: Verdict, by detector: ScamDetector) -> Judgement? {
        guard other.riskLevel == .medium || other.riskLevel == .high else { return nil }
        let text = detector.analyze(transcript)
        let context = FeatureContext(text: text, lexicon: detector.lexicon)
        let isOfOwner =
            switch kind {
            case .app: false
            case .page: !context.pageOfOwner().isEmpty
            case .mail: isOfOrganisation(context.lexicon)
            // An answer to a short code reaches the company that leased it, which a scammer gains by only if it is a secret.
            case .notice: !context.senderShortCode().isEmpty && !other.findings.contains(where: \.isDecisive)
            }
        let isWeak = kind == .notice ? isTalkWithoutAsk(other, context) : !Self.tells(other)
        if !context.holdsWayToSender(), isOfOwner || isWeak {
            return (text, detector.verdict(on: text, alarms: false))
        }
        switch kind {
        case .app: break
        case .page: if isOfOwner || isOdd(context.page, other) { return nil }
        case .mail, .notice: return nil
        }
        let asking = parts.map { judgement(on: $0, by: detector) }.filter { asks($0, detector.lexicon) }
        if let riskiest = asking.max(by: { $0.verdict.scamProbability < $1.verdict.scamProbability }) {
            return riskiest.verdict.scamProbability < other.scamProbability ? riskiest : nil
        }
        return (text, detector.verdict(on: text, alarms: false))
    }

    /// Whether the owner talks with somebody, is asked for nothing, and is told of what organisations do, such as a refund or a threat to others.
    private func isTalkWithoutAsk(_ verdict: Verdict, _ context: FeatureContext) -> Bool {
        let answers = context.text.screen?.replies.count ?? 0
        return answers >= (context.savedContact().isEmpty ? Self.fewestAnswers : 1)
            && Self.claimsOfOrganisations.contains(verdict.scamType)
            // What words of talks say isn't said of organisations alone.
            && verdict.findings.allSatisfy {
                $0.ask == .nothing && $0.group != .link && $0.group != .talkWords
            }
    }

    private static func tells(_ verdict: Verdict) -> Bool {
        verdict.findings.contains {
            $0.ask != .nothing || (!$0.group.isLearned && $0.weight >= tellingWeight)
        }
    }

    private func isOdd(_ page: FeatureContext.KnownLink?, _ verdict: Verdict) -> Bool {
        guard let page else { return false }
        return verdict.findings.contains { finding in
            finding.group == .link && finding.weight >= Self.oddWeight
                && finding.ranges.contains { $0.overlaps(page.range) }
        }
    }

    private func asks(_ part: Judgement, _ lexicon: Lexicon) -> Bool {
        let asks = part.verdict.findings.filter { $0.ask != .nothing }
        if asks.isEmpty { return false }
        if FeatureContext(text: part.text, lexicon: lexicon).holdsWayToSender() { return true }
        let isLong = part.text.tokens.count >= Self.fewestWordsOfLetter
        guard kind == .page else { return isLong }
        // What an article says of a scam is no ask of the page's.
        return !isLong && asks.contains { $0.scamType.map(Self.trapsOfPages.contains) ?? false }
    }

    /// Whether a mail comes from an organisation that it names: all mail addresses on the screen are at such organisations' own hosts.
    private func isOfOrganisation(_ lexicon: Lexicon) -> Bool {
        let text = lexicon.analyzer.analyze(transcript.text)
        let context = FeatureContext(text: text, lexicon: lexicon)
        let named = Set(context.mentions.map(\.organisation) + context.links.flatMap(\.owners))
        let hosts = text.entities.filter { $0.kind == .email }.map(FeatureContext.host(ofMail:))
        return !hosts.isEmpty
            && hosts.allSatisfy { host in
                context.isMailOfOrganisation(host)
                    && !named.isDisjoint(with: lexicon.organisations.owners(of: host))
            }
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
