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
    /// Those that it has patterns for.
    var languages: [String]
    var scamType: String?
    /// In log-odds.
    var weight: Double
    var file: String
    var line: Int?
    var support: RuleSupport?

    init(_ rule: Rule, support: RuleSupport?) {
        id = rule.id
        title = rule.reason.map(UserTexts.current.say) ?? ""
        group = rule.group.rawValue
        languages = rule.languages.map(\.code)
        scamType = rule.scamType?.rawValue
        weight = rule.weight
        file = rule.file
        line = rule.line
        self.support = support
    }

    var text: String {
        let counts = support.map { support in
            FiguresTable.right("\(support.scams)", 6) + FiguresTable.right("\(support.genuine)", 6)
                + FiguresTable.right("\(support.spam)", 6)
        }
        return FiguresTable.right(String(format: "%+.2f", weight), 6)
            + (counts ?? "") + "  "
            + FiguresTable.pad(id, 40) + title
    }
}
