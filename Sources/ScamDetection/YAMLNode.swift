import Foundation
import Yams

/// A node of a YAML file that knows its place, for errors that do too.
struct YAMLNode {
    let file: String
    /// From 1.
    let line: Int?
    private let content: Content

    private enum Content {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    private struct Entry {
        var key: YAMLNode
        var value: YAMLNode
    }

    init(contentsOf url: URL, named file: String) throws(RuleError) {
        guard let data = try? Data(contentsOf: url) else {
            throw RuleError(file: file, line: nil, reason: .unreadable)
        }
        try self.init(yaml: String(decoding: data, as: UTF8.self), named: file)
    }

    init(yaml: String, named file: String) throws(RuleError) {
        let parser: Yams.Parser
        let root: Node?
        do {
            // Without rules, as those that guess at types are regular expressions, run on every key.
            parser = try Yams.Parser(yaml: yaml, resolver: .basic, encoding: .utf8)
            root = try parser.singleRoot()
        } catch {
            throw Self.invalid(error, file)
        }
        guard let root else { throw RuleError(file: file, line: nil, reason: .expected("mapping")) }
        // Nodes don't keep their anchors alive, the parser does.
        self = try withExtendedLifetime(parser) { () throws(RuleError) in try Self(root, file) }
    }

    /// Copies the library's nodes, as those are slow to handle.
    private init(_ node: Node, _ file: String) throws(RuleError) {
        self.file = file
        line = node.mark?.line
        let anchor: Anchor?
        switch node {
        case .scalar(let scalar):
            anchor = scalar.anchor
            content = .scalar(scalar.string)
        case .sequence(let sequence):
            anchor = sequence.anchor
            var nodes: [YAMLNode] = []
            nodes.reserveCapacity(sequence.count)
            for element in sequence { nodes.append(try YAMLNode(element, file)) }
            content = .sequence(nodes)
        case .mapping(let mapping):
            anchor = mapping.anchor
            var entries: [Entry] = []
            entries.reserveCapacity(mapping.count)
            for (key, value) in mapping {
                entries.append(Entry(key: try YAMLNode(key, file), value: try YAMLNode(value, file)))
            }
            content = .mapping(entries)
        case .alias(let alias):
            anchor = alias.anchor
            content = .sequence([])
        }
        // A few lines of aliases to aliases would stand for any number of nodes.
        guard anchor == nil else { throw refused(.invalidYAML("anchors and aliases aren't taken")) }
    }

    private static func invalid(_ error: any Error, _ file: String) -> RuleError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return RuleError(file: file, line: mark.line, reason: .invalidYAML(problem))
        case .reader(let problem, let offset, _, let yaml):
            let before = yaml.utf8.prefix(offset ?? 0)
            return RuleError(
                file: file, line: 1 + before.count { $0 == 0x0A }, reason: .invalidYAML(problem))
        case .duplicatedKeysInMapping(let duplicates, let context):
            return RuleError(
                file: file, line: context.mark.line,
                reason: .invalidYAML("duplicate key \(duplicates.first ?? "")"))
        default:
            return RuleError(file: file, line: nil, reason: .invalidYAML("not readable as YAML"))
        }
    }

    func refused(_ reason: RuleError.Reason) -> RuleError {
        RuleError(file: file, line: line, reason: reason)
    }

    /// The entries of a mapping whose keys must all be known; nil allows any.
    func mapping(keys known: Set<String>? = nil) throws(RuleError) -> YAMLMapping {
        guard case .mapping(let pairs) = content else { throw refused(.expected("mapping")) }
        var entries: [(key: String, value: YAMLNode)] = []
        entries.reserveCapacity(pairs.count)
        for pair in pairs {
            guard case .scalar(let name) = pair.key.content else {
                throw pair.key.refused(.expected("text as key"))
            }
            if let known, !known.contains(name) { throw pair.key.refused(.unknownKey(name)) }
            entries.append((name, pair.value))
        }
        return YAMLMapping(node: self, entries: entries)
    }

    func sequence() throws(RuleError) -> [YAMLNode] {
        guard case .sequence(let nodes) = content else { throw refused(.expected("list")) }
        return nodes
    }

    func string() throws(RuleError) -> String {
        guard case .scalar(let string) = content else { throw refused(.expected("text")) }
        return string
    }

    func number() throws(RuleError) -> Double {
        guard case .scalar(let text) = content, let number = Double(text), number.isFinite else {
            throw refused(.expected("number"))
        }
        return number
    }

    func strings() throws(RuleError) -> [Rule.Located<String>] {
        var result: [Rule.Located<String>] = []
        for element in try sequence() {
            result.append(Rule.Located(value: try element.string(), line: element.line))
        }
        return result
    }
}

/// A mapping in its file's order.
struct YAMLMapping {
    let node: YAMLNode
    let entries: [(key: String, value: YAMLNode)]

    subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }

    func required(_ key: String) throws(RuleError) -> YAMLNode {
        guard let value = self[key] else { throw node.refused(.missingKey(key)) }
        return value
    }

    /// Empty where the key is absent.
    func strings(_ key: String) throws(RuleError) -> [Rule.Located<String>] {
        guard let value = self[key] else { return [] }
        return try value.strings()
    }
}
