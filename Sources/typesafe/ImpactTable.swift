import Foundation
import RuleFitting
import ScamDetection

/// What each rule does, the least useful first.
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
                    + right("\(impact.scams)", 5) + right("\(impact.genuine)", 8) + right("\(impact.spam)", 6)
                    + right(String(format: "%.2f", impact.rule.prior), 7)
                    + right(impact.fitted.map { String(format: "%.2f", $0) } ?? "-", 7)
                    + right(String(format: "%+.3f", impact.lossWithout), 31)
                    + right("\(impact.missedWithout)", 8) + right("\(impact.clearedWithout)", 9))
        }
        return lines.joined(separator: "\n")
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
