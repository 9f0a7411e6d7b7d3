package import Foundation
import Texts

/// The contents of `groups.yaml`: caps, thresholds, calibration and the list of scam types.
package struct ScoringSettings: Sendable {
    package var version: String
    /// An ask is decisive, so that nothing calms beside it, if its weight is at least this, in log-odds.
    package var decisiveWeight: Double
    /// The caps in the order of the groups' numbers, as each text asks for them many times.
    private let caps: [Double]
    /// What the text model's log-odds are multiplied by, as its words are added to rules.
    package var wordFactor: Double
    /// The largest size of what it adds for a genuine message, in log-odds: anybody can write ordinary words, and of some languages it has
    /// seen hardly any scam.
    package var ordinaryCap: Double
    package var slope: Double
    package var offset: Double
    /// The largest confidence of a verdict, from 0 to 1. A set of rules can't be surer than its evaluation was large.
    package var ceiling: Double
    /// The smallest probability of a medium verdict; that of a high one follows.
    package var mediumBand: Double
    package var highBand: Double
    /// The scam types. Of types with equal sums, the first one here is given.
    package var scamTypes: [ScamType]
    package var categories: [ScamType: ScamCategory]

    static let fileName = "groups.yaml"
    /// The keys of a group in the file besides its cap.
    private static let furtherKeys: [RuleGroup: [String]] = [
        .words: ["factor", "ordinary_cap"]
    ]

    package init(directory: URL) throws(RuleError) {
        try self.init(
            YAMLNode.contents(of: directory.appendingPathComponent(Self.fileName), named: Self.fileName))
    }

    init(_ file: YAMLNode) throws(RuleError) {
        let root = try file.mapping(keys: [
            "version", "decisive_weight", "groups", "calibration", "bands", "scam_types",
        ])
        version = try root.required("version").string()
        decisiveWeight = try root.required("decisive_weight").number()

        var caps: [RuleGroup: Double] = [:]
        (wordFactor, ordinaryCap) = (1, .infinity)
        let groups = try root.required("groups").mapping()
        for (name, value) in groups.entries {
            guard let group = RuleGroup(rawValue: name) else {
                throw value.refused(.unknownValue(key: "groups", value: name))
            }
            let entry = try value.mapping(keys: ["cap"] + (Self.furtherKeys[group] ?? []))
            caps[group] = try Self.positive(entry.required("cap"))
            if let factor = entry["factor"] { wordFactor = try Self.positive(factor) }
            if let cap = entry["ordinary_cap"] { ordinaryCap = try Self.positive(cap) }
        }
        // A file without words has no text model beside it, and one without a memory judges each message by itself.
        for group in RuleGroup.allCases where caps[group] == nil && ![.words, .memory].contains(group) {
            throw groups.node.refused(.missingKey(group.rawValue))
        }
        self.caps = RuleGroup.allCases.map { caps[$0] ?? 0 }

        let calibration = try root.required("calibration").mapping(keys: ["slope", "offset", "ceiling"])
        slope = try Self.positive(calibration.required("slope"))
        offset = try calibration.required("offset").number()
        ceiling = try calibration["ceiling"]?.number() ?? 1
        guard 0.5 < ceiling, ceiling <= 1 else {
            throw calibration.node.refused(.expected("0.5 < ceiling ≤ 1"))
        }
        let bands = try root.required("bands").mapping(keys: ["medium", "high"])
        mediumBand = try bands.required("medium").number()
        highBand = try bands.required("high").number()
        guard 0 < mediumBand, mediumBand < highBand, highBand < 1 else {
            throw bands.node.refused(.expected("0 < medium < high < 1"))
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

    /// The largest size of a group's sum that counts, in log-odds.
    package func cap(of group: RuleGroup) -> Double { caps[group.number] }

    /// The probability of a scam by its score.
    package func probability(_ score: Double) -> Double { 1 / (1 + exp(-(slope * score + offset))) }

    package func riskLevel(_ probability: Double) -> RiskLevel {
        probability >= highBand ? .high : probability >= mediumBand ? .medium : .low
    }

    /// What the text model's log-odds add to the score.
    /// - Parameter besideDecisiveAsk: whether ordinary words count for nothing.
    package func words(_ logOdds: Double, besideDecisiveAsk: Bool) -> Double {
        let lowest = besideDecisiveAsk ? 0 : min(ordinaryCap, cap(of: .words))
        return max(-lowest, min(cap(of: .words), wordFactor * logOdds))
    }

    /// How much a rule asks for.
    package func ask(of group: RuleGroup, weight: Double) -> Ask {
        guard group == .ask, weight != 0 else { return .nothing }
        return weight >= decisiveWeight ? .decisive : .something
    }

    private static func positive(_ node: YAMLNode) throws(RuleError) -> Double {
        let value = try node.number()
        guard value.isFinite, value > 0 else { throw node.refused(.expected("number above 0")) }
        return value
    }
}
