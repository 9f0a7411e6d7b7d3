import Foundation

/// The lines of a lexicon file, without `#` comments and blank ones.
struct LineFile {
    struct Line {
        var number: Int
        var fields: [ArraySlice<UInt8>]

        func text(_ field: Int) -> String { String(decoding: fields[field], as: UTF8.self) }

        /// The parts of a field between `|`, without blanks around them.
        func list(_ field: Int) -> [ArraySlice<UInt8>] {
            fields[field].split(separator: UInt8(ascii: "|")).map(Self.trimmed).filter { !$0.isEmpty }
        }

        private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            var rest = bytes
            while rest.first == 0x20 { rest.removeFirst() }
            while rest.last == 0x20 { rest.removeLast() }
            return rest
        }
    }

    let name: String
    let lines: [Line]

    /// - Parameter columns: how many tab-separated fields a line has at least.
    init(_ name: String, in directory: URL, columns: Int) throws(RuleError) {
        self.name = name
        let bytes = try Self.bytes(name, in: directory)
        var lines: [Line] = []
        lines.reserveCapacity(bytes.count / 50)
        var number = 0
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            var line = bytes[start..<end]
            start = end + 1
            number += 1
            if line.last == 0x0D { line.removeLast() }
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
            guard fields.count >= columns else {
                throw RuleError(file: name, line: number, reason: .malformedLine)
            }
            lines.append(Line(number: number, fields: fields))
        }
        self.lines = lines
    }

    /// The names of a folder's files with an ending, in alphabetical order, as `folder/name`.
    static func names(in folder: String, of directory: URL, ending: String) throws(RuleError) -> [String] {
        let path = directory.appendingPathComponent(folder).path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw RuleError(file: folder, line: nil, reason: .unreadable)
        }
        return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    static func bytes(_ name: String, in directory: URL) throws(RuleError) -> [UInt8] {
        guard let data = try? Data(contentsOf: directory.appendingPathComponent(name)) else {
            throw RuleError(file: name, line: nil, reason: .unreadable)
        }
        return [UInt8](data)
    }
}
