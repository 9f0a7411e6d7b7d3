package import Texts
package import TypeSafeAPI

/// What a verdict is called wherever people read it.
package struct VerdictWords: Sendable {
    package let texts: Texts

    package init(_ texts: Texts) { self.texts = texts }

    /// - Parameter risk: a risk level's raw value, as it may be stored; others are unknown.
    package func risk(_ risk: String) -> String {
        let key: VerdictText =
            switch risk {
            case RiskLevel.high.rawValue: .riskHigh
            case RiskLevel.medium.rawValue: .riskMedium
            case RiskLevel.low.rawValue: .riskLow
            default: .riskUnknown
            }
        return texts.say(key)
    }

    /// - Parameter scamType: a scam type's raw value, as it may be stored.
    package func title(scamType: String) -> String {
        texts.say(Sentence(.verdict, key: "type-\(scamType)"))
    }

    /// Returns a line such as `High Risk - OTP Request`, without the type for a low risk or an unknown type.
    package func headline(risk: String, scamType: String) -> String {
        guard scamType != ScamType.unknown.rawValue, risk != RiskLevel.low.rawValue else {
            return self.risk(risk)
        }
        return texts.say(
            VerdictText.headline, ["risk": .text(self.risk(risk)), "type": .text(title(scamType: scamType))])
    }

    package func headline(_ response: ScanResponse) -> String {
        headline(risk: response.riskLevel.rawValue, scamType: response.scamType.rawValue)
    }

    /// How sure a high risk is, such as `97 % sure`; nil for others: low only says that no known trick was found, medium that nobody can be sure.
    package func certainty(_ response: ScanResponse) -> String? {
        certainty(response.confidence, risk: response.riskLevel.rawValue)
    }

    package func certainty(_ confidence: Double, risk: String) -> String? {
        guard risk == RiskLevel.high.rawValue else { return nil }
        return texts.say(VerdictText.certainty, ["percent": .number(Self.percent(confidence))])
    }

    package static func percent(_ fraction: Double) -> Int {
        Int((min(max(fraction, 0), 1) * 100).rounded())
    }

    /// A place that takes reports, with its address and number. The name of some places says their number already.
    package static func place(_ place: ReportingPlace) -> String {
        let ways = [place.url, place.phone].compactMap(\.self).filter { !place.name.contains($0) }
        return ([place.name] + ways).joined(separator: ", ")
    }
}

/// A verdict in a few plain lines, for programs that show text and nothing else, such as a phone's shortcuts.
package enum PlainAnswer {
    /// Steps and places shown. Those that matter most stand first.
    private static let most = 3

    package static func text(_ response: ScanResponse, in texts: Texts) -> String {
        let words = VerdictWords(texts)
        let head = [words.headline(response), words.certainty(response)].compactMap(\.self)
        var lines = [head.joined(separator: ", "), response.explanation]
        if response.riskLevel == .low { lines.append(texts.say(VerdictText.lowIsNoPromise)) }
        lines += list(.whatToDoNow, response.advice.now, texts)
        lines += list(.whereToReport, response.advice.report.map(VerdictWords.place), texts)
        return lines.map { VisibleText.of($0) + "\n" }.joined()
    }

    package static func text(_ problem: Problem) -> String {
        VisibleText.of("\(problem.title). \(problem.detail)") + "\n"
    }

    private static func list(_ title: DocumentText, _ items: [String], _ texts: Texts) -> [String] {
        guard !items.isEmpty else { return [] }
        let heading = texts.say(DocumentText.heading, ["title": .text(texts.say(title))])
        return [heading] + items.prefix(most).map { "- " + $0 }
    }
}

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
