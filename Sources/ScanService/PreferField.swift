import HTTP1
import HTTPServer
import HTTPTypes

/// `Prefer` (RFC 7240), as far as it is honoured.
enum PreferField {
    static let respondAsync = "respond-async"

    static func asksForAsync(_ fields: FieldBlock) -> Bool {
        (fields[.prefer] ?? "").split(separator: ",").contains {
            ParameterizedValue(String($0)).value == respondAsync
        }
    }
}
