import HTTP1

/// A route's query parameters: percent-decoded once, unknown names passed over.
enum QueryFields {
    static func read<Field: RawRepresentable<String> & Hashable>(
        _ query: Substring, as _: Field.Type
    ) throws(ServiceError) -> [Field: String] {
        var fields: [Field: String] = [:]
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = Field(rawValue: String(parts[0])) else { continue }
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
