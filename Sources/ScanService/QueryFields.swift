import HTTP1
import TypeSafeAPI

/// The form's fields as query parameters of a raw upload: percent-decoded once, unknown names passed over.
enum QueryFields {
    static func read(_ query: Substring) throws(ServiceError) -> [ScanForm.Field: String] {
        var fields: [ScanForm.Field: String] = [:]
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = ScanForm.Field(rawValue: String(parts[0])) else { continue }
            guard let value = PercentDecoding.decode(parts.count == 2 ? parts[1] : "") else {
                throw .invalidField(name: field.rawValue, rule: "must be UTF-8 text")
            }
            guard fields.updateValue(value, forKey: field) == nil else {
                throw .duplicateField(name: field.rawValue)
            }
        }
        return fields
    }
}
