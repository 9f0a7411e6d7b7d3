import Foundation
import Outbound
import ScanDocuments
import Storage
import Texts
import TypeSafeAPI

/// Writes what followers are told, each in its language.
struct PushWriter: Sendable {
    /// Time after which a start or an update says nothing true any more, unless another one came: no scan is silent for as long.
    static let staleAfter: TimeInterval = 120
    /// How long a verdict stays on a lock screen. Apple removes ended activities after four hours at the latest.
    static let dismissAfter: TimeInterval = 4 * 3_600
    /// The sequence of a scan's end, greater than any of its updates.
    private static let lastSequence = 1_000

    let answers: AnswerTexts

    // MARK: Scans

    /// - Parameter percent: how much of the scan is done.
    func start(_ scan: UUID, percent: Int, at now: Date, in language: String) -> Data? {
        let texts = texts(language)
        return encoded(
            PushContent(
                phase: .start, scanID: scan, state: percent > 0 ? .running : .queued, percent: percent,
                title: texts.say(PushText.checking), body: texts.say(PushText.takesSeconds), at: now,
                staleAt: now + Self.staleAfter, sequence: percent), texts)
    }

    func update(_ scan: UUID, percent: Int, at now: Date, in language: String) -> Data? {
        let texts = texts(language)
        return encoded(
            PushContent(
                phase: .update, scanID: scan, state: .running, percent: percent,
                title: texts.say(PushText.checking),
                body: texts.say(PushText.percentDone, ["percent": .number(percent)]), at: now,
                staleAt: now + Self.staleAfter, sequence: percent), texts)
    }

    /// - Parameter phase: `end`, or `alert` for a follower that was told of no start.
    func end(
        _ scan: UUID, _ outcome: ScanOutcome, as phase: PushPhase, at now: Date, in language: String
    ) -> Data? {
        let texts = texts(language)
        var content = PushContent(
            phase: phase == .end ? .end : .alert, scanID: scan, state: .done, title: "", body: "", at: now,
            dismissAt: now + Self.dismissAfter, sequence: Self.lastSequence)
        let notice: ScanNotice
        switch outcome {
        case .verdict(let level, let type):
            content.percent = 100
            content.level = level.rawValue
            content.scamType = type.rawValue
            notice = ScanNotice(level, type, in: texts)
        case .failed(let problem):
            content.state = problem == .cancelled ? .cancelled : .failed
            if problem != .cancelled { content.failure = problem?.rawValue ?? "failed" }
            notice = ScanNotice(failure: problem, in: texts)
        }
        (content.title, content.body) = (notice.title, notice.body)
        return encoded(content, texts)
    }

    // MARK: Screenshots

    /// - Parameters:
    ///   - screenshot: its time is by the clock of whoever reported it.
    ///   - id: names the screenshot. What is told of its dismissal takes the place of what was told of itself.
    func screenshot(_ screenshot: ScreenshotFacts, id: UUID, at now: Date, in language: String) -> Data? {
        let texts = texts(language)
        // Nobody knows the person's time zone, so the time says its own.
        let time = screenshot.screenshotAt.formatted(
            Date.VerbatimFormatStyle(
                format:
                    "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) UTC",
                timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
        let (title, body): (PushText, PushText) =
            screenshot.dismissed == true ? (.unchecked, .notChecked) : (.screenshot, .byParticipant)
        return encoded(
            PushContent(
                phase: .alert, screenshotID: id, state: .done, title: texts.say(title),
                body: texts.say(body, ["time": .text(time)]), at: now, sequence: 0), texts)
    }

    private func texts(_ language: String) -> Texts { answers.named(language) ?? answers.standard }

    /// - Parameter texts: the language of the content's words.
    private func encoded(_ content: PushContent, _ texts: Texts) -> Data? {
        var content = content
        content.language = texts.language.tag
        return try? JSONEncoder().encode(content)
    }
}

/// How a scan ended, as far as followers are told.
enum ScanOutcome: Sendable, Equatable {
    case verdict(RiskLevel, ScamType)
    /// - Parameter problem: nil where this version doesn't know its kind.
    case failed(ProblemKind?)

    /// - Parameter job: the last state of a scan; nil where nothing is known of it.
    init(_ job: ScanJob?) {
        if let result = job?.result {
            self = .verdict(result.riskLevel, result.scamType)
        } else {
            self = .failed(job?.problem?.kind ?? (job == nil ? .restarted : nil))
        }
    }
}
