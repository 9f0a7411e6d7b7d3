import Foundation
import Evaluation
import ScamDetection
import ScanCommands
import TextAnalysis
import Texts

struct RuleEntry: Encodable {
    var id: String
    var title: String
    var group: String
    var language: String
    var scamType: String?
    /// The weight that applies, in log-odds: the fitted one if there is one, or else the author's.
    var weight: Double
    var prior: Double
    var fitted: Double?
    var file: String
    var line: Int?
    var support: RuleSupport?

    init(_ rule: Rule, support: RuleSupport?) {
        id = rule.id
        title = rule.reason.map(UserTexts.current.say) ?? ""
        group = rule.group.rawValue
        language = Self.language(rule)
        scamType = rule.scamType?.rawValue
        weight = rule.weight
        prior = rule.prior
        fitted = rule.fitted
        file = rule.file
        line = rule.line
        self.support = support
    }

    static func language(_ rule: Rule) -> String { rule.language?.code ?? "any" }

    var text: String {
        let counts = support.map { support in
            FiguresTable.right("\(support.scams)", 6) + FiguresTable.right("\(support.genuine)", 6)
                + FiguresTable.right("\(support.spam)", 6)
        }
        return FiguresTable.right(String(format: "%+.2f", weight), 6)
            + (fitted == nil ? "  author's" : "  fitted  ") + (counts ?? "") + "  "
            + FiguresTable.pad(language, 4) + FiguresTable.pad(id, 40) + title
    }
}
