public import Foundation

/// The JSON form of the API's types: RFC 3339 times in UTC, and sorted keys.
public enum WireCoding {
    /// A new encoder. Encoders can't be shared between threads.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The bytes that `encoder()` makes of a value, in a fraction of its time, with what a terminal would obey escaped (`VisibleJSON`).
    /// - Throws: what the value's `encode(to:)` throws, and an error for numbers that are NaN or infinite.
    package static func bytes(_ value: some Encodable) throws -> [UInt8] { try WireEncoder.encode(value) }

    /// A new decoder. Decoders can't be shared between threads.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

/// Makes of a value the bytes that `VisibleJSON` makes of those of `WireCoding.encoder()`, in a fraction of the time: `JSONEncoder` builds a tree of
/// dictionaries first, while here each value goes straight into the bytes. What a value looks like is still said by its `Codable` alone.
///
/// Of Foundation's types only `Date` has a form of its own here, as `Data`, `URL` and `Decimal` aren't on the wire. A nested container must
/// be filled before its parent goes on.
struct WireEncoder: Encoder {
    /// The writer that all containers of a value share.
    fileprivate final class Output {
        var writer = WireWriter()
    }

    fileprivate let output: Output

    /// - Throws: what the value's `encode(to:)` throws, and an error for numbers that are NaN or infinite.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = WireEncoder(output: Output())
        try encoder.write(value)
        return encoder.output.writer.bytes
    }

    // The path would only serve the texts of errors, and no error of an encoder leaves the server.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(WireMembers(output: output, depth: output.writer.begin(.object)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        WireElements(output: output, depth: output.writer.begin(.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { WireValue(output: output) }

    fileprivate func write(_ value: some Encodable) throws {
        if try output.writer.write(scalar: value) { return }
        let start = output.writer.place
        try value.encode(to: self)
        output.writer.endValue(from: start)
    }
}

// The containers name the types that most values have, so that these need not be told from others.

/// The members of an object.
private struct WireMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: WireEncoder.Output
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        output.writer.beginMember(key.stringValue, at: depth)
        output.writer.writeNull()
    }

    func encode(_ value: String, forKey key: Key) {
        output.writer.beginMember(key.stringValue, at: depth)
        output.writer.write(value)
    }

    func encode(_ value: Bool, forKey key: Key) {
        output.writer.beginMember(key.stringValue, at: depth)
        output.writer.write(value)
    }

    func encode(_ value: Int, forKey key: Key) {
        output.writer.beginMember(key.stringValue, at: depth)
        output.writer.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        output.writer.beginMember(key.stringValue, at: depth)
        try output.writer.write(value)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder(at: key).write(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(at: key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(at: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        output.writer.beginMember("super", at: depth)
        return WireEncoder(output: output)
    }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(at: key) }

    private func encoder(at key: Key) -> WireEncoder {
        output.writer.beginMember(key.stringValue, at: depth)
        return WireEncoder(output: output)
    }
}

/// The elements of an array.
private struct WireElements: UnkeyedEncodingContainer {
    let output: WireEncoder.Output
    let depth: Int
    private(set) var count = 0

    init(output: WireEncoder.Output, depth: Int) {
        self.output = output
        self.depth = depth
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {
        begin()
        output.writer.writeNull()
    }

    mutating func encode(_ value: String) {
        begin()
        output.writer.write(value)
    }

    mutating func encode(_ value: some Encodable) throws { try next().write(value) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private mutating func begin() {
        output.writer.beginElement(at: depth)
        count += 1
    }

    private mutating func next() -> WireEncoder {
        begin()
        return WireEncoder(output: output)
    }
}

/// A value that is neither an object nor an array.
private struct WireValue: SingleValueEncodingContainer {
    let output: WireEncoder.Output

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { output.writer.writeNull() }

    func encode(_ value: String) { output.writer.write(value) }

    func encode(_ value: some Encodable) throws { try WireEncoder(output: output).write(value) }
}

/// Times as RFC 3339 writes them, in UTC. `Date.formatted` takes as long for one as all else that a short request needs.
package enum WireTime {
    /// Seconds since 1970, up to the end of 9999. Other times are left to Foundation.
    private static let common = 0.0..<253_402_300_800

    /// Appends a time to the second and without its zone, like `2026-11-23T09:05:03`.
    package static func append(_ time: Date, to bytes: inout [UInt8]) {
        let since = time.timeIntervalSince1970
        guard common.contains(since) else {
            bytes.append(contentsOf: time.formatted(.iso8601).utf8.dropLast())
            return
        }
        let (day, second) = Int(since).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: day)
        append(date.year, digits: 4, to: &bytes)
        append("-", date.month, to: &bytes)
        append("-", date.day, to: &bytes)
        append("T", second / 3_600, to: &bytes)
        append(":", second / 60 % 60, to: &bytes)
        append(":", second % 60, to: &bytes)
    }

    /// Appends the milliseconds of a time's second, rounded down, like `.041`.
    package static func appendMilliseconds(_ time: Date, to bytes: inout [UInt8]) {
        let since = time.timeIntervalSince1970
        bytes.append(UInt8(ascii: "."))
        append(Int((since - since.rounded(.down)) * 1_000), digits: 3, to: &bytes)
    }

    private static func append(_ sign: Unicode.Scalar, _ number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: sign))
        append(number, digits: 2, to: &bytes)
    }

    private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
        var scale = 1
        for _ in 1..<digits { scale *= 10 }
        while scale > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
            scale /= 10
        }
    }
}

/// A day of the Gregorian calendar.
private struct CivilDate {
    let year, month, day: Int

    /// Counts in years that begin in March, so that the day that some years have more is a year's last one (Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
    /// - Parameter days: at least 0.
    init(daysSince1970 days: Int) {
        // Days since 1 March of the year 0; an era is 400 years.
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }
}

/// JSON that can be shown on a terminal: what a terminal would obey instead of showing is escaped. The value stays the same.
package enum VisibleJSON {
    package static func text(_ json: Data) -> String {
        var scalars = String.UnicodeScalarView()
        // None of these characters stands outside of strings, where an escape would be an error.
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if isObeyed(scalar) {
                scalars.append(contentsOf: escape(scalar.value).unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The escape of a character below U+10000, such as `\u202e`.
    static func escape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Whether a byte may begin such a character in UTF-8.
    static func mayBeginObeyed(_ byte: UInt8) -> Bool {
        byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    /// Whether the character moves the cursor, begins a sequence of commands, or turns the direction of what follows. Those below
    /// U+0020 are escaped in any JSON, but for the line breaks between values.
    package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
