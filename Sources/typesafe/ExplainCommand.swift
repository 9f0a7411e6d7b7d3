import ArgumentParser
import Foundation

/// `typesafe explain`: prints all steps from a text to its verdict.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows how a text is read, which rules match, and how their sum becomes a verdict.",
        discussion: """
            Nothing is sent or kept.

            Exit codes: 0 done, 64 wrong usage, 65 the text is too long, 66 it can't be read, 78 rules are refused.
            """)

    @Argument(
        help: ArgumentHelp("A message; without one, or with -, from standard input.", valueName: "text"))
    var text = "-"

    @OptionGroup var files: RuleFiles

    @Flag(help: "Print JSON.")
    var json = false

    /// Largest text in bytes. No message is nearly as long.
    private static let longestInput = 1 << 20

    func run() async throws { try await Failure.reported(explain) }

    private func explain() async throws(Failure) {
        let message = text == "-" ? try Self.standardInput() : text
        guard message.utf8.count <= Self.longestInput else {
            throw .badInput("the text is longer than \(Self.longestInput) bytes")
        }
        let trace = ExplanationTrace(message, by: try files.judge())
        print(json ? JSONOutput.text(trace, isPretty: true) : ExplanationTraceText(trace: trace).text)
    }

    private static func standardInput() throws(Failure) -> String {
        let data: Data?
        do {
            data = try FileHandle.standardInput.read(upToCount: longestInput + 1)
        } catch {
            throw .noInput("standard input")
        }
        var text = String(decoding: data ?? Data(), as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}

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
        // Rules of weight 0 only serve others; the JSON has them.
        for match in trace.matches where match.weight != 0 || match.isDecisive {
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
        ] + TextFormat.wrapped(verdict.explanation, width: Terminal().width)
            + verdict.decidedBy.map { "\($0.without) without \($0.rules.joined(separator: ", "))" }
    }

    private static func number(_ value: Double) -> String { String(format: "%+.2f", value) }
}
