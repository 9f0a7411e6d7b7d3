import Foundation
import TypeSafeAPI

/// The form's fields as query parameters of a raw upload: percent-decoded once, unknown names passed over.
enum QueryFields {
    static func read(_ target: String) throws(ServiceError) -> [ScanForm.Field: String] {
        var fields: [ScanForm.Field: String] = [:]
        let query = target.drop { $0 != "?" }.dropFirst()
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = ScanForm.Field(rawValue: String(parts[0])) else { continue }
            guard let value = (parts.count == 2 ? String(parts[1]) : "").removingPercentEncoding else {
                throw .invalidField(name: field.rawValue, rule: "must be UTF-8 text")
            }
            guard fields.updateValue(value, forKey: field) == nil else {
                throw .duplicateField(name: field.rawValue)
            }
        }
        return fields
    }
}
