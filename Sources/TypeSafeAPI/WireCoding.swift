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

    /// A new decoder. Decoders can't be shared between threads.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
