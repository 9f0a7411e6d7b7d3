import ScamDetection
import Foundation

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
