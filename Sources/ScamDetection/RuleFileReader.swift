package import Foundation
package import TextAnalysis
import Texts
import YAML

/// Reads rule files, and makes the checks that need only one rule at a time.
package enum RuleFileReader {
    /// The largest number of characters of a title, so that two of them make a short explanation.
    static let maximumTitle = 60
    /// The smallest number of examples that match, and of examples that don't. A single one may match by accident.
    static let fewestExamples = 2
    /// The folder of the rules for all texts, and the language that their files name.
    static let anyLanguage = "any"

    /// The numbers of turns that `within` and `opening` may have.
    private static let numbersOfTurns = 1...99

    private static let ruleKeys = [
        "id", "reason", "title", "description", "category", "weight", "patterns", "unless",
        "feature",
        "all", "any", "none", "later", "within", "opening", "in", "until", "beside", "references", "examples",
    ]

    /// Reads all rules below a folder, in the order of file names and lines.
    package static func rules(
        in directory: URL, types: Set<ScamType>, languages: Languages
    ) throws(RuleError) -> [Rule] {
        var problems: [RuleError] = []
        let rules = try rules(in: directory, types: types, languages: languages, problems: &problems)
        if let first = problems.first { throw first }
        return rules
    }

    /// The rules without problems of their own. Problems of the others are added to `problems`.
    static func rules(
        in directory: URL, types: Set<ScamType>, languages: Languages, problems: inout [RuleError]
    ) throws(RuleError) -> [Rule] {
        var rules: [Rule] = []
        var seen: Set<String> = []
        for file in read(try files(in: directory), in: directory, types, languages) {
            problems += file.problems
            for rule in file.rules {
                if seen.insert(rule.id).inserted {
                    rules.append(rule)
                } else {
                    problems.append(rule.refused(.duplicateID(rule.id)))
                }
            }
        }
        return rules
    }

    private struct FileContents: Sendable {
        var rules: [Rule] = []
        var problems: [RuleError] = []
    }

    /// Reads the rules of each file, in the order of `files`. All cores are used.
    private static func read(
        _ files: [String], in directory: URL, _ types: Set<ScamType>, _ languages: Languages
    ) -> [FileContents] {
        files.concurrentMap { name in
            var file = FileContents()
            do throws(RuleError) {
                let url = directory.appendingPathComponent(name)
                file.rules = try rules(
                    YAMLNode.contents(of: url, named: name), types: types, languages: languages,
                    problems: &file.problems)
            } catch {
                file.problems.append(error)
            }
            return file
        }
    }

    /// The paths of the rule files, `<language>/<name>.yaml`, in alphabetical order.
    private static func files(in directory: URL) throws(RuleError) -> [String] {
        guard let languages = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            throw RuleError(file: "", line: nil, reason: .unreadable)
        }
        var files: [String] = []
        for language in languages where !language.hasPrefix(".") && !language.hasSuffix(".yaml") {
            let folder = directory.appendingPathComponent(language).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            files += names.filter { $0.hasSuffix(".yaml") }.map { "\(language)/\($0)" }
        }
        return files.sorted()
    }

    static func rules(
        _ file: YAMLNode, types: Set<ScamType>, languages: Languages
    ) throws(RuleError) -> [Rule] {
        var problems: [RuleError] = []
        let rules = try rules(file, types: types, languages: languages, problems: &problems)
        if let first = problems.first { throw first }
        return rules
    }

    /// The rules of one file that have no problem of their own. Problems of the others are added to `problems`.
    private static func rules(
        _ file: YAMLNode, types: Set<ScamType>, languages: Languages, problems: inout [RuleError]
    ) throws(RuleError) -> [Rule] {
        let root = try file.mapping(keys: ["group", "language", "rules"])
        let groupNode = try root.required("group")
        let groupName = try groupNode.string()
        guard let group = RuleGroup(rawValue: groupName) else {
            throw groupNode.refused(.unknownValue(key: "group", value: groupName))
        }
        let language = try language(root.required("language"), among: languages)
        var rules: [Rule] = []
        for node in try root.required("rules").sequence() {
            do throws(RuleError) {
                rules.append(try rule(node, group: group, language: language, types: types))
            } catch {
                problems.append(error)
            }
        }
        return rules
    }

    private static func rule(
        _ node: YAMLNode, group: RuleGroup, language: Language?, types: Set<ScamType>
    ) throws(RuleError) -> Rule {
        let entry = try node.mapping(keys: ruleKeys)
        let idNode = try entry.required("id")
        let id = try idNode.string()
        guard isIdentifier(id, in: group) else {
            throw idNode.refused(.idOutsideGroup(id: id, group: group.rawValue))
        }
        let examples = try entry.required("examples").mapping(keys: ["match", "no_match"])
        // Descriptions and references are only for people who read the file.
        _ = try entry.required("description").string()
        _ = try entry.strings("references")
        var rule = Rule(
            id: id, reason: try reason(entry), group: group,
            language: language, scamType: try scamType(entry.required("category"), types),
            weight: try weight(entry.required("weight"), group),
            matchExamples: try examples.strings("match"), noMatchExamples: try examples.strings("no_match"),
            file: node.file, line: node.line, condition: try condition(entry))
        guard rule.reason != nil || rule.weight == 0 else { throw entry.node.refused(.missingKey("reason")) }
        rule.later = try later(entry, rule)
        rule.within = try turns("within", entry, rule)
        rule.opening = try turns("opening", entry, rule)
        rule.none = try entry.strings("none")
        rule.beside = try beside(entry, rule)
        rule.isAboutReplies = try isAboutReplies(entry, rule)
        for (side, lines) in [("match", rule.matchExamples), ("no_match", rule.noMatchExamples)]
        where lines.count < fewestExamples {
            throw examples.node.refused(.tooFewExamples(side: side))
        }
        return rule
    }

    /// The language of a file, which must be its folder's name; nil for `any`.
    private static func language(
        _ node: YAMLNode, among languages: Languages
    ) throws(RuleError) -> Language? {
        let name = try node.string()
        let language = name == anyLanguage ? nil : Language(name)
        guard node.file.hasPrefix(name + "/"), language.map(languages.contains) ?? true else {
            throw node.refused(.unknownValue(key: "language", value: name))
        }
        return language
    }

    private static func isIdentifier(_ id: String, in group: RuleGroup) -> Bool {
        guard id.hasPrefix(group.rawValue + ".") else { return false }
        let name = id.utf8.dropFirst(group.rawValue.utf8.count + 1)
        return !name.isEmpty
            && name.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }

    /// What people are told: a reason's key, or a title of the author's own, which is said as it is in every language.
    private static func reason(_ entry: YAMLMapping) throws(RuleError) -> Sentence? {
        if let key = try entry["reason"]?.string() { return Sentence(.reasons, key: key) }
        guard let node = entry["title"] else { return nil }
        let title = try node.string()
        guard title.count <= maximumTitle else { throw node.refused(.titleTooLong(limit: maximumTitle)) }
        return Sentence(verbatim: title)
    }

    private static func scamType(_ node: YAMLNode, _ types: Set<ScamType>) throws(RuleError) -> ScamType? {
        let name = try node.string()
        if name == "any" { return nil }
        guard let type = ScamType(rawValue: name), types.contains(type) else {
            throw node.refused(.unknownValue(key: "category", value: name))
        }
        return type
    }

    private static func weight(_ node: YAMLNode, _ group: RuleGroup) throws(RuleError) -> Double {
        let weight = try node.number()
        let isRightSign = group == .protective ? weight <= 0 : weight >= 0
        guard weight.isFinite, abs(weight) <= Rule.maximumWeight, isRightSign else {
            throw node.refused(.weightOutOfRange(weight))
        }
        return weight
    }

    private static func later(
        _ entry: YAMLMapping, _ rule: Rule
    ) throws(RuleError) -> [Rule.Located<String>] {
        guard let node = entry["later"] else { return [] }
        guard rule.condition.isComposite else { throw node.refused(.expected("all or any beside it")) }
        return try node.strings()
    }

    private static func turns(
        _ key: String, _ entry: YAMLMapping, _ rule: Rule
    ) throws(RuleError) -> Int? {
        guard let node = entry[key] else { return nil }
        guard rule.condition.isComposite else { throw node.refused(.expected("all or any beside it")) }
        let turns = try node.number()
        guard let turns = Int(exactly: turns), numbersOfTurns.contains(turns) else {
            throw node.refused(.expected("a number of turns from 1 to 99"))
        }
        return turns
    }

    private static func beside(
        _ entry: YAMLMapping, _ rule: Rule
    ) throws(RuleError) -> [Rule.Located<String>] {
        guard let node = entry["beside"] else { return [] }
        guard !rule.condition.until.isEmpty else { throw node.refused(.expected("until beside it")) }
        return try node.strings()
    }

    private static func isAboutReplies(_ entry: YAMLMapping, _ rule: Rule) throws(RuleError) -> Bool {
        guard let node = entry["in"] else { return false }
        let place = try node.string()
        guard place == "replies" else { throw node.refused(.unknownValue(key: "in", value: place)) }
        guard !rule.condition.patterns.isEmpty else { throw node.refused(.expected("patterns beside it")) }
        guard rule.weight == 0 else { throw node.refused(.weightOutOfRange(rule.weight)) }
        return true
    }

    private static func condition(_ entry: YAMLMapping) throws(RuleError) -> Rule.Condition {
        let hasOwnSigns = entry["patterns"] != nil || entry["feature"] != nil
        let isComposite = (hasOwnSigns ? ["all", "any"] : ["all", "any", "none"]).contains {
            entry[$0] != nil
        }
        let kinds = [entry["patterns"] != nil, entry["feature"] != nil, isComposite]
        guard kinds.filter(\.self).count == 1 else { throw entry.node.refused(.notExactlyOneKind) }
        if entry["patterns"] == nil, let unless = entry["unless"] {
            throw unless.refused(.unlessWithoutPatterns)
        }
        if entry["patterns"] == nil || entry["in"] != nil, let until = entry["until"] {
            throw until.refused(.expected("patterns beside it, for the other party's words"))
        }
        if let patterns = entry["patterns"] {
            let sources = try patterns.strings()
            guard !sources.isEmpty else { throw patterns.refused(.expected("at least one pattern")) }
            return Rule.Condition(
                patterns: sources, unless: try entry.strings("unless"), until: try entry.strings("until"))
        }
        if let node = entry["feature"] {
            let name = try node.string()
            guard let feature = Feature(rawValue: name) else {
                throw node.refused(.unknownValue(key: "feature", value: name))
            }
            return Rule.Condition(feature: feature)
        }
        let all = try entry.strings("all")
        let any = try entry.strings("any")
        guard !(all.isEmpty && any.isEmpty) else { throw entry.node.refused(.missingKey("all")) }
        return Rule.Condition(all: all, any: any)
    }
}
