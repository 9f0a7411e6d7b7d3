/// The message is cut off or too long, or it holds an impossible value.
struct WireError: Error, Equatable {}

/// Takes values out of a message that may come from a worker that an image has taken over. Every value is checked, and memory is
/// allocated for bytes that have arrived, never for a length that is merely announced.
struct WireReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() throws(WireError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw WireError() }
        return byte
    }

    /// Reads a byte that is 0 or 1.
    mutating func flag() throws(WireError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw WireError()
        }
    }

    mutating func integer32() throws(WireError) -> UInt32 { UInt32(truncatingIfNeeded: try unsigned(4)) }

    mutating func integer64() throws(WireError) -> UInt64 { try unsigned(8) }

    /// Reads a number from 0 to `Int.max`.
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
        // NaN lies in no range, so it is refused too.
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

    /// Throws an error if bytes follow the last value.
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
