/// The countries that a telephone number may belong to.
enum CallingCodes {
    /// ITU-T E.164 country codes of the countries in which the lexicon's organisations work, and of some from which
    /// mass senders write.
    private static let table: [(code: String, countries: [String])] = [
        ("1", ["US", "CA", "PR", "JM", "TT", "DO"]), ("7", ["RU", "KZ"]), ("20", ["EG"]), ("27", ["ZA"]),
        ("30", ["GR"]), ("31", ["NL"]), ("32", ["BE"]), ("33", ["FR"]), ("34", ["ES"]), ("36", ["HU"]),
        ("39", ["IT"]), ("40", ["RO"]), ("41", ["CH"]), ("43", ["AT"]), ("44", ["GB", "JE", "GG", "IM"]),
        ("45", ["DK"]), ("46", ["SE"]), ("47", ["NO"]), ("48", ["PL"]), ("49", ["DE"]), ("51", ["PE"]),
        ("52", ["MX"]), ("54", ["AR"]), ("55", ["BR"]), ("56", ["CL"]), ("57", ["CO"]), ("58", ["VE"]),
        ("60", ["MY"]), ("61", ["AU"]), ("62", ["ID"]), ("63", ["PH"]), ("64", ["NZ"]), ("65", ["SG"]),
        ("66", ["TH"]), ("81", ["JP"]), ("82", ["KR"]), ("84", ["VN"]), ("86", ["CN"]), ("90", ["TR"]),
        ("91", ["IN"]), ("92", ["PK"]), ("94", ["LK"]), ("95", ["MM"]), ("98", ["IR"]), ("212", ["MA"]),
        ("213", ["DZ"]), ("216", ["TN"]), ("225", ["CI"]), ("229", ["BJ"]), ("233", ["GH"]),
        ("234", ["NG"]), ("237", ["CM"]), ("251", ["ET"]), ("254", ["KE"]), ("255", ["TZ"]),
        ("256", ["UG"]), ("351", ["PT"]), ("352", ["LU"]), ("353", ["IE"]), ("354", ["IS"]),
        ("358", ["FI"]), ("359", ["BG"]), ("370", ["LT"]), ("371", ["LV"]), ("372", ["EE"]),
        ("380", ["UA"]), ("381", ["RS"]), ("385", ["HR"]), ("386", ["SI"]), ("420", ["CZ"]),
        ("421", ["SK"]), ("852", ["HK"]), ("855", ["KH"]), ("856", ["LA"]), ("880", ["BD"]),
        ("886", ["TW"]), ("966", ["SA"]), ("971", ["AE"]), ("972", ["IL"]), ("977", ["NP"]),
    ]

    /// Countries of a number, as ISO 3166-1 alpha-2 codes. Returns nil for numbers without a plus and for unknown
    /// codes; no code begins another.
    static func countries(of number: String) -> [String]? {
        guard number.hasPrefix("+") else { return nil }
        let digits = number.dropFirst()
        return table.first { digits.hasPrefix($0.code) }?.countries
    }
}
