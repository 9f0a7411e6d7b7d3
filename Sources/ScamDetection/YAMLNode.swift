import Foundation
import Yams

/// A node of a YAML file that knows its place, for errors that do too.
struct YAMLNode {
    let file: String
    let node: Node

    init(contentsOf url: URL, named file: String) throws(RuleError) {
        guard let data = try? Data(contentsOf: url) else {
            throw RuleError(file: file, line: nil, reason: .unreadable)
        }
        let root: Node?
        do {
            // Without rules, as those that guess at types are regular expressions, run on every key.
            let parser = try Yams.Parser(
                yaml: String(decoding: data, as: UTF8.self), resolver: .basic, encoding: .utf8)
            root = try parser.singleRoot()
        } catch {
            throw Self.invalid(error, file)
        }
        guard let root else { throw RuleError(file: file, line: nil, reason: .expected("mapping")) }
        self.init(file: file, node: root)
    }

    private init(file: String, node: Node) {
        self.file = file
        self.node = node
    }

    private static func invalid(_ error: any Error, _ file: String) -> RuleError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            RuleError(file: file, line: mark.line, reason: .invalidYAML(problem))
        case .duplicatedKeysInMapping(let duplicates, let context):
            RuleError(
                file: file, line: context.mark.line,
                reason: .invalidYAML("duplicate key \(duplicates.first ?? "")"))
        default:
            RuleError(file: file, line: nil, reason: .invalidYAML("not readable as YAML"))
        }
    }

    var line: Int? { node.mark?.line }

    func refused(_ reason: RuleError.Reason) -> RuleError {
        RuleError(file: file, line: line, reason: reason)
    }

    /// The entries of a mapping whose keys must all be known; nil allows any.
    func mapping(keys known: Set<String>? = nil) throws(RuleError) -> YAMLMapping {
        guard let mapping = node.mapping else { throw refused(.expected("mapping")) }
        var entries: [(key: String, value: YAMLNode)] = []
        for (key, value) in mapping {
            let keyNode = YAMLNode(file: file, node: key)
            guard let name = key.string else { throw keyNode.refused(.expected("text as key")) }
            if let known, !known.contains(name) { throw keyNode.refused(.unknownKey(name)) }
            entries.append((name, YAMLNode(file: file, node: value)))
        }
        return YAMLMapping(node: self, entries: entries)
    }

    func sequence() throws(RuleError) -> [YAMLNode] {
        guard let sequence = node.sequence else { throw refused(.expected("list")) }
        return sequence.map { YAMLNode(file: file, node: $0) }
    }

    func string() throws(RuleError) -> String {
        guard let string = node.scalar?.string else { throw refused(.expected("text")) }
        return string
    }

    func number() throws(RuleError) -> Double {
        guard let text = node.scalar?.string, let number = Double(text) else {
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
