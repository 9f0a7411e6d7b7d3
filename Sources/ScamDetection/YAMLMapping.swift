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

/// A file of the lexicon: lines of fields between tabs. Blank lines and `#` comments are left out.
struct TSVFile {
    struct Row {
        /// The number of the line in the file, from 1.
        var line: Int
        /// The whole line.
        var bytes: ArraySlice<UInt8>
        var fields: [ArraySlice<UInt8>]
    }

    let name: String
    let rows: [Row]

    /// - Parameter columns: the smallest number of fields of a line.
    init(_ name: String, in directory: URL, columns: Int) throws(RuleError) {
        self.name = name
        var rows: [Row] = []
        let lines = try Self.bytes(name, in: directory).split(
            separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            var fields: [ArraySlice<UInt8>] = []
            fields.reserveCapacity(columns + 1)
            var rest = line
            while let tab = rest.firstIndex(of: 0x09) {
                fields.append(rest[..<tab])
                rest = rest[(tab + 1)...]
            }
            fields.append(rest)
            guard fields.count >= columns else {
                throw RuleError(file: name, line: index + 1, reason: .malformedLine)
            }
            rows.append(Row(line: index + 1, bytes: line, fields: fields))
        }
        self.rows = rows
    }

    func malformed(_ row: Row) -> RuleError { RuleError(file: name, line: row.line, reason: .malformedLine) }

    /// The names of a folder's TSV files, in alphabetical order, as `folder/name`.
    static func names(in folder: String, of directory: URL) throws(RuleError) -> [String] {
        let path = directory.appendingPathComponent(folder).path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw RuleError(file: folder, line: nil, reason: .unreadable)
        }
        return names.filter { $0.hasSuffix(".tsv") }.sorted().map { "\(folder)/\($0)" }
    }

    static func bytes(_ name: String, in directory: URL) throws(RuleError) -> [UInt8] {
        guard let data = try? Data(contentsOf: directory.appendingPathComponent(name)) else {
            throw RuleError(file: name, line: nil, reason: .unreadable)
        }
        return [UInt8](data)
    }
}

extension ArraySlice<UInt8> {
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The parts between `|`, without blanks around them; empty parts are left out.
    var alternatives: some Sequence<ArraySlice<UInt8>> {
        sequence(state: self) { rest in
            while !rest.isEmpty {
                let part = rest.prefix { $0 != UInt8(ascii: "|") }
                rest = rest[part.endIndex...].dropFirst()
                let start = part.drop { $0 == 0x20 }
                if let last = start.lastIndex(where: { $0 != 0x20 }) { return start[...last] }
            }
            return nil
        }
    }
}
