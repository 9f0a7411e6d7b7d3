import HTTP1
import HTTPTypes

/// `Prefer` (RFC 7240), as far as it is honoured.
enum PreferField {
    // The names are valid tokens, so the alternatives are never taken.
    static let name = HTTPField.Name("Prefer") ?? .date
    static let applied = HTTPField.Name("Preference-Applied") ?? .date
    static let respondAsync = "respond-async"

    static func asksForAsync(_ fields: FieldBlock) -> Bool {
        (fields[name] ?? "").split(separator: ",").contains {
            ParameterizedValue(String($0)).value == respondAsync
        }
    }
}
