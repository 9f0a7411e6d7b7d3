import Foundation
import TypeSafeAPI

/// JSON output of this program. Equal values give equal bytes.
enum JSONOutput {
    static func text(_ value: some Encodable, isPretty: Bool = true) -> String {
        let encoder = WireCoding.encoder()
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.keyEncodingStrategy = .convertToSnakeCase
        // Encoding fails only for infinite numbers and NaN, which don't occur here.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
