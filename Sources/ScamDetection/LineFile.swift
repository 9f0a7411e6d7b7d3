import Foundation

/// The lines of a lexicon file, without `#` comments and blank ones. Fields are places in its bytes, as thousands of
/// small strings take longer to make than to read.
struct LineFile {
    struct Line {
        var number: Int
        var range: Range<Int>
    }

    let name: String
    let bytes: [UInt8]
    let lines: [Line]

    /// - Parameter columns: how many tab-separated fields a line has at least.
    init(_ name: String, in directory: URL, columns: Int) throws(RuleError) {
        self.name = name
        bytes = try Self.bytes(name, in: directory)
        var lines: [Line] = []
        lines.reserveCapacity(bytes.count / 50)
        var number = 0
        var start = 0
        while start < bytes.count {
            var end = start
            var tabs = 0
            while end < bytes.count, bytes[end] != 0x0A {
                tabs += bytes[end] == 0x09 ? 1 : 0
                end += 1
            }
            number += 1
            let isReturned = end > start && bytes[end - 1] == 0x0D
            let line = Line(number: number, range: start..<(isReturned ? end - 1 : end))
            start = end + 1
            if line.range.isEmpty || bytes[line.range.lowerBound] == UInt8(ascii: "#") { continue }
            guard tabs + 1 >= columns else {
                throw RuleError(file: name, line: number, reason: .malformedLine)
            }
            lines.append(line)
        }
        self.lines = lines
    }

    func malformed(_ line: Line) -> RuleError {
        RuleError(file: name, line: line.number, reason: .malformedLine)
    }

    /// The places between a line's tabs.
    /// - Parameter offset: where the file's bytes begin in the ones that the places are meant for.
    func fields(of line: Line, offset: Int = 0) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        fields.reserveCapacity(6)
        var start = line.range.lowerBound
        for index in line.range where bytes[index] == 0x09 {
            fields.append((start + offset)..<(index + offset))
            start = index + 1
        }
        fields.append((start + offset)..<(line.range.upperBound + offset))
        return fields
    }

    func text(_ field: Range<Int>) -> String { String(decoding: bytes[field], as: UTF8.self) }

    /// The parts of a field between `|`, without blanks around them; empty ones are passed over.
    static func parts(of field: Range<Int>, in bytes: [UInt8]) -> Parts { Parts(bytes: bytes, rest: field) }

    struct Parts: Sequence, IteratorProtocol {
        let bytes: [UInt8]
        var rest: Range<Int>

        mutating func next() -> Range<Int>? {
            while !rest.isEmpty {
                var end = rest.lowerBound
                while end < rest.upperBound, bytes[end] != UInt8(ascii: "|") { end += 1 }
                var part = rest.lowerBound..<end
                rest = Swift.min(end + 1, rest.upperBound)..<rest.upperBound
                while let first = part.first, bytes[first] == 0x20 { part.removeFirst() }
                while let last = part.last, bytes[last] == 0x20 { part.removeLast() }
                if !part.isEmpty { return part }
            }
            return nil
        }
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
