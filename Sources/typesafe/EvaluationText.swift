import Foundation
import ScamDetection
import ScamTaxonomy

/// An evaluation in the form that `evaluate` prints for people.
struct EvaluationText {
    let run: EvaluationRun
    let worst: Int
    let showsText: Bool

    /// Largest number of characters of a message that are printed: three or four lines.
    private static let longestText = 300
    /// Largest number of rules that are listed for a message. The strongest rules show the reason of a verdict.
    private static let mostRules = 6

    var text: String {
        var parts = [
            run.name + (run.rulesVersion.map { ", rules \($0)" } ?? ", by the server"),
            FiguresTable.text(run.slices),
        ]
        for slice in run.slices where slice.kind == .whole {
            parts += ["\n\(slice.name), with 95 % confidence intervals", Self.intervals(slice.figures)]
        }
        if let figures = run.slices.first?.figures { parts += Self.reliability(figures) }
        if let comparison = run.comparison { parts.append(changes(comparison)) }
        if worst > 0 { parts.append(worstMessages) }
        // The rules of a server, and the names and ids in files, are text from outside.
        return parts.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText.visible(String($0)) }.joined(separator: "\n")
    }

    private static func intervals(_ figures: Figures) -> String {
        func line(_ name: String, _ value: Double?, _ interval: Interval?, places: Int = 3) -> String? {
            guard let value else { return nil }
            let range = interval.map {
                "  (\(FiguresTable.share($0.lower, places: places)) – \(FiguresTable.share($0.upper, places: places)))"
            }
            return "  " + FiguresTable.pad(name, 42) + FiguresTable.share(value, places: places)
                + (range ?? "")
        }
        func line(_ name: String, _ proportion: Proportion, places: Int = 3) -> String? {
            line(name, proportion.value, proportion.interval, places: places)
        }
        let lines =
            [
                line("precision (medium or high)", figures.precision), line("recall", figures.recall),
                line("F1", figures.f1?.value, figures.f1?.interval),
                line("false-positive rate", figures.falsePositiveRate, places: 4),
                line("precision (high)", figures.highPrecision), line("recall (high)", figures.highRecall),
                line("false-positive rate (high)", figures.highFalsePositiveRate, places: 4),
                line("AUROC", figures.auroc?.value, figures.auroc?.interval, places: 4),
            ]
            + figures.recallAtBudget.map {
                line(
                    "recall at \(String(format: "%g", $0.falsePositiveRate * 100)) % false positives",
                    $0.recall.value, $0.recall.interval)
            }
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    static func reliability(_ figures: Figures) -> [String] {
        guard let reliability = figures.reliability else { return [] }
        var lines = [
            "\nreliability, all: Brier \(FiguresTable.share(reliability.brier, places: 4)), "
                + "ECE \(FiguresTable.share(reliability.expectedError, places: 4))",
            "  probability  messages  mean said  scams seen",
        ]
        for bin in reliability.bins where bin.count > 0 {
            let row = [
                (String(format: "%.1f–%.1f", bin.lower, bin.upper), 13), ("\(bin.count)", 10),
                (FiguresTable.share(bin.meanProbability), 11), (FiguresTable.share(bin.scamShare.value), 12),
            ]
            lines.append(row.reduce("") { $0 + FiguresTable.right($1.0, $1.1) })
        }
        lines.append("  level        messages  mean confidence  right")
        for level in figures.levels where level.right.total > 0 {
            lines.append(
                "  " + FiguresTable.pad(level.level.rawValue, 11)
                    + FiguresTable.right("\(level.right.total)", 10)
                    + FiguresTable.right(FiguresTable.share(level.meanConfidence), 17)
                    + FiguresTable.right(FiguresTable.share(level.right.value), 7))
        }
        return lines
    }

    private func changes(_ comparison: Comparison) -> String {
        var lines = [
            "\nsince the earlier run: \(comparison.shared) messages in both, \(comparison.newlyFlagged.count) newly flagged, "
                + "\(comparison.newlyCleared.count) newly cleared"
        ]
        for (name, list) in [("flagged", comparison.newlyFlagged), ("cleared", comparison.newlyCleared)] {
            for change in list {
                lines.append(
                    "  \(name)  \(FiguresTable.pad(change.label.rawValue, 6))\(FiguresTable.share(change.before)) → "
                        + "\(FiguresTable.share(change.after))  \(change.id)" + shownText(change.id))
            }
        }
        return lines.joined(separator: "\n")
    }

    private var worstMessages: String {
        let counted = run.judged.filter(\.message.counts)
        var lines: [String] = []
        for (name, isScam) in [("false alarms", false), ("misses", true)] {
            let list = counted.filter { $0.judgement.isScam == isScam && $0.judgement.isFlagged != isScam }
                .sorted { first, second in
                    let (one, other) = (first.judgement.probability, second.judgement.probability)
                    return one == other ? first.message.id < second.message.id : (one > other) != isScam
                }
            lines.append("\nthe worst \(name), \(min(worst, list.count)) of \(list.count)")
            for judged in list.prefix(worst) {
                lines.append(
                    "  \(FiguresTable.share(judged.judgement.probability))  \(judged.message.id)  "
                        + judged.rules.prefix(Self.mostRules).joined(separator: " ")
                        + shownText(judged.message.id))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func shownText(_ id: String) -> String {
        guard showsText, let message = run.judged.first(where: { $0.message.id == id })?.message else {
            return ""
        }
        let line = message.text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
        return "\n        " + line.prefix(Self.longestText)
    }
}

enum FiguresTable {
    /// - Parameter kinds: the kinds of slices to print, in this order, each under a heading.
    static func text(_ slices: [Slice], kinds: [Slice.Kind] = Slice.Kind.allCases) -> String {
        var lines: [String] = []
        for kind in kinds {
            let part = slices.filter { $0.kind == kind }
            guard !part.isEmpty else { continue }
            lines += ["", heading(kind)]
            for slice in part { lines.append(line(slice)) }
        }
        return lines.joined(separator: "\n")
    }

    private static func heading(_ kind: Slice.Kind) -> String {
        let name =
            switch kind {
            case .whole: "over all"
            case .source: "by source"
            case .language: "by language"
            case .synthetic: "constructed messages"
            case .scamType: "by scam type"
            case .genuineKind: "by kind of genuine message"
            }
        return pad(name, 28)
            + "scams genuine  prec. recall    F1  AUROC  FPR%  high: recall  FPR%  recall@2%   @1%  @.1%  Brier   ECE"
    }

    private static func line(_ slice: Slice) -> String {
        let figures = slice.figures
        let both = figures.scams > 0 && figures.genuine > 0
        let budgets = figures.recallAtBudget.map { share($0.recall.value) }
        let columns: [(String, Int)] = [
            ("\(figures.scams)", 5), ("\(figures.genuine)", 8),
            (both ? share(figures.precision.value) : "-", 7),
            (share(figures.recall.value), 7), (both ? share(figures.f1?.value) : "-", 6),
            (share(figures.auroc?.value, places: 4), 7), (percent(figures.falsePositiveRate.value), 6),
            (share(figures.highRecall.value), 14), (percent(figures.highFalsePositiveRate.value), 6),
            (budgets.first ?? "-", 11), (budgets.dropFirst().first ?? "-", 6), (budgets.last ?? "-", 6),
            (share(figures.reliability?.brier, places: 4), 7),
            (share(figures.reliability?.expectedError, places: 4), 6),
        ]
        return columns.reduce(pad(String(slice.name.prefix(27)), 28)) {
            $0 + right($1.0, $1.1)
        }
    }

    /// Formats a share from 0 to 1, without the zero before the point: `.953`. It returns `-` for nil.
    static func share(_ value: Double?, places: Int = 3) -> String {
        guard let value else { return "-" }
        let text = String(format: "%.\(places)f", value)
        return text.hasPrefix("0.") ? String(text.dropFirst()) : text
    }

    static func percent(_ value: Double?) -> String {
        value.map { String(format: "%.2f", 100 * $0) } ?? "-"
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
