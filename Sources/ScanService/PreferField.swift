import HTTP1
import HTTPServer

/// The one preference of the `Prefer` field (RFC 7240) that the server follows: `respond-async`.
enum PreferField {
    static let respondAsync = "respond-async"

    static func asksForAsync(_ fields: FieldBlock) -> Bool {
        (fields[.prefer] ?? "").split(separator: ",").contains {
            ParameterizedValue(String($0)).value == respondAsync
        }
    }
}
