/// Signs in an unknown word that it may be another word in disguise.
struct DisguiseEvidence {
    private var letters = 0
    private var length = 0
    private var signs = 0
    private var zeros = 0
    /// The number of letters from scripts other than Latin.
    private var foreign = 0
    /// The number of letters from other scripts that look like no Latin letter.
    private var unmapped = 0
    /// The number of digits and signs that text recognition does not take for letters.
    private var unlikely = 0
    /// The number of capital letters I, which look like a small L.
    private var capitalEyes = 0
    private var lowerCase = 0
    /// Whether the word holds two letters that look like one: `rn`, `vv`, `cl`.
    private var hasPair = false
    /// Whether the word holds a letter that looks like two letters: `m`, `d`.
    private var hasWide = false
    private var first: (folded: UInt32, cased: UInt32) = (0, 0)
    private var second: UInt32 = 0
    private var last: UInt32 = 0

    /// `m` and `d` are read as two letters only in words of at least this many letters: shorter words look like each other too
    /// often.
    private static let minLettersWithWide = 5

    mutating func add(_ folded: UInt32, cased: UInt32, latin: UInt32?) {
        if length == 0 { first = (folded, cased) }
        if length == 1 { second = folded }
        length += 1
        let letter = latin ?? folded
        switch folded {
        case "a"..."z":
            letters += 1
            if cased == "I" { capitalEyes += 1 }
            if cased.isASCIILower { lowerCase += 1 }
        case "0", "1":
            signs += 1
            if folded == "0" { zeros += 1 }
        case "'": break
        case _ where WordLook.isSign(folded):
            signs += 1
            unlikely += 1
        case _ where !LatinFolding.plainLetters(of: folded).isEmpty:
            letters += 1
        case 0x80...:
            foreign += 1
            if latin == nil { unmapped += 1 } else { letters += 1 }
        default:
            signs += 1
            unlikely += 1
        }
        switch (last, letter) {
        case ("r", "n"), ("v", "v"), ("c", "l"): hasPair = true
        default: break
        }
        if letter == "m" || letter == "d" { hasWide = true }
        last = letter
    }

    /// How to compare the word with known ones; nil for a word that shows no sign of a disguise.
    /// - Parameter isLatin: whether the text around it is mostly in Latin letters.
    func look(isLatin: Bool) -> WordLook.Kind? {
        // Of two letters, `t0` and `lf` may be in disguise, but neither `b2` nor `a1`.
        if length == 2 {
            let isLikely = zeros == 1 ? letters == 1 : signs == 0 && startsWithEll
            return isLikely && foreign == 0 ? .lookalike : nil
        }
        guard unmapped == 0, letters > 1, length > 2 else { return nil }
        if foreign > 0 { return foreign < length || isLatin ? .lookalike : nil }
        if signs > 0 { return signs <= letters ? .lookalike : nil }
        if hasPair || (hasWide && length >= Self.minLettersWithWide) { return .pair }
        // A capital I among small letters stands for an l: `detaiIs`, `Iogin`.
        if capitalEyes > 0, lowerCase > 0 { return .lookalike }
        return startsWithEll ? .lookalike : nil
    }

    /// Whether the word begins with an l that no vowel follows, which stands for an I: `lnvoice`.
    private var startsWithEll: Bool { first.cased == "l" && Self.isConsonant(second) }

    /// Whether text recognition can't have made the word of the one it looks like, so that somebody wrote it so. `5days` and
    /// `4ward` are in no disguise.
    var isCertain: Bool { foreign > 0 || unlikely > (first.folded.isASCIIDigit ? 1 : 0) }
    /// Whether the word is a single digit and then letters: `5am`, `5end`.
    var isNumbered: Bool { first.folded.isASCIIDigit && signs == 1 && foreign == 0 }

    private static func isConsonant(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "a", "e", "i", "o", "u", "y": false
        default: scalar.isASCIILower || scalar == "'"  // an apostrophe as in `l'm`
        }
    }
}
