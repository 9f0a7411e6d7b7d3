import Foundation

/// An explanation trace in the form that `explain` prints for people.
struct ExplanationTraceText {
    let trace: ExplanationTrace

    var text: String { (words + entities + matches + learnedWords + sum + verdict).joined(separator: "\n") }

    private var words: [String] {
        ["words (sentence, as compared, as written where that differs)"]
            + trace.words.map { word in
                let kind = word.kind.map { "<\($0)> " } ?? ""
                let raw = word.raw == word.normalized ? "" : "   \(TerminalText.visible(word.raw))"
                return
                    "  \(FiguresTable.right("\(word.sentence)", 3))  \(kind)\(TerminalText.visible(word.normalized))\(raw)"
            }
    }

    private var entities: [String] {
        guard !trace.entities.isEmpty else { return [] }
        return ["", "entities"]
            + trace.entities.map { entity in
                let site = entity.registrableDomain ?? entity.host
                return "  \(FiguresTable.pad(entity.kind, 9))\(TerminalText.visible(entity.text))"
                    + (site.map { "   site \($0)" } ?? "")
                    + (entity.raw == entity.text ? "" : "   written \(TerminalText.visible(entity.raw))")
            }
    }

    private var matches: [String] {
        guard !trace.matches.isEmpty else { return ["", "no rule matches"] }
        var lines = ["", "rules     adds    weight  trust"]
        for match in trace.matches {
            lines.append(
                FiguresTable.right(Self.number(match.adds), 14)
                    + FiguresTable.right(Self.number(match.weight), 10)
                    + FiguresTable.right(FiguresTable.share(match.trust, places: 2), 7)
                    + "  \(match.rule)\(match.isDecisive ? " (decisive)" : "")"
                    + (match.scamType.map { " → \($0)" } ?? "")
            )
            if !match.quote.isEmpty {
                lines.append(
                    "                                 “\(TerminalText.visible(match.quote))”")
            }
        }
        return lines
    }

    private var learnedWords: [String] {
        guard !trace.learnedWords.isEmpty else { return [] }
        return ["", "words that weigh most in the text model"]
            + trace.learnedWords.map {
                FiguresTable.right(Self.number($0.adds), 14) + "  \(TerminalText.visible($0.word))"
            }
    }

    private var sum: [String] {
        var lines = ["", "sum                rules    cap  counts  total"]
        for step in trace.steps {
            lines.append(
                "  " + FiguresTable.pad(step.group, 13) + FiguresTable.right(Self.number(step.sum), 9)
                    + FiguresTable.right(String(format: "%.2f", step.cap), 7)
                    + FiguresTable.right(Self.number(step.counted), 8)
                    + FiguresTable.right(Self.number(step.total), 7))
        }
        let calibration = trace.calibration
        let score = trace.steps.last?.total ?? 0
        lines.append(
            "  calibrated: \(Self.number(calibration.slope)) × \(Self.number(score)) \(Self.number(calibration.offset)) = "
                + "\(Self.number(calibration.logOdds)), a probability of \(FiguresTable.share(calibration.probability))"
        )
        lines.append(
            "  medium from \(FiguresTable.share(calibration.mediumFrom)), high from \(FiguresTable.share(calibration.highFrom))"
        )
        return lines
    }

    private var verdict: [String] {
        let verdict = trace.verdict
        return [
            "",
            "\(verdict.riskLevel), confidence \(FiguresTable.share(verdict.confidence)), type \(verdict.scamType)",
            verdict.explanation,
        ] + verdict.decidedBy.map { "\($0.without) without \($0.rules.joined(separator: ", "))" }
    }

    private static func number(_ value: Double) -> String { String(format: "%+.2f", value) }
}
