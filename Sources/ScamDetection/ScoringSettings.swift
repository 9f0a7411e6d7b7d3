package import Foundation
package import TextAnalysis
import YAML

/// The contents of `groups.yaml`: caps, thresholds, calibration and the list of scam types.
package struct ScoringSettings: Sendable {
    package var version: String
    /// The score of a text without findings, in log-odds.
    package var intercept: Double
    /// An ask is decisive, so that protective cues can't cancel it, if its author's weight is at least this, in log-odds.
    package var decisiveWeight: Double
    package let caps: [RuleGroup: Double]
    /// The same caps in the order of the groups' numbers, as each text asks for them many times.
    private let capsByNumber: [Double]
    /// The cap of the protective group if an ask matches, in log-odds, and if a decisive one does.
    package var askCap: Double
    package var decisiveCap: Double
    /// The largest size of the sum of words if it speaks for a genuine message, in log-odds.
    package var ordinaryCap: Double
    /// Rules beside which words say nothing, by id.
    package var wordSilencers: [Rule.Located<String>] = []
    /// How a talk is judged by its words; nil where it is judged as a message is.
    package var talk: Talk?
    package var slope: Double
    package var offset: Double
    /// The largest confidence of a verdict, from 0 to 1. A set of rules can't be surer than its evaluation was large.
    package var ceiling: Double
    /// The smallest probability of a medium verdict; that of a high one follows.
    package var mediumBand: Double
    package var highBand: Double
    /// The smallest probability of a medium verdict on a text of a language, where it isn't `mediumBand`.
    package var mediumBands: [Language: Double] = [:]
    /// The scam types. Of types with equal sums, the first one here is given.
    package var scamTypes: [ScamType]
    package var categories: [ScamType: ScamCategory]

    /// How a talk is judged whose language has learned words of talks.
    package struct Talk: Sendable {
        /// The fewest times that the owner answered, so that it is a talk.
        package var exchanges: Int
        /// The score of a talk of whose words nothing is known, in log-odds.
        package var intercept: Double
        /// What is added to the sum of its words, in log-odds.
        package var offset: Double
        /// The largest size of that sum if it speaks for a genuine talk, in log-odds.
        package var ordinaryCap: Double
        /// The share of their weights that rules keep there, from 0 to 1; links and decisive asks keep theirs. Authors wrote the rules of
        /// talks with talks before their eyes, and hardly one of them says anything of others.
        package var rules: Double
    }

    static let fileName = "groups.yaml"
    /// The keys of a group in the file besides its cap.
    private static let furtherKeys: [RuleGroup: [String]] = [
        .protective: ["ask_cap", "decisive_cap"], .words: ["ordinary_cap", "none"],
        .talkWords: ["ordinary_cap", "exchanges", "intercept", "offset", "rules"],
    ]
    /// The cap of the protective group if a decisive ask matches, in log-odds, for files that give none.
    private static let defaultDecisiveCap = 1.0

    package init(directory: URL) throws(RuleError) {
        try self.init(
            YAMLNode.contents(of: directory.appendingPathComponent(Self.fileName), named: Self.fileName))
    }

    init(_ file: YAMLNode) throws(RuleError) {
        let root = try file.mapping(keys: [
            "version", "intercept", "decisive_weight", "groups", "calibration", "bands", "scam_types",
        ])
        version = try root.required("version").string()
        intercept = try root.required("intercept").number()
        decisiveWeight = try root.required("decisive_weight").number()

        var caps: [RuleGroup: Double] = [:]
        var askCap = Double.infinity
        var decisiveCap = Self.defaultDecisiveCap
        var ordinaryCap = 0.0
        let groups = try root.required("groups").mapping()
        for (name, value) in groups.entries {
            guard let group = RuleGroup(rawValue: name) else {
                throw value.refused(.unknownValue(key: "groups", value: name))
            }
            let entry = try value.mapping(keys: ["cap"] + (Self.furtherKeys[group] ?? []))
            caps[group] = try Self.positive(entry.required("cap"))
            if let cap = entry["ask_cap"] { askCap = try Self.positive(cap) }
            if let cap = entry["decisive_cap"] { decisiveCap = try Self.positive(cap) }
            if group == .talkWords {
                talk = try Self.talk(entry)
            } else if let cap = entry["ordinary_cap"] {
                ordinaryCap = try Self.positive(cap)
            }
            if let rules = entry["none"] { wordSilencers = try rules.strings() }
        }
        self.askCap = askCap
        self.decisiveCap = decisiveCap
        self.ordinaryCap = ordinaryCap
        // A file without these groups has no use for learned words.
        for group in RuleGroup.allCases where caps[group] == nil && !group.isLearned {
            throw groups.node.refused(.missingKey(group.rawValue))
        }
        self.caps = caps
        capsByNumber = RuleGroup.allCases.map { caps[$0] ?? 0 }

        let calibration = try root.required("calibration").mapping(keys: ["slope", "offset", "ceiling"])
        slope = try Self.positive(calibration.required("slope"))
        offset = try calibration.required("offset").number()
        ceiling = try calibration["ceiling"]?.number() ?? 1
        guard 0.5 < ceiling, ceiling <= 1 else {
            throw calibration.node.refused(.expected("0.5 < ceiling ≤ 1"))
        }
        let bands = try root.required("bands").mapping(keys: ["medium", "high", "languages"])
        mediumBand = try bands.required("medium").number()
        highBand = try bands.required("high").number()
        guard 0 < mediumBand, mediumBand < highBand, highBand < 1 else {
            throw bands.node.refused(.expected("0 < medium < high < 1"))
        }
        for (code, node) in try bands["languages"]?.mapping().entries ?? [] {
            let band = try node.number()
            guard 0 < band, band < highBand else { throw node.refused(.expected("0 < medium < high")) }
            mediumBands[Language(code)] = band
        }

        scamTypes = []
        categories = [:]
        for (name, value) in try root.required("scam_types").mapping().entries {
            guard let type = ScamType(rawValue: name), type != .unknown else {
                throw value.refused(.unknownValue(key: "scam_types", value: name))
            }
            let category = try value.mapping(keys: ["category"]).required("category")
            let label = try category.string()
            guard let legacy = ScamCategory(rawValue: label) else {
                throw category.refused(.unknownValue(key: "category", value: label))
            }
            scamTypes.append(type)
            categories[type] = legacy
        }
    }

    /// The settings for texts of a language.
    package func judging(_ language: Language?) -> ScoringSettings {
        guard let band = language.flatMap({ mediumBands[$0] }) else { return self }
        var settings = self
        settings.mediumBand = band
        return settings
    }

    /// How much the rule asks for. The author's weight decides, as it says what the rule means; a fitted weight says how often the
    /// rule is right.
    package func ask(of rule: Rule) -> Ask { ask(of: rule.group, prior: rule.prior) }

    func ask(of group: RuleGroup, prior: Double) -> Ask {
        guard group == .ask, prior != 0 else { return .nothing }
        return prior >= decisiveWeight ? .decisive : .something
    }

    /// The range in which a group's sum counts, in log-odds. What speaks for a genuine message counts less or nothing beside an ask: the
    /// sender of a scam can write it, too.
    /// - Parameter ask: the most that the text asks for.
    package func limits(of group: RuleGroup, beside ask: Ask) -> ClosedRange<Double> {
        let cap = capsByNumber[group.number]
        switch group {
        case .protective:
            let most = ask == .nothing ? cap : min(askCap, ask == .decisive ? decisiveCap : cap)
            return -min(cap, most)...0
        case .words: return (ask == .nothing ? -ordinaryCap : 0)...cap
        case .talkWords:
            guard let talk else { return 0...cap }
            // Beside an ask, a talk counts at least as any text of which nothing else is known: anybody can write ordinary words.
            return -(ask == .nothing ? talk.ordinaryCap : max(0, talk.intercept - intercept))...cap
        default: return 0...cap
        }
    }

    private static func talk(_ entry: YAMLMapping) throws(RuleError) -> Talk {
        let (exchanges, rules) = (try entry.required("exchanges"), try entry.required("rules"))
        guard let number = Int(exactly: try exchanges.number()), number > 0 else {
            throw exchanges.refused(.expected("a whole number above 0"))
        }
        let share = try rules.number()
        guard (0...1).contains(share) else { throw rules.refused(.expected("a share from 0 to 1")) }
        return Talk(
            exchanges: number, intercept: try entry.required("intercept").number(),
            offset: try entry.required("offset").number(),
            ordinaryCap: try positive(entry.required("ordinary_cap")), rules: share)
    }

    private static func positive(_ node: YAMLNode) throws(RuleError) -> Double {
        let value = try node.number()
        guard value.isFinite, value > 0 else { throw node.refused(.expected("number above 0")) }
        return value
    }
}
