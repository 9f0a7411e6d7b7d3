import ScanDocuments
import TypeSafeAPI

/// Formats a verdict for a person, the most important first: the risk, the reasons, what to do now, where to report it.
struct VerdictFormatter {
    /// Largest number of reasons shown. They are sorted by weight, so the rest adds little.
    private static let reasonLimit = 5

    let terminal: Terminal
    /// Whether words from the message are shown with the reasons.
    let showsQuotes: Bool

    func lines(_ outcome: ScanOutcome) -> [String] {
        switch outcome.result {
        case .failure(let failure):
            let name = outcome.name.map { VisibleText.of($0) + ": " } ?? ""
            let sentence = VisibleText.of(failure.message)
            return TextFormat.wrapped(
                sentence.hasPrefix(name) ? sentence : name + sentence, width: terminal.width)
        case .success(let response): return lines(response, name: outcome.name)
        }
    }

    /// One line of a batch: risk, name, type, confidence and the reason, as far as a terminal is wide.
    func summary(_ outcome: ScanOutcome) -> String {
        let (risk, rest): (RiskLevel?, String) =
            switch outcome.result {
            case .failure(let failure): (nil, ": \(failure.message)")
            case .success(let response):
                (response.riskLevel, "\(certainty(response))  \(response.explanation)")
            }
        let line = VisibleText.of((outcome.name ?? "text") + rest)
        let room = terminal.isTerminal ? terminal.width - Self.label(risk).count - 1 : line.count
        return badge(risk) + " " + (line.count > room ? line.prefix(max(room - 1, 0)) + "…" : line)
    }

    /// The last line of a batch.
    static func total(_ outcomes: [ScanOutcome]) -> String {
        let levels: [(RiskLevel?, String)] = [
            (.high, "high risk"), (.medium, "medium risk"), (.low, "low risk"), (.unknown, "unknown"),
            (nil, "failed"),
        ]
        let counts = levels.compactMap { level, name -> String? in
            let count = outcomes.count { $0.response?.riskLevel == level }
            return count > 0 ? "\(count) \(name)" : nil
        }
        return "\(outcomes.count) scanned: " + counts.joined(separator: ", ")
    }

    /// The type of scam and how sure the verdict is, each after two blanks.
    private func certainty(_ response: ScanResponse) -> String {
        let type = response.scamType == .unknown ? "" : "  " + VerdictWords.title(response.scamType.rawValue)
        return type + (VerdictWords.certainty(response).map { "  " + $0 } ?? "")
    }

    private func badge(_ risk: RiskLevel?) -> String {
        let style: Terminal.Style =
            switch risk {
            case .high: .red
            case .medium: .yellow
            case .low: .green
            case .unknown, nil: .grey
            }
        return terminal.styled(Self.label(risk), style)
    }

    private static func label(_ risk: RiskLevel?) -> String {
        risk.map { " \(VerdictWords.risk($0.rawValue).uppercased()) " } ?? " ERROR "
    }

    private func lines(_ response: ScanResponse, name: String?) -> [String] {
        var lines: [String] = []
        lines.append(badge(response.riskLevel) + certainty(response))
        if let name { lines.append(terminal.styled(VisibleText.of(name), .faint)) }
        lines += TextFormat.wrapped(VisibleText.of(response.explanation), width: terminal.width)
        if response.riskLevel == .low {
            lines += TextFormat.wrapped(VerdictWords.lowRisk, width: terminal.width)
        }
        if let conversation = response.conversation { lines += pictures(conversation) }
        if showsQuotes { lines += readings(response) }
        lines += section("Why", reasons(response))
        guard response.riskLevel != .low else { return lines }
        lines += section("Do now", response.advice.now.map { ("•", $0) })
        lines += section(
            "If you already",
            response.advice.ifYouAlready.map { ("•", "\($0.did): \($0.steps.joined(separator: " "))") })
        lines += section(
            "Report",
            response.advice.report.map { ("•", VerdictWords.place($0)) })
        return lines
    }

    private func reasons(_ response: ScanResponse) -> [(String, String)] {
        response.findings.prefix(Self.reasonLimit).map { finding in
            let quote = finding.quote.flatMap { showsQuotes ? ": “\($0)”" : nil } ?? ""
            let pictures = Set(finding.boxes.compactMap(\.picture)).sorted().map(String.init)
            let place = pictures.isEmpty ? "" : " (picture \(pictures.joined(separator: ", ")))"
            return (finding.weight < 0 ? "−" : "+", finding.title + place + quote)
        }
    }

    /// The order of a conversation's pictures and why, and the risk of each of several conversations.
    private func pictures(_ conversation: Conversation) -> [String] {
        let order = conversation.order.map(String.init).joined(separator: ", ")
        let parts = conversation.separate ?? []
        return TextFormat.wrapped(
            "Pictures in order: \(order). \(conversation.reason)", width: terminal.width)
            + parts.flatMap { part in
                let numbers = part.pictures.map(String.init).joined(separator: ", ")
                return TextFormat.wrapped(
                    VisibleText.of(
                        "Picture \(numbers): \(VerdictWords.risk(part.riskLevel.rawValue)) risk. \(part.explanation)"
                    ),
                    width: terminal.width)
            }
    }

    /// A line for each link that was read in several ways.
    private func readings(_ response: ScanResponse) -> [String] {
        response.entities.compactMap(\.readings).flatMap { readings in
            let ways = readings.map { "\($0.value) (\(VerdictWords.percent($0.odds)))" }
            return TextFormat.wrapped(
                VisibleText.of("Read as \(ways.joined(separator: " or "))."), width: terminal.width)
        }
    }

    private func section(_ title: String, _ items: [(mark: String, text: String)]) -> [String] {
        guard !items.isEmpty else { return [] }
        return ["", terminal.styled(title, .bold)]
            + items.flatMap { item in
                TextFormat.wrapped(
                    VisibleText.of(item.text), width: terminal.width, indent: 4, first: "  \(item.mark) ")
            }
    }
}
