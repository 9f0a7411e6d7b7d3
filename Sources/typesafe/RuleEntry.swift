import Foundation
import ScamDetection
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

    init(_ rule: Rule) {
        id = rule.id
        title = rule.reason.map(UserTexts.current.say) ?? ""
        group = rule.group.rawValue
        languages = rule.languages.map(\.code)
        scamType = rule.scamType?.rawValue
        weight = rule.weight
        file = rule.file
        line = rule.line
    }

    var text: String {
        FiguresTable.right(String(format: "%+.2f", weight), 6) + "  " + FiguresTable.pad(id, 40) + title
    }
}
