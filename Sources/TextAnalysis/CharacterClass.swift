/// What a scalar means to the tokenizer.
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

    /// Scripts that put no spaces between words; each character stands for a word.
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

/// Questions the recognisers ask about single scalars.
extension UInt32 {
    init(ascii character: Unicode.Scalar) { self = character.value }

    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isASCIILower: Bool { self >= 0x61 && self <= 0x7A }
    var isASCIIUpper: Bool { self >= 0x41 && self <= 0x5A }
    var isASCIILetter: Bool { isASCIILower || isASCIIUpper }
    var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}
