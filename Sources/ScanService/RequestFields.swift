import AccessControl
import Foundation
import HTTP1
import Redaction
import TypeSafeAPI

/// The named fields of one request, from a JSON object, a form or a query. Every check throws an error that names the
/// wrong field. A field that is absent, or `null` in JSON, reads as nil.
struct RequestFields {
    private let values: [String: Any]
    /// Prefix of field names in error messages, such as `webhook.`.
    private let path: String

    private init(_ values: [String: Any], path: String = "") {
        self.values = values
        self.path = path
    }

    init(form texts: [ScanForm.Field: String]) {
        self.init(Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) }))
    }

    init(json: [UInt8]) throws(ServiceError) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
            throw .malformedJSON
        }
        self.init(object)
    }

    /// Parses a query. It decodes percent escapes once, and ignores names that are not in `names`.
    init<Name: RawRepresentable<String>>(query: Substring?, names: Name.Type) throws(ServiceError) {
        try self.init(pairs: query ?? "", names: names) { PercentDecoding.decode($0) }
    }

    /// Parses a form of the type `application/x-www-form-urlencoded`, in which a plus stands for a space.
    init<Name: RawRepresentable<String>>(urlEncoded form: String, names: Name.Type) throws(ServiceError) {
        try self.init(pairs: form[...], names: names) { PercentDecoding.decode($0.replacing("+", with: " ")) }
    }

    private init<Name: RawRepresentable<String>>(
        pairs: Substring, names: Name.Type, decode: (Substring) -> String?
    ) throws(ServiceError) {
        var texts: [String: String] = [:]
        for pair in pairs.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(parts[0]), names.init(rawValue: name) != nil else { continue }
            let value = decode(parts.count == 2 ? parts[1] : "")
            guard value != nil || Self.mayBeAnything(name) else {
                throw .invalidField(name: name, rule: "must be UTF-8 text")
            }
            guard texts.updateValue(value ?? "", forKey: name) == nil else {
                throw .duplicateField(name: name)
            }
        }
        self.init(texts)
    }

    /// Whether a field's value is used where it means something, and never refused.
    static func mayBeAnything(_ name: String) -> Bool { name == ScanForm.Field.userCountry.rawValue }

    var hasText: Bool { values[ScanForm.Field.ocrText.rawValue] != nil }

    // MARK: Kinds of values

    /// - Parameter limit: largest number of code points, which is the length that JSON Schema counts.
    func string(_ key: some RawRepresentable<String>, limit: Int = .max) throws(ServiceError) -> String? {
        guard let text = try value(key, as: String.self, rule: "must be a string") else { return nil }
        guard text.unicodeScalars.count <= limit else {
            throw invalid(key, "must have at most \(limit) characters")
        }
        return text
    }

    func id(_ key: some RawRepresentable<String>) throws(ServiceError) -> UUID? {
        guard let text = try string(key) else { return nil }
        guard let id = UUID(uuidString: text) else { throw invalid(key, "must be a UUID") }
        return id
    }

    func ids(_ key: some RawRepresentable<String>, limit: Int) throws(ServiceError) -> [UUID]? {
        let rule = "must be a list of at most \(limit) UUIDs"
        guard let texts = try value(key, as: [String].self, rule: rule) else { return nil }
        let ids = texts.prefix(limit + 1).compactMap { UUID(uuidString: $0) }
        guard texts.count <= limit, ids.count == texts.count else { throw invalid(key, rule) }
        return ids
    }

    /// Returns a country's ISO 3166-1 alpha-2 code; nil where the field is absent or names no country. It refuses nothing, because the
    /// country only chooses the places for reports, and phones send regions such as `419`.
    func country(_ key: some RawRepresentable<String>) -> String? {
        (values[key.rawValue] as? String).flatMap { CountryCode.find($0) }
    }

    /// Returns a whole number within a range. The field is a text of ASCII digits.
    func number(
        _ key: some RawRepresentable<String>, in range: ClosedRange<Int>
    ) throws(ServiceError) -> Int? {
        guard let text = try string(key) else { return nil }
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(text),
            range.contains(number)
        else { throw invalid(key, "must be a number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func flag(_ key: some RawRepresentable<String>) throws(ServiceError) -> Bool? {
        let rule = "must be true or false"
        guard let number = try value(key, as: NSNumber.self, rule: rule) else { return nil }
        // Foundation decodes both `1` and `true` as an NSNumber. Only a Boolean has the C type `char`, whose code is
        // "c".
        guard String(cString: number.objCType) == "c" else { throw invalid(key, rule) }
        return number.boolValue
    }

    /// Returns a time in the form of RFC 3339, with or without fractions of a second.
    func time(_ key: some RawRepresentable<String>) throws(ServiceError) -> Date? {
        guard let text = try string(key) else { return nil }
        let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        guard let time = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
            throw invalid(key, "must be a time such as 2026-11-21T06:00:00Z")
        }
        return time
    }

    func object(_ key: some RawRepresentable<String>) throws(ServiceError) -> RequestFields? {
        try value(key, as: [String: Any].self, rule: "must be an object").map {
            RequestFields($0, path: path + key.rawValue + ".")
        }
    }

    // MARK: Errors

    func required<T>(_ key: some RawRepresentable<String>, _ value: T?) throws(ServiceError) -> T {
        guard let value else {
            let name = path + key.rawValue
            throw .missingField(names: "`\(name)`", field: name)
        }
        return value
    }

    func invalid(_ key: some RawRepresentable<String>, _ rule: String) -> ServiceError {
        .invalidField(name: path + key.rawValue, rule: rule)
    }

    private func value<T>(
        _ key: some RawRepresentable<String>, as type: T.Type, rule: String
    ) throws(ServiceError) -> T? {
        switch values[key.rawValue] {
        case nil, is NSNull: return nil
        case let value as T: return value
        default: throw invalid(key, rule)
        }
    }
}

/// Checks of fields that the routes for images and for texts share.
extension RequestFields {
    /// Returns what is to be covered on a picture. An empty field counts as absent.
    func redaction(_ key: some RawRepresentable<String>) throws(ServiceError) -> RedactionOptions? {
        guard let text = try string(key), !text.isEmpty else { return nil }
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let choices = names.compactMap { ScanForm.RedactChoice(rawValue: String($0)) }
        guard choices.count == names.count, choices.first == .personal else {
            throw invalid(
                key, "must be personal, with amounts or own after it if wanted, and commas between them")
        }
        return choices.reduce(into: []) { options, choice in
            switch choice {
            case .personal: break
            case .amounts: options.insert(.amounts)
            case .own: options.insert(.own)
            }
        }
    }

    /// Returns a session's id. An empty field counts as absent, because forms send one for no session.
    func session(_ key: some RawRepresentable<String>) throws(ServiceError) -> UUID? {
        try string(key)?.isEmpty == true ? nil : id(key)
    }
}
