import HTTPServer
import Storage

/// The one preference of the `Prefer` field (RFC 7240) that the server follows: `respond-async`, with the parameter `priority`.
enum PreferField {
    static let respondAsync = "respond-async"
    private static let priority = "priority"

    static func asksForAsync(_ fields: FieldBlock) -> Bool { async(fields) != nil }

    /// The queue that an asynchronous scan is to wait in. Preferences are never refused: any other value counts as none.
    static func priority(_ fields: FieldBlock) -> JobPriority {
        async(fields)?.parameter(priority).flatMap { JobPriority(rawValue: $0) } ?? .interactive
    }

    private static func async(_ fields: FieldBlock) -> ParameterizedValue? {
        (fields[.prefer] ?? "").split(separator: ",").lazy.map { ParameterizedValue(String($0)) }
            .first { $0.value == respondAsync }
    }
}
