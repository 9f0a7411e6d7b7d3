/// Signs in an unknown word that it may be another one in disguise.
struct DisguiseEvidence {
    private var letters = 0
    private var length = 0
    private var signs = 0
    private var zeros = 0
    private var foreign = 0
    private var unmapped = 0
    /// Digits and signs that no reader of pictures takes for a letter.
    private var unlikely = 0
    private var capitalEyes = 0
    private var lowerCase = 0
    private var hasPair = false
    private var hasWide = false
    private var first: (folded: UInt32, cased: UInt32) = (0, 0)
    private var second: UInt32 = 0
    private var last: UInt32 = 0

    /// Fewest letters of a word in which `m` or `d` may be two letters.
    private static let shortestWithWide = 5

    mutating func add(_ folded: UInt32, cased: UInt32, latin: UInt32?) {
        if length == 0 { first = (folded, cased) }
        if length == 1 { second = folded }
        length += 1
        let letter = latin ?? folded
        switch folded {
        case 0x61...0x7A:
            letters += 1
            if cased == 0x49 { capitalEyes += 1 }
            if cased.isASCIILower { lowerCase += 1 }
        case 0x30, 0x31:
            signs += 1
            if folded == 0x30 { zeros += 1 }
        case _ where WordLook.isSign(folded):
            signs += 1
            unlikely += 1
        case 0x80...:
            foreign += 1
            if latin == nil { unmapped += 1 } else { letters += 1 }
        default:
            signs += 1
            unlikely += 1
        }
        switch (last, letter) {
        case (0x72, 0x6E), (0x76, 0x76), (0x63, 0x6C): hasPair = true
        default: break
        }
        if letter == 0x6D || letter == 0x64 { hasWide = true }
        last = letter
    }

    /// How to compare the word, or nil if it is as it seems.
    func look(isLatin: Bool) -> WordLook.Kind? {
        // `t0` and `lf`, but neither `b2` nor `a1`
        if length == 2 {
            let isLikely = zeros == 1 ? letters == 1 : signs == 0 && startsWithEll
            return isLikely && foreign == 0 ? .lookalike : nil
        }
        guard unmapped == 0, letters > 1, length > 2 else { return nil }
        if foreign > 0 { return foreign < length || isLatin ? .lookalike : nil }
        if signs > 0 { return signs <= letters ? .lookalike : nil }
        if hasPair || (hasWide && length >= Self.shortestWithWide) { return .pair }
        // `detaiIs`, `Iogin`, `lnvoice`
        if capitalEyes > 0, lowerCase > 0 { return .lookalike }
        return startsWithEll ? .lookalike : nil
    }

    /// An `l` that no vowel follows.
    private var startsWithEll: Bool { first.cased == 0x6C && Self.isConsonant(second) }

    /// Whether nobody would misread the word so.
    var isCertain: Bool { foreign > 0 || unlikely > 0 }

    private static func isConsonant(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79: false
        default: scalar.isASCIILower
        }
    }
}
