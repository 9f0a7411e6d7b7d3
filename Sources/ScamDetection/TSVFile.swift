import Foundation

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
