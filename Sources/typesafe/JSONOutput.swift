import Foundation
import TypeSafeAPI

/// JSON output of the command line, which may go to a terminal. Names become snake case, and equal values give equal bytes.
enum JSONOutput {
    static func text(_ value: some Encodable, isPretty: Bool = false) -> String {
        let encoder = WireCoding.encoder()
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.keyEncodingStrategy = .convertToSnakeCase
        // Encoding fails only for infinite numbers and NaN, which don't occur here.
        return (try? encoder.encode(value)).map(VisibleJSON.text) ?? "{}"
    }
}
