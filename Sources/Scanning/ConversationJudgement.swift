import ScamDetection
import TextAnalysis
import Texts

/// The verdict on several pictures. Those of one conversation are judged as one talk, so that what they show together counts. The risk is
/// never lower than that of the riskiest picture alone: nobody gets a scam passed off as harmless by sending more.
struct ConversationJudgement {
    /// The judgement that is the answer: the riskiest conversation's.
    private(set) var deciding: Judgement
    let report: ConversationReport

    /// - Parameters:
    ///   - readings: what was read on each picture, in the order in which they were sent.
    ///   - keepsOrder: whether that is the conversation's order.
    init(on readings: [Reading], keepsOrder: Bool, by knowledge: ScamKnowledge) {
        let detector = knowledge.detector
        let alone = readings.enumerated().map {
            Judgement(on: $1.onPicture($0 + 1), orOn: nil, by: detector)
        }
        let talks = knowledge.joiner.talks(of: readings.map(\.transcript), keepsOrder: keepsOrder)
        var parts = talks.map { talk in
            (talk, judgement: Self.judgement(of: talk, alone: alone, readings, by: detector))
        }
        // The sort is stable, so that equal parts stay in the order of what they show.
        parts.sort { $0.judgement.urgency > $1.judgement.urgency }
        deciding = parts[0].judgement
        if parts.count > 1 {
            deciding.verdict.explanation.insert(
                contentsOf: [
                    Sentence(VerdictText.differentConversations),
                    Sentence(VerdictText.onPictures, naming: parts[0].0.order),
                ], at: 0)
        }
        let unread = readings.indices.filter { alone[$0].verdict.understood == nil }.map { $0 + 1 }
        if !unread.isEmpty, unread.count < readings.count {
            deciding.verdict.takeBackLow(because: Sentence(VerdictText.nothingReadOn, naming: unread))
        }
        let pictures = alone.indices.map {
            (transcript: alone[$0].transcript ?? readings[$0].transcript, frame: alone[$0].frame)
        }
        report = ConversationReport(
            order: parts.flatMap(\.0.order), evidence: talks.map(\.evidence).max() ?? .nothing,
            pictures: pictures,
            lines: Self.lines(of: parts.map(\.0.transcript), on: pictures.map(\.transcript)),
            parts: parts.map { .init(order: $0.order, text: $1.text, verdict: $1.verdict) })
    }

    /// The first picture in order, and the frame of it that was judged.
    var firstPicture: (transcript: Transcript, frame: Int) { report.pictures[report.order[0] - 1] }

    private static func lines(of talks: [Transcript], on pictures: [Transcript]) -> [ConversationReport.Line]
    {
        var places: [Box: Int] = [:]
        for picture in pictures {
            for (index, line) in picture.lines.enumerated() { places[line.box] = index }
        }
        var blocks = 0
        return talks.flatMap { talk -> [ConversationReport.Line] in
            let first = blocks
            blocks += (talk.lines.map(\.block).max() ?? 0) + 1
            return talk.lines.filter(\.role.isMessage).compactMap { line in
                guard let picture = line.box.picture, let index = places[line.box] else { return nil }
                return ConversationReport.Line(picture: picture, index: index, block: first + line.block)
            }
        }
    }

    // MARK: One conversation

    private static func judgement(
        of talk: JoinedTalk, alone: [Judgement], _ readings: [Reading], by detector: ScamDetector
    ) -> Judgement {
        // The order in which pictures were sent doesn't decide which of equals it is.
        let alone = talk.order.map { alone[$0 - 1] }.sorted { $0.isAhead(of: $1) }
        guard alone.count > 1 else { return alone[0] }
        let wholes = talk.readings.flatMap { transcript in
            let joined = Judgement(on: transcript, by: detector)
            return [joined] + joined.onEvidence(by: detector)
        }
        var whole = wholes.dropFirst().reduce(wholes[0]) { $1.urgency > $0.urgency ? $1 : $0 }
        let riskiest = alone[0]
        if whole.urgency < riskiest.urgency {
            var single = riskiest
            let number = single.text.firstPicture ?? single.transcript?.firstPicture
            if let number {
                single.verdict.explanation.insert(
                    Sentence(VerdictText.onPictures, naming: [number]), at: 0)
            }
            return single
        }
        if whole.urgency > riskiest.urgency, whole.verdict.riskLevel != .unknown {
            whole.verdict.explanation.insert(Sentence(VerdictText.asOneTalk), at: 0)
        }
        if talk.order.contains(where: { !readings[$0 - 1].isWhole }) {
            whole.verdict.takeBackLow(because: Sentence(VerdictText.pictureReadInPart))
        }
        return whole
    }
}

extension Sentence {
    /// A sentence that names pictures by their numbers.
    fileprivate init(_ key: VerdictText, naming pictures: [Int]) {
        self.init(
            key, ["count": .number(pictures.count), "pictures": .list(pictures.sorted().map(String.init))])
    }
}

extension Judgement {
    /// The judgement on the pictures that hold signs of a scam, without the others: pictures of harmless messages between them change
    /// nothing.
    /// - Returns: none where all of the pictures hold signs, or none does.
    fileprivate func onEvidence(by detector: ScamDetector) -> [Judgement] {
        guard verdict.riskLevel != .high, let transcript else { return [] }
        let boxes = verdict.findings.filter { $0.weight > 0 }.flatMap(\.ranges).flatMap {
            text.boxes(for: $0)
        }
        let pictures = Set(boxes.compactMap(\.picture))
        var part = transcript
        for (index, line) in transcript.lines.enumerated() where line.role.isMessage {
            if let picture = line.box.picture, !pictures.contains(picture) {
                part.lines[index].role = .chrome
            }
        }
        guard !pictures.isEmpty, part != transcript else { return [] }
        return [Judgement(on: part, by: detector)]
    }

    /// Whether the judgement comes before another, whatever the order of their pictures.
    fileprivate func isAhead(of other: Judgement) -> Bool {
        if urgency != other.urgency { return urgency > other.urgency }
        let (one, another) = (verdict.scamProbability, other.verdict.scamProbability)
        return one != another ? one > another : text.text < other.text.text
    }
}

extension AnalyzedText {
    /// The number of the picture that the text's first word stands on.
    fileprivate var firstPicture: Int? { boxes(for: 0..<text.utf8.count).first?.picture }
}

extension Transcript {
    fileprivate var firstPicture: Int? { lines.first?.box.picture ?? codes.first?.box.picture }
}

extension Reading {
    /// Returns the reading with the picture's number in each box.
    fileprivate func onPicture(_ number: Int) -> Reading {
        var reading = Reading(
            transcript: transcript.onPicture(number), decoding: decoding, recognition: recognition)
        reading.furtherFrames = furtherFrames.map {
            Frame(number: $0.number, transcript: $0.transcript.onPicture(number))
        }
        reading.isWhole = isWhole
        return reading
    }
}

/// Why one of several pictures couldn't be judged, and with it all of them.
package struct PictureError: Error, Sendable {
    /// The picture's number, from 1.
    package let picture: Int
    package let error: ScanError

    /// Whether another picture in its place may be judged.
    package var isAboutPicture: Bool {
        switch error {
        case .image, .deadlineExceeded: true
        case .unknownLanguage, .engineFailed, .workerDied, .busy, .notReady, .cancelled: false
        }
    }
}
