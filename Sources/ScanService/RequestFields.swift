import Foundation
import HTTPServer
import Redaction
import Texts
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
                throw .invalidField(name: name, rule: .mustBeText)
            }
            guard texts.updateValue(value ?? "", forKey: name) == nil else {
                throw .duplicateField(name: name)
            }
        }
        self.init(texts)
    }

    /// Whether a field's value is used where it means something, and never refused.
    static func mayBeAnything(_ name: String) -> Bool {
        [ScanForm.Field.userCountry.rawValue, ScanForm.Field.language.rawValue].contains(name)
    }

    var hasText: Bool { values[ScanForm.Field.ocrText.rawValue] != nil }

    // MARK: Kinds of values

    /// - Parameter limit: largest number of code points, which is the length that JSON Schema counts.
    func string(_ key: some RawRepresentable<String>, limit: Int = .max) throws(ServiceError) -> String? {
        guard let text = try value(key, as: String.self, rule: .mustBeString) else { return nil }
        guard text.unicodeScalars.count <= limit else {
            throw invalid(key, .mustBeShorter, ["limit": .number(limit)])
        }
        return text
    }

    func id(_ key: some RawRepresentable<String>) throws(ServiceError) -> UUID? {
        guard let text = try string(key) else { return nil }
        guard let id = UUID(uuidString: text) else { throw invalid(key, .mustBeUuid) }
        return id
    }

    func ids(_ key: some RawRepresentable<String>, limit: Int) throws(ServiceError) -> [UUID]? {
        let bound: [String: Sentence.Argument] = ["limit": .number(limit)]
        guard let texts = try value(key, as: [String].self, rule: .mustBeUuids, bound) else { return nil }
        let ids = texts.prefix(limit + 1).compactMap { UUID(uuidString: $0) }
        guard texts.count <= limit, ids.count == texts.count else { throw invalid(key, .mustBeUuids, bound) }
        return ids
    }

    /// Returns a country's ISO 3166-1 alpha-2 code; nil where the field is absent or names no country. It refuses nothing, because the
    /// country only chooses the places for reports, and phones send regions such as `419`.
    func country(_ key: some RawRepresentable<String>) -> String? {
        (values[key.rawValue] as? String).flatMap { CountryCode.find($0) }
    }

    /// Returns the texts of the language that a field names; nil where it is absent, or there are none. It refuses nothing, as somebody
    /// else's language is better than no answer.
    func texts(_ key: some RawRepresentable<String>, among texts: AnswerTexts) -> Texts? {
        (values[key.rawValue] as? String).flatMap { texts.named($0) }
    }

    /// Returns a whole number within a range. The field is a text of ASCII digits.
    func number(
        _ key: some RawRepresentable<String>, in range: ClosedRange<Int>
    ) throws(ServiceError) -> Int? {
        guard let text = try string(key) else { return nil }
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(text),
            range.contains(number)
        else {
            throw invalid(
                key, .mustBeNumber, ["least": .number(range.lowerBound), "most": .number(range.upperBound)])
        }
        return number
    }

    func flag(_ key: some RawRepresentable<String>) throws(ServiceError) -> Bool? {
        let rule = ProblemText.mustBeFlag
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
            throw invalid(key, .mustBeTime)
        }
        return time
    }

    func object(_ key: some RawRepresentable<String>) throws(ServiceError) -> RequestFields? {
        try value(key, as: [String: Any].self, rule: .mustBeObject).map {
            RequestFields($0, path: path + key.rawValue + ".")
        }
    }

    // MARK: Errors

    func required<T>(_ key: some RawRepresentable<String>, _ value: T?) throws(ServiceError) -> T {
        guard let value else {
            let name = path + key.rawValue
            throw .missingField(name)
        }
        return value
    }

    func invalid(
        _ key: some RawRepresentable<String>, _ rule: ProblemText,
        _ arguments: [String: Sentence.Argument] = [:]
    ) -> ServiceError {
        .invalidField(name: path + key.rawValue, rule: rule, arguments)
    }

    private func value<T>(
        _ key: some RawRepresentable<String>, as type: T.Type, rule: ProblemText,
        _ arguments: [String: Sentence.Argument] = [:]
    ) throws(ServiceError) -> T? {
        switch values[key.rawValue] {
        case nil, is NSNull: return nil
        case let value as T: return value
        default: throw invalid(key, rule, arguments)
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
        guard choices.count == names.count, [.personal, .mine].contains(choices.first) else {
            throw invalid(key, .mustBeRedaction)
        }
        return choices.reduce(into: []) { options, choice in
            switch choice {
            case .personal: break
            case .mine: options.insert(.mine)
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

/// The 249 codes of ISO 3166-1 alpha-2, as of 2026.
package enum CountryCode {
    package static let all = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
        BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
        FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
        IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
        ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
        PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
        TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Returns the country that a client names: by its code in capital or small letters, or as the region of a locale such as
    /// `en_US` or `zh-Hant-TW`.
    /// - Returns: nil for anything else, such as `419` for Latin America or a slip: then the country is unknown.
    package static func find(_ text: some StringProtocol) -> String? {
        let tags = text.split(omittingEmptySubsequences: false) { "-_.@".contains($0) }
        // The first part of a locale is a language, and a single letter begins extensions (BCP 47, section 2.1).
        let regions = tags.count == 1 ? tags[...] : tags.dropFirst().prefix { $0.utf8.count > 1 }
        return regions.lazy.filter { $0.utf8.count == 2 && $0.allSatisfy(\.isASCII) }.map { $0.uppercased() }
            .first(where: all.contains)
    }
}
