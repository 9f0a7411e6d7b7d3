import Foundation
import Evaluation
import ScamDetection

/// Prints the effect of each rule as a table, the least useful rule first.
enum ImpactTable {
    static func text(_ impacts: [RuleImpact]) -> String {
        var lines = [
            "",
            FiguresTable.pad("rule", 46)
                + "scams genuine  spam  prior fitted | without it, held out: loss ‰  missed  cleared",
        ]
        for impact in impacts.sorted(by: { ($0.lossWithout, $0.rule.id) < ($1.lossWithout, $1.rule.id) }) {
            lines.append(
                FiguresTable.pad(impact.rule.id, 46)
                    + FiguresTable.right("\(impact.support.scams)", 5)
                    + FiguresTable.right("\(impact.support.genuine)", 8)
                    + FiguresTable.right("\(impact.support.spam)", 6)
                    + FiguresTable.right(String(format: "%.2f", impact.rule.prior), 7)
                    + FiguresTable.right(impact.fitted.map { String(format: "%.2f", $0) } ?? "-", 7)
                    + FiguresTable.right(String(format: "%+.3f", impact.lossWithout), 31)
                    + FiguresTable.right("\(impact.missedWithout)", 8)
                    + FiguresTable.right("\(impact.clearedWithout)", 9))
        }
        return lines.joined(separator: "\n")
    }
}
