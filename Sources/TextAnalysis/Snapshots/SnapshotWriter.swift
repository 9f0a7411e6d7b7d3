/// Collects what a snapshot holds, for `SnapshotReader`: lists of numbers in the machine's own order of bytes.
package struct SnapshotWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Writes the count and a checksum before the numbers.
    package mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ values: [Number]) {
        values.withUnsafeBytes { content in
            for number in [UInt64(values.count), Checksum.of(content)] {
                withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
            }
            bytes.append(contentsOf: content)
        }
    }

    package mutating func number(_ value: Int) { numbers([Int64(value)]) }

    /// Writes pieces of bytes: the length of each, and then all of them.
    package mutating func slices(_ slices: [ArraySlice<UInt8>]) {
        numbers(slices.map { UInt32($0.count) })
        numbers(Array(slices.joined()))
    }

    package mutating func texts(_ texts: some Collection<String>) {
        slices(texts.map { Array($0.utf8)[...] })
    }

    package mutating func lists(_ lists: [[String]]) {
        numbers(lists.map { UInt32($0.count) })
        texts(lists.flatMap(\.self))
    }
}
