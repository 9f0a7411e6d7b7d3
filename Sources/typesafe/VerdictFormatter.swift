import Foundation
import ScanDocuments
import Texts
import TypeSafeAPI

/// Formats a verdict for a person, the most important first: the risk, the reasons, what to do now, where to report it.
struct VerdictFormatter {
    /// Largest number of reasons shown. They are sorted by weight, so the rest adds little.
    private static let reasonLimit = 5

    let terminal: Terminal
    /// Whether words from the message are shown with the reasons.
    let showsQuotes: Bool
    private let words = VerdictWords(UserTexts.current)

    init(terminal: Terminal, showsQuotes: Bool) {
        self.terminal = terminal
        self.showsQuotes = showsQuotes
    }

    func lines(_ outcome: ScanOutcome) -> [String] {
        switch outcome.result {
        case .failure(let failure):
            return TextFormat.wrapped(
                VisibleText.of(failure.message(of: outcome.name)), width: terminal.width)
        case .success(let response): return lines(response, name: outcome.name)
        }
    }

    /// One line of a batch: risk, name, type, confidence and the reason, as far as a terminal is wide. Elsewhere nothing is cut off, and
    /// what doesn't fit stands on further lines.
    func summary(_ outcome: ScanOutcome) -> [String] {
        let (risk, name, reason): (RiskLevel?, String, String) =
            switch outcome.result {
            case .failure(let failure): (nil, "", failure.message(of: outcome.name))
            case .success(let response):
                (
                    response.riskLevel, UserTexts.name(outcome.name) + certainty(response) + "  ",
                    response.explanation
                )
            }
        let (head, rest) = (VisibleText.of(name), VisibleText.of(reason))
        let room = terminal.width - TerminalWidth.of(label(risk)) - 1
        guard !terminal.isTerminal, TerminalWidth.of(head + rest) > room else {
            return [badge(risk) + " " + TerminalWidth.cut(head + rest, to: room)]
        }
        let first = badge(risk) + " " + head.trimmingCharacters(in: .whitespaces)
        return [first] + TextFormat.wrapped(rest, width: terminal.width, indent: 4)
    }

    /// The last line of a batch.
    static func total(_ outcomes: OutcomeTally) -> String {
        let levels: [(RiskLevel?, CommandText)] = [
            (.high, .countHigh), (.medium, .countMedium), (.low, .countLow), (.unknown, .countUnknown),
            (nil, .countFailed),
        ]
        let counts = levels.compactMap { level, key -> String? in
            let count = outcomes[level]
            return count > 0 ? UserTexts.say(key, ["count": .number(count)]) : nil
        }
        let scanned = Sentence(CommandText.scanned, ["count": .number(outcomes.count)])
        return UserTexts.say(
            .total, ["scanned": .sentence(scanned), "counts": .text(counts.joined(separator: ", "))])
    }

    /// The type of scam and how sure the verdict is, each after two blanks.
    private func certainty(_ response: ScanResponse) -> String {
        let type =
            response.scamType == .unknown ? "" : "  " + words.title(scamType: response.scamType.rawValue)
        return type + (words.certainty(response).map { "  " + $0 } ?? "")
    }

    private func badge(_ risk: RiskLevel?) -> String { terminal.styled(label(risk), Self.style(risk)) }

    static func style(_ risk: RiskLevel?) -> Terminal.Style {
        switch risk {
        case .high: .red
        case .medium: .yellow
        case .low: .green
        case .unknown, nil: .grey
        }
    }

    private func label(_ risk: RiskLevel?) -> String {
        " \((risk.map { words.risk($0.rawValue) } ?? UserTexts.say(.error)).uppercased()) "
    }

    private func lines(_ response: ScanResponse, name: String?) -> [String] {
        var lines: [String] = []
        lines.append(badge(response.riskLevel) + certainty(response))
        if let name { lines.append(terminal.styled(VisibleText.of(UserTexts.name(name)), .faint)) }
        lines += TextFormat.wrapped(VisibleText.of(response.explanation), width: terminal.width)
        if response.riskLevel == .low {
            lines += TextFormat.wrapped(
                UserTexts.current.say(VerdictText.lowIsNoPromise), width: terminal.width)
        }
        if let conversation = response.conversation { lines += pictures(conversation) }
        if showsQuotes { lines += readings(response) }
        lines += section(.why, reasons(response))
        guard response.riskLevel != .low else { return lines }
        lines += section(.doNow, response.advice.now.map { ("•", $0) })
        lines += section(
            .ifYouAlready,
            response.advice.ifYouAlready.map {
                (
                    "•",
                    UserTexts.say(
                        .exposure,
                        ["did": .text($0.did), "steps": .text($0.steps.joined(separator: " "))])
                )
            })
        lines += section(
            .report,
            response.advice.report.map { ("•", VerdictWords.place($0)) })
        return lines
    }

    private func reasons(_ response: ScanResponse) -> [(String, String)] {
        response.findings.onceEach.prefix(Self.reasonLimit).map { finding in
            let quote = finding.quote.flatMap { showsQuotes ? " “\($0)”" : nil } ?? ""
            let pictures = Set(finding.boxes.compactMap(\.picture)).sorted()
            let title =
                pictures.isEmpty
                ? finding.title
                : UserTexts.say(
                    .onPictures, pictures.naming.merging(["title": .text(finding.title)]) { $1 })
            return (finding.weight < 0 ? "−" : "+", title + quote)
        }
    }

    /// The order of a conversation's pictures and why, and the risk of each of several conversations.
    private func pictures(_ conversation: Conversation) -> [String] {
        let order = conversation.order.map(String.init).joined(separator: ", ")
        let parts = conversation.separate ?? []
        return TextFormat.wrapped(
            UserTexts.say(.picturesInOrder, ["pictures": .text(order)]) + " " + conversation.reason,
            width: terminal.width)
            + parts.flatMap { part in
                let risk = Sentence.Argument.text(words.risk(part.riskLevel.rawValue))
                return TextFormat.wrapped(
                    VisibleText.of(
                        UserTexts.say(.partOfPictures, part.pictures.naming.merging(["risk": risk]) { $1 })
                            + " " + part.explanation), width: terminal.width)
            }
    }

    /// A line for each link that was read in several ways.
    private func readings(_ response: ScanResponse) -> [String] {
        response.entities.compactMap(\.readings).flatMap { readings in
            let ways = readings.map {
                UserTexts.say(
                    .way, ["text": .text($0.value), "percent": .number(VerdictWords.percent($0.odds))])
            }
            return TextFormat.wrapped(
                VisibleText.of(
                    UserTexts.say(.readInWays, ["ways": .text(ways.joined(separator: ", "))])),
                width: terminal.width)
        }
    }

    private func section(_ title: CommandText, _ items: [(mark: String, text: String)]) -> [String] {
        guard !items.isEmpty else { return [] }
        return ["", terminal.styled(UserTexts.say(title), .bold)]
            + items.flatMap { item in
                TextFormat.wrapped(
                    VisibleText.of(item.text), width: terminal.width, indent: 4, first: "  \(item.mark) ")
            }
    }
}

extension [Int] {
    /// Numbers of pictures as arguments of a text that names them.
    fileprivate var naming: [String: Sentence.Argument] {
        ["count": .number(count), "pictures": .list(map(String.init))]
    }
}
