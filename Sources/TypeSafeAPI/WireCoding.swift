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
