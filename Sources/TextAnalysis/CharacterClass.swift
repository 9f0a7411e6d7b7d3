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

/// A writing system. The cases are ISO 15924 codes in lower case; language files write them with a capital: `Latn`.
package enum Script: UInt8, Sendable, CaseIterable {
    case latn, grek, cyrl, armn, hebr, arab, deva, beng, guru, gujr, orya, taml, telu, knda, mlym, sinh, thai,
        laoo, tibt,
        mymr, geor, hang, ethi, khmr, kana, hani
    /// Digits, signs, and letters of every script that isn't listed.
    case other

    /// Returns nil for the codes of scripts that have no case.
    package init?(code: String) {
        guard let script = Self.allCases.first(where: { $0.code == code }), script != .other else {
            return nil
        }
        self = script
    }

    /// The ISO 15924 code as language files write it: `Latn`.
    package var code: String {
        let name = String(describing: self)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The first scalar of Greek. All scalars below it are Latin letters, phonetic letters and marks.
    static let firstOtherScript: UInt32 = 0x370

    /// Whether texts in this script are cut into characters rather than words: see `CharacterClass.ideograph`.
    var isSpaceless: Bool { self == .hani || self == .kana || self == .thai }

    /// The script of a lower-case letter, by the Unicode blocks that messages use.
    package init(of scalar: UInt32) {
        switch scalar {
        case 0x61...0x7A, 0xDF...0x24F, 0x1E00...0x1EFF: self = .latn
        case ..<0x370: self = .other
        case 0x370...0x3FF: self = .grek
        case 0x400...0x52F: self = .cyrl
        case 0x531...0x58F: self = .armn
        case 0x590...0x5FF: self = .hebr
        case 0x600...0x6FF, 0x750...0x77F: self = .arab
        case 0x900...0x97F: self = .deva
        case 0x980...0x9FF: self = .beng
        case 0xA00...0xA7F: self = .guru
        case 0xA80...0xAFF: self = .gujr
        case 0xB00...0xB7F: self = .orya
        case 0xB80...0xBFF: self = .taml
        case 0xC00...0xC7F: self = .telu
        case 0xC80...0xCFF: self = .knda
        case 0xD00...0xD7F: self = .mlym
        case 0xD80...0xDFF: self = .sinh
        case 0xE00...0xE7F: self = .thai
        case 0xE80...0xEFF: self = .laoo
        case 0xF00...0xFFF: self = .tibt
        case 0x1000...0x109F: self = .mymr
        case 0x10A0...0x10FF: self = .geor
        case 0x1200...0x139F: self = .ethi
        case 0x1780...0x17FF: self = .khmr
        case 0x3041...0x30FF: self = .kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .hani
        case 0x1100...0x11FF, 0xAC00...0xD7A3: self = .hang
        default: self = .other
        }
    }
}
