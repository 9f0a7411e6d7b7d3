import Foundation

/// The lines of a lexicon file, without `#` comments and blank ones.
struct LineFile {
    struct Line {
        var number: Int
        var fields: [Substring]
    }

    let name: String
    let lines: [Line]

    /// - Parameter columns: how many tab-separated fields a line has at least.
    init(_ name: String, in directory: URL, columns: Int) throws(RuleError) {
        self.name = name
        let bytes = try Self.bytes(name, in: directory)
        var lines: [Line] = []
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.hasSuffix("\r") ? line.dropLast() : line
            if line.isEmpty || line.hasPrefix("#") { continue }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= columns else {
                throw RuleError(file: name, line: index + 1, reason: .malformedLine)
            }
            lines.append(Line(number: index + 1, fields: fields))
        }
        self.lines = lines
    }

    static func bytes(_ name: String, in directory: URL) throws(RuleError) -> [UInt8] {
        guard let data = try? Data(contentsOf: directory.appendingPathComponent(name)) else {
            throw RuleError(file: name, line: nil, reason: .unreadable)
        }
        return [UInt8](data)
    }
}
