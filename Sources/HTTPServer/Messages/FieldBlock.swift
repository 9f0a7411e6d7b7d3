package import HTTPTypes

/// The field lines of a message's head as they arrived, in one piece of memory. A value becomes a `String` when it is
/// read. So fields that nobody reads need no memory of their own.
package struct FieldBlock: Sendable, Equatable {
    /// The positions of a field's name and of its trimmed value in the head.
    struct Span: Sendable, Equatable {
        let nameStart: UInt32
        let nameLength: UInt32
        let valueStart: UInt32
        let valueLength: UInt32

        init(name: Slice<UnsafeRawBufferPointer>, value: Slice<UnsafeRawBufferPointer>) {
            nameStart = UInt32(name.startIndex)
            nameLength = UInt32(name.count)
            valueStart = UInt32(value.startIndex)
            valueLength = UInt32(value.count)
        }

        var name: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameLength) }
        var value: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueLength) }
    }

    private let bytes: [UInt8]
    private let spans: [Span]

    /// - Parameter bytes: a whole head. The spans are relative to its start.
    init(bytes: [UInt8], spans: [Span]) {
        self.bytes = bytes
        self.spans = spans
    }

    package var count: Int { spans.count }

    /// The value of a field. The values of several fields with this name are joined by commas (RFC 9110 §5.2).
    package subscript(name: HTTPField.Name) -> String? { value(named: name.canonicalName.utf8) }

    /// The `Host` field. `HTTPTypes` has no name for it, because its requests have the host as a pseudo-field.
    var host: String? { value(named: "host".utf8) }

    private func value(named lowercase: some Collection<UInt8>) -> String? {
        var found: String?
        bytes.withUnsafeBytes { bytes in
            for span in spans
            where Int(span.nameLength) == lowercase.count && bytes[span.name].equalsIgnoringCase(lowercase) {
                let value = String(decoding: bytes[span.value], as: UTF8.self)
                found = found.map { $0 + ", " + value } ?? value
            }
        }
        return found
    }
}
