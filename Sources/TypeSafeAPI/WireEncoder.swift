import Foundation

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
