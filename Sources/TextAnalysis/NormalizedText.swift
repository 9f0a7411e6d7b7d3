import Foundation

/// A text after NFKC, with quotes and dashes straightened and invisible characters dropped.
///
/// Each element of the arrays is one normalised scalar. `start` and `end` say which UTF-8 bytes of the raw text the scalar came
/// from. Several scalars may come from the same bytes (`ﬁ`), and bytes may be dropped.
struct NormalizedText: Sendable {
    /// The text's scalars in lower case.
    private(set) var folded: [UInt32] = []
    /// The same scalars in the case in which they are written.
    private(set) var cased: [UInt32] = []
    private(set) var classes: [CharacterClass] = []
    private(set) var start: [Int] = []
    private(set) var end: [Int] = []
    /// The number of scalars before each invisible character that was dropped, in ascending order.
    private(set) var hidden: [Int] = []

    /// Most marks on one base character, which bounds the time for one; no language needs more than a few. Further marks begin a
    /// new character.
    private static let maxMarks = 16
    /// The largest number of scalars that NFKC may make of one. A few signs stand for whole phrases (U+FDFA for eighteen letters); of those
    /// the first letter is kept, so that a text grows little.
    private static let maxExpansion = 4
    /// The difference between an ASCII capital and its small letter.
    static let caseOffset: UInt32 = 32

    init(_ text: String) {
        let size = text.utf8.count
        folded.reserveCapacity(size)
        cased.reserveCapacity(size)
        classes.reserveCapacity(size)
        start.reserveCapacity(size)
        end.reserveCapacity(size)
        var text = text
        text.withUTF8 { read($0) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        var cluster: [Unicode.Scalar] = []
        while offset < bytes.count {
            let from = offset
            let byte = bytes[offset]
            // The UTF-8 of a mark begins with 0xCC or more.
            if byte < 0x80, offset + 1 == bytes.count || bytes[offset + 1] < 0xCC {
                if let letter = Self.bracketedInitial(bytes, at: offset), !isAlphanumeric(count - 1) {
                    offset += 3
                    append(letter, from..<offset)
                    continue
                }
                offset += 1
                if byte == 0x0D, offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
                append(byte == 0x0D ? "\n" : Self.straightened(Unicode.Scalar(byte)), from..<offset)
                continue
            }
            cluster.removeAll(keepingCapacity: true)
            var next = Self.scalar(bytes, at: offset)
            if Self.isFlagLetter(next) {
                offset += 4
                // Two of them show a flag, one alone shows its letter.
                if offset < bytes.count, Self.isFlagLetter(Self.scalar(bytes, at: offset)) {
                    append(next, from..<offset)
                    append(Self.scalar(bytes, at: offset), offset..<(offset + 4))
                    offset += 4
                } else {
                    append(Self.letter(next, from: Self.flagLetters.lowerBound), from..<offset)
                }
                continue
            }
            repeat {
                cluster.append(next)
                offset += UTF8.width(next)
                guard offset < bytes.count else { break }
                next = Self.scalar(bytes, at: offset)
            } while cluster.count <= Self.maxMarks && Self.extends(next)
            add(cluster, from..<offset)
        }
    }

    /// The letter of `[h]ello` or `(h)ello`, in which brackets hide a word's beginning; nil where there are none.
    private static func bracketedInitial(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> Unicode.Scalar? {
        guard offset + 3 < bytes.count else { return nil }
        switch (bytes[offset], bytes[offset + 2]) {
        case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "("), UInt8(ascii: ")")),
            (UInt8(ascii: "{"), UInt8(ascii: "}")):
            break
        default: return nil
        }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        guard isLetter(bytes[offset + 1]), isLetter(bytes[offset + 3]) else { return nil }
        return Unicode.Scalar(bytes[offset + 1])
    }

    /// Returns the scalar at an offset where one begins. The bytes are valid UTF-8, as those of every string are.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Unicode.Scalar {
        let first = UInt32(bytes[offset])
        func tail(_ index: Int) -> UInt32 { UInt32(bytes[offset + index] & 0x3F) }
        let value =
            switch first {
            case ..<0x80: first
            case ..<0xE0: (first & 0x1F) << 6 | tail(1)
            case ..<0xF0: (first & 0x0F) << 12 | tail(1) << 6 | tail(2)
            default: (first & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3)
            }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    var count: Int { folded.count }

    /// Returns the lower-case scalar at an index, or 0 outside the text.
    func at(_ index: Int) -> UInt32 { index >= 0 && index < folded.count ? folded[index] : 0 }

    func isAlphanumeric(_ index: Int) -> Bool {
        guard index >= 0, index < classes.count else { return false }
        return classes[index] == .letter || classes[index] == .digit
    }

    /// Whether a blank or a line feed stands at an index.
    func isBlank(_ index: Int) -> Bool {
        guard index >= 0, index < classes.count else { return false }
        return classes[index] == .space || classes[index] == .newline
    }

    /// Returns the bytes of the raw text that scalars came from.
    /// - Parameter range: must not be empty.
    func raw(_ range: Range<Int>) -> Range<Int> { start[range.lowerBound]..<end[range.upperBound - 1] }

    private mutating func append(_ scalar: Unicode.Scalar, _ range: Range<Int>) {
        let value = scalar.value
        cased.append(value)
        classes.append(CharacterClass(value))
        folded.append(value.isASCIIUpper ? value + Self.caseOffset : value)
        start.append(range.lowerBound)
        end.append(range.upperBound)
    }

    /// Normalises one character with its marks and appends its scalars.
    private mutating func add(_ cluster: [Unicode.Scalar], _ range: Range<Int>) {
        if cluster.count == 1 {
            let only = cluster[0]
            if only == "\u{85}" || only == "\u{2028}" || only == "\u{2029}" || only == "\r" {
                return append("\n", range)
            }
            if let straight = Self.plain(only) { return append(straight, range) }
            if only.isASCII { return append(only, range) }
            if Self.isStable(only.value) { return appendFolding(only, range) }
        }
        var visible = String.UnicodeScalarView()
        var isHiding = false
        for scalar in cluster {
            if scalar.properties.isDefaultIgnorableCodePoint {
                isHiding = true
            } else {
                visible.append(Self.straightened(scalar))
            }
        }
        defer { if isHiding { hidden.append(count) } }
        let normal = String(visible).precomposedStringWithCompatibilityMapping.unicodeScalars
        let isPhrase = normal.count > Self.maxExpansion * visible.count
        for scalar in isPhrase ? normal.prefix(1) : normal[...] {
            switch scalar.properties.generalCategory {
            case .enclosingMark: continue
            // What NFKC leaves beside a Latin letter belongs to no language's letters. U+0334 to U+0338 strike letters through.
            case .nonspacingMark where endsWithLatinLetter || (0x334...0x338).contains(scalar.value): continue
            default: appendFolding(Self.plain(scalar) ?? scalar, range)
            }
        }
    }

    private var endsWithLatinLetter: Bool {
        guard let letter = folded.last, isAlphanumeric(count - 1) else { return false }
        return letter < 0x300 || (0x1D00...0x1EFF).contains(letter)
    }

    private mutating func appendFolding(_ scalar: Unicode.Scalar, _ range: Range<Int>) {
        guard !scalar.isASCII, scalar.properties.changesWhenLowercased else { return append(scalar, range) }
        // A mark may follow, as in the small form of `İ`. It is left out, as behind other Latin letters.
        guard let lower = scalar.properties.lowercaseMapping.unicodeScalars.first else { return }
        append(scalar, range)
        folded[folded.count - 1] = lower.value
        classes[classes.count - 1] = CharacterClass(lower.value)
    }

    /// Whether a scalar belongs to the same character as the scalar before it.
    private static func extends(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        if (0x1160...0x11FF).contains(scalar.value) { return true }  // vowels and final consonants of Hangul
        if isStable(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static func straightened(_ scalar: Unicode.Scalar) -> Unicode.Scalar { plain(scalar) ?? scalar }

    /// The ASCII form of a quotation mark or a dash; nil for other scalars.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x60, 0xB4, 0x2018, 0x2019, 0x201B, 0x2032, 0x02BC, 0x02B9, 0x2BB, 0xFF07: "'"
        case 0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0xAB, 0xBB: "\""
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: "-"
        case 0x1F150...0x1F169, 0x1F170...0x1F189:  // letters in black circles and black squares
            Unicode.Scalar(UInt8(ascii: "A") + UInt8((scalar.value - 0x1F150) % 32))
        case 0x1F110...0x1F129: letter(scalar, from: 0x1F110)  // letters in brackets
        case 0x249C...0x24B5: letter(scalar, from: 0x249C)
        // Fillers of Hangul and Braille show nothing, but take up room.
        case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: " "
        default: nil
        }
    }

    private static let flagLetters: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { flagLetters.contains(scalar.value) }

    /// Returns the capital letter of a block that holds the letters of the alphabet in order.
    private static func letter(_ scalar: Unicode.Scalar, from first: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - first))
    }

    /// Whether NFKC leaves a scalar unchanged if no mark follows it. A table of frequent blocks saves the normalisation.
    private static func isStable(_ value: UInt32) -> Bool {
        switch value {
        case 0xBF...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E, 0x391...0x3CE, 0x400...0x481,
            0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x904...0x939, 0xE01...0xE30, 0x3041...0x3096,
            0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1F64F, 0x1F680...0x1FAFF:
            true
        default: false
        }
    }
}
