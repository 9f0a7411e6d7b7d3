/// Traditional Chinese characters and the simplified ones that patterns are written in.
package struct HanVariants: Sendable {
    /// Simplified characters by the traditional ones' distance from `first`; 0 where a character stays. If the table is empty,
    /// all characters stay.
    private var simplified: [UInt16] = []

    /// The first character of the table, which covers the blocks of Han characters in Unicode's basic plane.
    private static let first: UInt32 = 0x3400
    private static let last: UInt32 = 0x9FFF

    package init() {}

    /// Reads lines of a traditional character, a tab and a simplified one. `#` starts a comment line; lines of any other form are
    /// passed over.
    package init(tsv: some Sequence<UInt8>) {
        simplified = Array(repeating: 0, count: Int(Self.last - Self.first) + 1)
        var line: [UInt32] = []
        for scalar in String(decoding: Array(tsv), as: UTF8.self).unicodeScalars {
            guard scalar == "\n" else {
                if line.count < 4 { line.append(scalar.value) }
                continue
            }
            if line.count == 3, line[1] == "\t", Self.first...Self.last ~= line[0],
                let to = UInt16(exactly: line[2])
            {
                simplified[Int(line[0] - Self.first)] = to
            }
            line.removeAll(keepingCapacity: true)
        }
    }

    package func write(to writer: inout SnapshotWriter) { writer.numbers(simplified) }

    package init(from reader: inout SnapshotReader) throws(SnapshotError) {
        simplified = try reader.numbers()
        guard simplified.isEmpty || simplified.count == Int(Self.last - Self.first) + 1,
            simplified.allSatisfy({ Unicode.Scalar($0) != nil })
        else { throw SnapshotError() }
    }

    /// Returns the simplified character, or the character itself where none is known.
    func simplified(_ scalar: UInt32) -> UInt32 {
        guard scalar >= Self.first, scalar <= Self.last, !simplified.isEmpty else { return scalar }
        let simple = simplified[Int(scalar - Self.first)]
        return simple == 0 ? scalar : UInt32(simple)
    }
}
