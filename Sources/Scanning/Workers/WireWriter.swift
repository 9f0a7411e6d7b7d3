/// Puts values into a message: integers with the lowest byte first, strings and lists after their length.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

    mutating func raw(_ values: [UInt8]) { bytes += values }

    mutating func integer(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func integer(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number from 0 to 2³² − 1. No size or length in a message is larger.
    mutating func count(_ value: Int) { integer(UInt32(clamping: value)) }

    mutating func double(_ value: Double) { integer(value.bitPattern) }

    /// Writes a duration from 0 to 2³² seconds, as a number of nanoseconds.
    mutating func duration(_ value: Duration) {
        let (seconds, attoseconds) = value.components
        integer(
            UInt64(clamping: min(seconds, 1 << 32)) * 1_000_000_000
                + UInt64(clamping: attoseconds / 1_000_000_000))
    }

    mutating func string(_ value: String) {
        count(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    mutating func strings(_ values: [String]) {
        count(values.count)
        for value in values { string(value) }
    }
}
