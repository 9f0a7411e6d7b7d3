import Foundation
package import Texts

/// Typed access for the readers of rule and lexicon files: whatever a file lacks becomes a `RuleError` with its place.
extension YAMLNode {
    static func contents(of url: URL, named file: String) throws(RuleError) -> YAMLNode {
        do throws(YAMLError) {
            return try YAMLNode(contentsOf: url, named: file)
        } catch {
            throw RuleError(error)
        }
    }

    func refused(_ reason: RuleError.Reason) -> RuleError {
        RuleError(file: file, line: line, reason: reason)
    }

    /// The entries of a mapping.
    /// - Parameter known: the keys that it may have; nil allows all keys.
    func mapping(keys known: [String]? = nil) throws(RuleError) -> YAMLMapping {
        guard let pairs = entries else { throw refused(.expected("mapping")) }
        var entries: [(key: String, value: YAMLNode)] = []
        entries.reserveCapacity(pairs.count)
        for pair in pairs {
            guard let name = pair.key.text else { throw pair.key.refused(.expected("text as key")) }
            if let known, !known.contains(name) { throw pair.key.refused(.unknownKey(name)) }
            entries.append((name, pair.value))
        }
        return YAMLMapping(node: self, entries: entries)
    }

    func sequence() throws(RuleError) -> [YAMLNode] {
        guard let elements else { throw refused(.expected("list")) }
        return elements
    }

    func string() throws(RuleError) -> String {
        guard let text else { throw refused(.expected("text")) }
        return text
    }

    func number() throws(RuleError) -> Double {
        guard let text, let number = Double(text), number.isFinite else { throw refused(.expected("number")) }
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

/// The entries of a mapping whose keys are texts, in the file's order.
struct YAMLMapping {
    let node: YAMLNode
    let entries: [(key: String, value: YAMLNode)]

    subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }

    func required(_ key: String) throws(RuleError) -> YAMLNode {
        guard let value = self[key] else { throw node.refused(.missingKey(key)) }
        return value
    }

    /// The texts under a key; empty if the key is absent.
    func strings(_ key: String) throws(RuleError) -> [Rule.Located<String>] {
        try self[key]?.strings() ?? []
    }
}

extension RuleError {
    package init(_ error: YAMLError) {
        let reason: Reason =
            switch error.reason {
            case .unreadable: .unreadable
            case .empty: .expected("mapping")
            case .malformed(let problem): .invalidYAML(problem)
            }
        self.init(file: error.file, line: error.line, reason: reason)
    }
}
