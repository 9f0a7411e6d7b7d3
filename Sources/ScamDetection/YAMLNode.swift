import Foundation

/// A node of a YAML file that knows its place, for errors that do too.
struct YAMLNode {
    let file: String
    /// From 1.
    let line: Int?
    let content: Content

    enum Content {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    struct Entry {
        var key: YAMLNode
        var value: YAMLNode
    }

    static func contents(of url: URL, named file: String) throws(RuleError) -> YAMLNode {
        guard let data = try? Data(contentsOf: url) else {
            throw RuleError(file: file, line: nil, reason: .unreadable)
        }
        return try YAMLComposer.node([UInt8](data), file: file)
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
