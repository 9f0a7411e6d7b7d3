import Foundation
import TypeSafeAPI

/// A verdict for a person, most important first: how risky, why, what to do now, where to report.
struct VerdictText {
    /// Reasons beyond these say little more.
    private static let reasonLimit = 5

    let terminal: Terminal
    /// Whether words of the message are shown.
    let showsQuotes: Bool

    func lines(_ outcome: ScanOutcome) -> [String] {
        switch outcome.result {
        case .failure(let failure):
            let name = outcome.name.map { Wording.plain($0) + ": " } ?? ""
            let sentence = Wording.plain(failure.sentence)
            return Wording.wrapped(
                sentence.hasPrefix(name) ? sentence : name + sentence, width: terminal.width)
        case .success(let response): return lines(response, name: outcome.name)
        }
    }

    /// One line for a list of many.
    func summary(_ outcome: ScanOutcome) -> String {
        let name = Wording.plain(outcome.name ?? "text")
        switch outcome.result {
        case .failure(let failure): return "\(badge(nil)) \(name): \(Wording.plain(failure.sentence))"
        case .success(let response):
            let type = response.scamType == .unknown ? "" : "  " + Wording.title(response.scamType.rawValue)
            return "\(badge(response.riskLevel)) \(name)\(type)"
        }
    }

    private func badge(_ risk: RiskLevel?) -> String {
        switch risk {
        case .high: terminal.styled(" HIGH RISK ", .red)
        case .medium: terminal.styled(" MEDIUM RISK ", .yellow)
        case .low: terminal.styled(" LOW RISK ", .green)
        case .unknown: terminal.styled(" UNKNOWN ", .grey)
        case nil: terminal.styled(" ERROR ", .grey)
        }
    }

    private func lines(_ response: ScanResponse, name: String?) -> [String] {
        var lines: [String] = []
        let type = response.scamType == .unknown ? "" : "  " + Wording.title(response.scamType.rawValue)
        let sure = response.riskLevel == .unknown ? "" : "  \(Wording.percent(response.confidence)) sure"
        lines.append(badge(response.riskLevel) + type + sure)
        if let name { lines.append(terminal.styled(Wording.plain(name), .faint)) }
        lines += Wording.wrapped(Wording.plain(response.explanation), width: terminal.width)
        if response.riskLevel == .low {
            lines += Wording.wrapped(
                "Low means that no known pattern was found, not that it is genuine.", width: terminal.width)
        }
        lines += section("Why", reasons(response))
        guard response.riskLevel == .high || response.riskLevel == .medium else { return lines }
        lines += section("Do now", response.advice.now.map { ("•", $0) })
        lines += section(
            "If you already",
            response.advice.ifYouAlready.map { ("•", "\($0.did): \($0.steps.joined(separator: " "))") })
        lines += section(
            "Report",
            response.advice.report.map { place in
                ("•", ([place.name] + [place.url, place.phone].compactMap(\.self)).joined(separator: ", "))
            })
        return lines
    }

    private func reasons(_ response: ScanResponse) -> [(String, String)] {
        response.findings.prefix(Self.reasonLimit).map { finding in
            let quote = finding.quote.flatMap { showsQuotes ? ": “\($0)”" : nil } ?? ""
            return (finding.weight < 0 ? "−" : "+", finding.title + quote)
        }
    }

    private func section(_ title: String, _ items: [(mark: String, text: String)]) -> [String] {
        guard !items.isEmpty else { return [] }
        return ["", terminal.styled(title, .bold)]
            + items.flatMap { item in
                Wording.wrapped(
                    Wording.plain(item.text), width: terminal.width, indent: 4, first: "  \(item.mark) ")
            }
    }
}
