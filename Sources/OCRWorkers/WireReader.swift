/// Bytes that are no message: cut off, too long, or with values that can't be.
struct WireError: Error, Equatable {}

/// Takes a message's values out of bytes that may come from a reader that a picture has taken over: nothing is believed,
/// and nothing announced is allocated before it is there.
struct WireReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() throws(WireError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw WireError() }
        return byte
    }

    mutating func integer32() throws(WireError) -> UInt32 { UInt32(truncatingIfNeeded: try unsigned(4)) }

    mutating func integer64() throws(WireError) -> UInt64 { try unsigned(8) }

    /// Any number that fits.
    mutating func natural() throws(WireError) -> Int {
        guard let value = Int(exactly: try unsigned(8)) else { throw WireError() }
        return value
    }

    mutating func count(_ range: ClosedRange<Int>) throws(WireError) -> Int {
        let value = Int(try unsigned(4))
        guard range.contains(value) else { throw WireError() }
        return value
    }

    mutating func double(_ range: ClosedRange<Double>) throws(WireError) -> Double {
        let value = Double(bitPattern: try unsigned(8))
        // Nothing contains NaN.
        guard range.contains(value) else { throw WireError() }
        return value
    }

    mutating func duration(upTo limit: Duration) throws(WireError) -> Duration {
        let value = Duration.nanoseconds(Int64(clamping: try unsigned(8)))
        guard value <= limit else { throw WireError() }
        return value
    }

    mutating func raw(_ count: Int) throws(WireError) -> [UInt8] {
        let bytes = rest.prefix(count)
        guard bytes.count == count else { throw WireError() }
        rest = rest.dropFirst(count)
        return Array(bytes)
    }

    mutating func string(upTo limit: Int) throws(WireError) -> String {
        let count = try count(0...limit)
        let bytes = rest.prefix(count)
        guard bytes.count == count, let string = String(validating: bytes, as: UTF8.self) else {
            throw WireError()
        }
        rest = rest.dropFirst(count)
        return string
    }

    mutating func strings(upTo limit: Int, each length: Int) throws(WireError) -> [String] {
        let count = try count(0...limit)
        var strings: [String] = []
        for _ in 0..<count { strings.append(try string(upTo: length)) }
        return strings
    }

    /// Nothing may follow the last value.
    func finish() throws(WireError) {
        guard rest.isEmpty else { throw WireError() }
    }

    private mutating func unsigned(_ width: Int) throws(WireError) -> UInt64 {
        let bytes = rest.prefix(width)
        guard bytes.count == width else { throw WireError() }
        rest = rest.dropFirst(width)
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
