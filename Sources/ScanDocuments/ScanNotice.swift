package import Texts
package import TypeSafeAPI

/// What a notification says of a scan's end: short, and without a word of the message, as lock screens show it.
package struct ScanNotice: Sendable, Equatable {
    package let title: String
    package let body: String

    private init(_ title: String, _ body: String) {
        self.title = title
        self.body = body
    }

    package init(_ level: RiskLevel, _ type: ScamType, in texts: Texts) {
        let body =
            switch level {
            case .high, .medium: texts.say(PushText.seeResult)
            case .low: texts.say(VerdictText.lowIsNoPromise)
            case .unknown: texts.say(PushText.littleRead)
            }
        self.init(VerdictWords(texts).headline(risk: level.rawValue, scamType: type.rawValue), body)
    }

    /// - Parameter problem: why the scan failed; nil where that isn't known.
    package init(failure problem: ProblemKind?, in texts: Texts) {
        let (title, body): (PushText, PushText) =
            switch problem {
            case .cancelled: (.wasCancelled, .sendIfWanted)
            case .restarted: (.noOutcome, .wasRestarted)
            case .scanTimeout: (.noOutcome, .tookTooLong)
            default: (.noOutcome, .sendOnceMore)
            }
        self.init(texts.say(title), texts.say(body))
    }
}
