package import Foundation
package import TextAnalysis
import Texts

/// Reads the files of concepts, and makes the checks that need only one rule at a time.
package enum RuleFileReader {
    /// The largest number of characters of a title, so that two of them make a short explanation.
    static let maximumTitle = 60
    /// The smallest number of examples that match, in each language. A single one may match by accident.
    static let fewestExamples = 2
    /// Stands for a language where examples have no words of one.
    static let anyLanguage = "any"

    /// The numbers of turns that `within` and `opening` may have.
    private static let numbersOfTurns = 1...99

    private static let ruleKeys = [
        "id", "reason", "title", "description", "category", "weight", "unseen", "patterns", "unless",
        "feature",
        "all", "any", "none", "later", "within", "opening", "in", "references", "examples", "no_match",
    ]

    /// Reads all rules of a folder, in the order of file names and lines.
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
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            throw RuleError(file: "", line: nil, reason: .unreadable)
        }
        let files = names.filter {
            $0.hasSuffix(".yaml") && !$0.hasPrefix(".")
                && ![ScoringSettings.fileName, PatternSets.fileName].contains($0)
        }
        let known = Known(
            types: types, languages: languages,
            sets: names.contains(PatternSets.fileName) ? try PatternSets(directory: directory) : PatternSets()
        )
        var rules: [Rule] = []
        var seen: Set<String> = []
        for file in read(files.sorted(), in: directory, known) {
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

    /// What names in rules may refer to.
    private struct Known: Sendable {
        let types: Set<ScamType>
        let languages: Languages
        let sets: PatternSets
    }

    private struct FileContents: Sendable {
        var rules: [Rule] = []
        var problems: [RuleError] = []
    }

    /// Reads the rules of each file, in the order of `files`. All cores are used.
    private static func read(
        _ files: [String], in directory: URL, _ known: Known
    ) -> [FileContents] {
        files.concurrentMap { name in
            var file = FileContents()
            do throws(RuleError) {
                let url = directory.appendingPathComponent(name)
                file.rules = try rules(
                    YAMLNode.contents(of: url, named: name), known, problems: &file.problems)
            } catch {
                file.problems.append(error)
            }
            return file
        }
    }

    static func rules(
        _ file: YAMLNode, types: Set<ScamType>, languages: Languages
    ) throws(RuleError) -> [Rule] {
        var problems: [RuleError] = []
        let known = Known(types: types, languages: languages, sets: PatternSets())
        let rules = try rules(file, known, problems: &problems)
        if let first = problems.first { throw first }
        return rules
    }

    /// The rules of one file that have no problem of their own. Problems of the others are added to `problems`.
    private static func rules(
        _ file: YAMLNode, _ known: Known, problems: inout [RuleError]
    ) throws(RuleError) -> [Rule] {
        let root = try file.mapping(keys: ["concept", "rules"])
        _ = try root.required("concept").string()
        var rules: [Rule] = []
        for node in try root.required("rules").sequence() {
            do throws(RuleError) {
                rules.append(try rule(node, known))
            } catch {
                problems.append(error)
            }
        }
        return rules
    }

    private static func rule(_ node: YAMLNode, _ known: Known) throws(RuleError) -> Rule {
        let entry = try node.mapping(keys: ruleKeys)
        let idNode = try entry.required("id")
        let id = try idNode.string()
        guard let group = group(of: id) else { throw idNode.refused(.malformedID(id)) }
        // Descriptions and references are only for people who read the file.
        _ = try entry.required("description").string()
        _ = try entry.strings("references")
        var rule = Rule(
            id: id, reason: try reason(entry), group: group,
            scamType: try scamType(entry["category"], known.types),
            weight: try weight(entry.required("weight"), group), examples: [], file: node.file,
            line: node.line, condition: try condition(entry, known))
        guard rule.reason != nil || rule.weight == 0 else { throw entry.node.refused(.missingKey("reason")) }
        rule.isUnseen = try flag("unseen", entry)
        rule.later = try later(entry, rule)
        rule.within = try turns("within", entry, rule)
        rule.opening = try turns("opening", entry, rule)
        rule.none = try entry.strings("none")
        rule.isAboutReplies = try isAboutReplies(entry, rule)
        rule.examples = try examples(entry, rule, known.languages)
        return rule
    }

    /// The examples, of which each language that has patterns, or else the rule, has enough.
    private static func examples(
        _ entry: YAMLMapping, _ rule: Rule, _ languages: Languages
    ) throws(RuleError) -> [Rule.Example] {
        let node = try entry.required("examples")
        var examples: [Rule.Example] = []
        for (key, matches) in [("examples", true), ("no_match", false)] {
            guard let texts = entry[key] else { continue }
            for (name, list) in try texts.mapping().entries {
                let language = try name == anyLanguage ? nil : language(name, list, languages)
                examples += try list.strings().map {
                    Rule.Example(language: language, text: $0, matches: matches)
                }
            }
        }
        let matching = examples.filter(\.matches)
        let counts =
            rule.languages.isEmpty
            ? [matching.count] : rule.languages.map { one in matching.count { $0.language == one } }
        guard counts.allSatisfy({ $0 >= fewestExamples }) else { throw node.refused(.tooFewExamples) }
        return examples
    }

    /// The group that a rule's id begins with; nil where what follows is no name.
    private static func group(of id: String) -> RuleGroup? {
        guard let dot = id.firstIndex(of: "."), let group = RuleGroup(rawValue: String(id[..<dot])),
            group != .words
        else { return nil }
        let name = id.utf8.dropFirst(group.rawValue.utf8.count + 1)
        let isName =
            !name.isEmpty
            && name.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
        return isName ? group : nil
    }

    private static func language(
        _ name: String, _ node: YAMLNode, _ languages: Languages
    ) throws(RuleError) -> Language {
        let language = Language(name)
        guard languages.contains(language) else {
            throw node.refused(.unknownValue(key: "language", value: name))
        }
        return language
    }

    /// What people are told: a reason's key, or a title of the author's own, which is said as it is in every language.
    private static func reason(_ entry: YAMLMapping) throws(RuleError) -> Sentence? {
        if let key = try entry["reason"]?.string() { return Sentence(.reasons, key: key) }
        guard let node = entry["title"] else { return nil }
        let title = try node.string()
        guard title.count <= maximumTitle else { throw node.refused(.titleTooLong(limit: maximumTitle)) }
        return Sentence(verbatim: title)
    }

    private static func scamType(_ node: YAMLNode?, _ types: Set<ScamType>) throws(RuleError) -> ScamType? {
        guard let node else { return nil }
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

    private static func flag(_ key: String, _ entry: YAMLMapping) throws(RuleError) -> Bool {
        guard let node = entry[key] else { return false }
        guard try node.string() == "true" else { throw node.refused(.expected("true")) }
        return true
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

    private static func isAboutReplies(_ entry: YAMLMapping, _ rule: Rule) throws(RuleError) -> Bool {
        guard let node = entry["in"] else { return false }
        let place = try node.string()
        guard place == "replies" else { throw node.refused(.unknownValue(key: "in", value: place)) }
        guard !rule.languages.isEmpty else { throw node.refused(.expected("patterns beside it")) }
        guard rule.weight == 0 else { throw node.refused(.weightOutOfRange(rule.weight)) }
        return true
    }

    private static func condition(
        _ entry: YAMLMapping, _ known: Known
    ) throws(RuleError) -> Rule.Condition {
        let isComposite = ["all", "any"].contains { entry[$0] != nil }
        let kinds = [entry["patterns"] != nil, entry["feature"] != nil, isComposite]
        guard kinds.filter(\.self).count == 1 else { throw entry.node.refused(.notExactlyOneKind) }
        if entry["patterns"] == nil, let unless = entry["unless"] {
            throw unless.refused(.unlessWithoutPatterns)
        }
        if !isComposite, let none = entry["none"] { throw none.refused(.expected("all or any beside it")) }
        if let patterns = entry["patterns"] {
            return Rule.Condition(wordings: try wordings(patterns, unless: entry["unless"], known))
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

    private static func wordings(
        _ patterns: YAMLNode, unless: YAMLNode?, _ known: Known
    ) throws(RuleError) -> [Rule.Wording] {
        var wordings: [Rule.Wording] = []
        for (name, node) in try patterns.mapping().entries {
            let language = try language(name, node, known.languages)
            let sources = try known.sets.expanded(node, in: language)
            guard !sources.isEmpty else { throw node.refused(.expected("at least one pattern")) }
            wordings.append(
                Rule.Wording(language: language, patterns: sources, unless: []))
        }
        guard !wordings.isEmpty else { throw patterns.refused(.expected("at least one pattern")) }
        for (name, node) in try unless?.mapping().entries ?? [] {
            guard let number = wordings.firstIndex(where: { $0.language.code == name }) else {
                throw node.refused(.unlessWithoutPatterns)
            }
            wordings[number].unless = try known.sets.expanded(node, in: wordings[number].language)
        }
        return wordings
    }
}
