package import Foundation

/// The file ends too early or goes on, or it holds an impossible value.
package struct SnapshotError: Error, Equatable {
    package init() {}
}

/// Takes out of a file what a `SnapshotWriter` put into it. Nobody vouches for the file: every list has a checksum, all values are to be
/// checked, and memory is allocated for bytes that the file has, never for a length that is merely announced.
///
/// Lists are read straight into the arrays that go on to hold them. Copying them from one buffer took twice the time.
package struct SnapshotReader: ~Copyable {
    private let descriptor: Int32
    /// The number of bytes that the file has beyond what was read.
    private var rest: Int

    /// Opens a file.
    /// - Parameter isTrusted: whether a file with this status is to be read.
    /// - Throws: an error where it can't be opened, isn't a regular file, or isn't trusted.
    package init(_ path: String, where isTrusted: (stat) -> Bool) throws(SnapshotError) {
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SnapshotError() }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, isTrusted(status) else {
            close(descriptor)
            throw SnapshotError()
        }
        rest = Int(status.st_size)
    }

    deinit { close(descriptor) }

    package mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type = Number.self
    ) throws(SnapshotError) -> [Number] {
        var (count, sum): (UInt64, UInt64) = (0, 0)
        try withUnsafeMutableBytes(of: &count) { bytes throws(SnapshotError) in try fill(bytes) }
        try withUnsafeMutableBytes(of: &sum) { bytes throws(SnapshotError) in try fill(bytes) }
        let (size, isTooLarge) = count.multipliedReportingOverflow(by: UInt64(MemoryLayout<Number>.stride))
        guard !isTooLarge, size <= rest else { throw SnapshotError() }
        var isComplete = false
        let numbers = [Number](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(
                UnsafeMutableBufferPointer(rebasing: buffer.prefix(Int(count))))
            do throws(SnapshotError) {
                try fill(bytes)
                filled = Int(count)
                isComplete = Checksum.of(UnsafeRawBufferPointer(bytes)) == sum
            } catch {}
        }
        guard isComplete else { throw SnapshotError() }
        return numbers
    }

    package mutating func number(_ range: ClosedRange<Int>) throws(SnapshotError) -> Int {
        let numbers = try numbers(Int64.self)
        guard numbers.count == 1, range.contains(Int(numbers[0])) else { throw SnapshotError() }
        return Int(numbers[0])
    }

    /// Reads pieces of bytes, which share one piece of memory.
    package mutating func slices() throws(SnapshotError) -> [ArraySlice<UInt8>] {
        let lengths = try numbers(UInt32.self)
        let bytes = try numbers(UInt8.self)
        var slices: [ArraySlice<UInt8>] = []
        slices.reserveCapacity(lengths.count)
        var start = 0
        for length in lengths {
            guard length <= bytes.count - start else { throw SnapshotError() }
            slices.append(bytes[start..<start + Int(length)])
            start += Int(length)
        }
        guard start == bytes.count else { throw SnapshotError() }
        return slices
    }

    package mutating func texts() throws(SnapshotError) -> [String] {
        var texts: [String] = []
        for bytes in try slices() {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw SnapshotError() }
            texts.append(text)
        }
        return texts
    }

    package mutating func lists() throws(SnapshotError) -> [[String]] {
        let counts = try numbers(UInt32.self)
        var rest = try texts()[...]
        var lists: [[String]] = []
        lists.reserveCapacity(counts.count)
        for count in counts {
            guard count <= rest.count else { throw SnapshotError() }
            lists.append(Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        guard rest.isEmpty else { throw SnapshotError() }
        return lists
    }

    /// Throws an error if bytes follow the last list.
    package func finish() throws(SnapshotError) {
        guard rest == 0 else { throw SnapshotError() }
    }

    private mutating func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(SnapshotError) {
        guard bytes.count <= rest else { throw SnapshotError() }
        var filled = 0
        while filled < bytes.count {
            let count = read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SnapshotError() }
            filled += count
        }
        rest -= bytes.count
    }
}

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

/// A checksum against damage. It is no protection against forgery.
enum Checksum {
    private static let prime: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Four words of eight bytes are mixed side by side, which takes a tenth of the time of reading them from a file.
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var lanes = SIMD4<UInt64>(1, 2, 3, 4)
        let width = MemoryLayout<SIMD4<UInt64>>.size
        let end = bytes.count / width * width
        for offset in stride(from: 0, to: end, by: width) {
            lanes ^= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            lanes = lanes &* SIMD4(repeating: prime)
            lanes ^= lanes &>> 32
        }
        var sum = UInt64(bytes.count)
        for byte in bytes[end...] { sum = (sum ^ UInt64(byte)) &* prime }
        for lane in 0..<4 {
            sum = (sum ^ lanes[lane]) &* prime
            sum ^= sum >> 32
        }
        return sum
    }
}
