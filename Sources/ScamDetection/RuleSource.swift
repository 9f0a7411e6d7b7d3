import Foundation

/// What a folder of rules says, before the rules are made to work together.
struct RuleSource: Sendable {
    var settings: ScoringSettings
    var rules: [Rule]

    init(settings: ScoringSettings, rules: [Rule]) {
        self.settings = settings
        self.rules = rules
    }

    init(directory: URL) throws(RuleError) {
        settings = try ScoringSettings(directory: directory)
        rules = try RuleFileReader.rules(in: directory, types: Set(settings.scamTypes))
    }
}
