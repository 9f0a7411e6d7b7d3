/// The kinds of Unicode scalars that the tokenizer tells apart.
enum CharacterClass: UInt8 {
    case letter, digit, mark, ideograph, apostrophe, space, newline, other

    init(_ scalar: UInt32) {
        if scalar < 0x80 {
            self = Self.ascii[Int(scalar)]
        } else {
            self = Self.beyondASCII(scalar)
        }
    }

    private static let ascii: [CharacterClass] = (0..<128).map { value -> CharacterClass in
        switch UInt8(value) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        case UInt8(ascii: "'"): .apostrophe
        case 0x0A: .newline
        case 0x09, 0x0B, 0x0C, 0x20: .space
        default: .other
        }
    }

    private static func beyondASCII(_ value: UInt32) -> CharacterClass {
        if isIdeograph(value) { return .ideograph }
        guard let scalar = Unicode.Scalar(value) else { return .other }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .letterNumber:
            return .letter
        case .decimalNumber: return .digit
        case .nonspacingMark, .spacingMark: return .mark
        case .spaceSeparator: return .space
        default: return .other
        }
    }

    /// Whether a scalar is of a script that puts no spaces between words, so that each character stands for a word.
    static func isIdeograph(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E01...0x0E30, 0x0E32, 0x0E33, 0x0E40...0x0E46,  // Thai
            0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FF,  // Kana
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF:  // Han
            true
        default: false
        }
    }
}

/// Tests of single scalars for the recognisers, and comparisons of scalars with character literals.
extension UInt32 {
    init(ascii character: Unicode.Scalar) { self = character.value }

    static func == (value: UInt32, character: Unicode.Scalar) -> Bool { value == character.value }
    static func != (value: UInt32, character: Unicode.Scalar) -> Bool { value != character.value }
    /// Lets a `case` pattern name a scalar by its character literal.
    static func ~= (character: Unicode.Scalar, value: UInt32) -> Bool { value == character.value }
    static func ~= (characters: ClosedRange<Unicode.Scalar>, value: UInt32) -> Bool {
        characters.lowerBound.value <= value && value <= characters.upperBound.value
    }

    package var isASCIIDigit: Bool { "0"..."9" ~= self }
    var isASCIILower: Bool { "a"..."z" ~= self }
    var isASCIIUpper: Bool { "A"..."Z" ~= self }
    var isASCIILetter: Bool { isASCIILower || isASCIIUpper }
    var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
    var isLowerHexDigit: Bool { isASCIIDigit || "a"..."f" ~= self }

    /// The value of an ASCII digit, from 0 to 9. It is undefined for all other scalars.
    var digitValue: UInt32 { self &- UInt32(ascii: "0") }

    /// The bracket that closes one that disguises a dot or an at sign: `[.]`, `(dot)`, `{at}`. Nil for other scalars.
    var closingBracket: UInt32? {
        switch self {
        case "(": UInt32(ascii: ")")
        case "[": UInt32(ascii: "]")
        case "{": UInt32(ascii: "}")
        default: nil
        }
    }
}
