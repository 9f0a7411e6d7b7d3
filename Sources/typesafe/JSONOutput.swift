import Foundation

/// How this program writes JSON: the same bytes for the same values.
enum JSONOutput {
    static func text(_ value: some Encodable, isPretty: Bool = true) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.keyEncodingStrategy = .convertToSnakeCase
        // Only numbers that aren't finite can't be written, and none is made.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
