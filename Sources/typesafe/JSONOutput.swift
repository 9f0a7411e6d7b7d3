import Foundation
import TypeSafeAPI

/// JSON as this program prints it: equal values give equal bytes.
enum JSONOutput {
    static func text(_ value: some Encodable, isPretty: Bool = true) -> String {
        let encoder = WireCoding.encoder()
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.keyEncodingStrategy = .convertToSnakeCase
        // Encoding fails for infinite numbers only, which don't occur.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
