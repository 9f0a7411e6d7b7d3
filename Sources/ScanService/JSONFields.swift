import Foundation
import HTTP1
import HTTPTypes

/// A JSON object from a client, taken apart field by field, so that an error names the one at fault.
struct JSONFields {
    private let object: [String: Any]
    /// Where it stands, for errors: `webhook.`.
    private let path: String

    /// - Parameter limit: bytes.
    static func read(_ request: ServiceRequest, limit: Int) async throws(ServiceError) -> JSONFields {
        let mediaType = request.fields[.contentType].map { ParameterizedValue($0).value }
        guard mediaType == "application/json" else {
            throw .unsupportedMediaType(accepted: "application/json")
        }
        let body = try await request.collect(limit: limit)
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
            throw .malformedJSON
        }
        return JSONFields(object: object, path: "")
    }

    private init(object: [String: Any], path: String) {
        self.object = object
        self.path = path
    }

    func string(_ key: some CodingKey) throws(ServiceError) -> String? {
        try value(key, as: String.self, rule: "must be a string")
    }

    func id(_ key: some CodingKey) throws(ServiceError) -> UUID? {
        guard let text = try string(key) else { return nil }
        guard let id = UUID(uuidString: text) else { throw invalid(key, "must be a UUID") }
        return id
    }

    func flag(_ key: some CodingKey) throws(ServiceError) -> Bool? {
        let rule = "must be true or false"
        guard let number = try value(key, as: NSNumber.self, rule: rule) else { return nil }
        // Foundation makes 1 and true the same but for their type: no number of JSON's is a C character.
        guard String(cString: number.objCType) == "c" else { throw invalid(key, rule) }
        return number.boolValue
    }

    /// RFC 3339, with or without fractions of a second.
    func time(_ key: some CodingKey) throws(ServiceError) -> Date? {
        guard let text = try string(key) else { return nil }
        let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        guard let time = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
            throw invalid(key, "must be a time such as 2026-11-21T06:00:00Z")
        }
        return time
    }

    func ids(_ key: some CodingKey, limit: Int) throws(ServiceError) -> [UUID]? {
        let rule = "must be a list of at most \(limit) UUIDs"
        guard let texts = try value(key, as: [String].self, rule: rule) else { return nil }
        let ids = texts.prefix(limit + 1).compactMap { UUID(uuidString: $0) }
        guard texts.count <= limit, ids.count == texts.count else { throw invalid(key, rule) }
        return ids
    }

    func object(_ key: some CodingKey) throws(ServiceError) -> JSONFields? {
        try value(key, as: [String: Any].self, rule: "must be an object").map {
            JSONFields(object: $0, path: path + key.stringValue + ".")
        }
    }

    func required<T>(_ key: some CodingKey, _ value: T?) throws(ServiceError) -> T {
        guard let value else {
            let name = path + key.stringValue
            throw .missingField(names: "`\(name)`", field: name)
        }
        return value
    }

    func invalid(_ key: some CodingKey, _ rule: String) -> ServiceError {
        .invalidField(name: path + key.stringValue, rule: rule)
    }

    private func value<T>(_ key: some CodingKey, as type: T.Type, rule: String) throws(ServiceError) -> T? {
        switch object[key.stringValue] {
        case nil, is NSNull: return nil
        case let value as T: return value
        default: throw invalid(key, rule)
        }
    }
}
