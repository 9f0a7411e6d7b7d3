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
