import Foundation

/// A file of the lexicon: lines of fields between tabs. Blank lines and `#` comments are left out.
struct TSVFile {
    struct Row {
        /// Line of the file, from 1.
        var line: Int
        var fields: [Substring]
    }

    let name: String
    let rows: [Row]

    /// - Parameter columns: how many fields a line has at least.
    init(_ name: String, in directory: URL, columns: Int) throws(RuleError) {
        self.name = name
        let text = String(decoding: try Self.bytes(name, in: directory), as: UTF8.self)
        var rows: [Row] = []
        // By UTF-8, as splitting by characters takes ten times as long.
        for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let fields = line.split(separator: 0x09, omittingEmptySubsequences: false).map { Substring($0) }
            guard fields.count >= columns else {
                throw RuleError(file: name, line: index + 1, reason: .malformedLine)
            }
            rows.append(Row(line: index + 1, fields: fields))
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

extension Substring {
    /// The parts between `|`, without blanks around them; empty parts are left out.
    var alternatives: [Substring] {
        utf8.split(separator: UInt8(ascii: "|")).compactMap { part in
            let start = part.drop { $0 == 0x20 }
            guard let last = start.lastIndex(where: { $0 != 0x20 }) else { return nil }
            return Substring(start[...last])
        }
    }
}
