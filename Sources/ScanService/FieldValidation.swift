import Foundation
import TypeSafeAPI

/// The rules for the fields that several routes share.
enum FieldValidation {
    static func sessionID(_ value: String?) throws(ServiceError) -> UUID? {
        guard let value, !value.isEmpty else { return nil }
        guard let id = UUID(uuidString: value) else {
            throw .invalidField(name: ScanForm.Field.sessionID.rawValue, rule: "must be a UUID")
        }
        return id
    }

    static func country(_ value: String?) throws(ServiceError) -> String? {
        guard let value, !value.isEmpty else { return nil }
        guard CountryCode.all.contains(value) else {
            throw .invalidField(
                name: ScanForm.Field.userCountry.rawValue,
                rule: "must be an ISO 3166-1 alpha-2 code in capitals, such as US")
        }
        return value
    }

    /// - Parameter limit: in code points, as JSON Schema counts.
    static func text(_ value: String?, name: String, limit: Int) throws(ServiceError) -> String? {
        guard let value else { return nil }
        guard value.unicodeScalars.count <= limit else {
            throw .invalidField(name: name, rule: "must have at most \(limit) characters")
        }
        return value
    }
}

/// ISO 3166-1 alpha-2, as of 2026: 249 codes.
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
}
