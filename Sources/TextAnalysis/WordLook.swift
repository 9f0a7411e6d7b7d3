/// What a word looks like: a key that a word and its disguises share.
///
/// Letters that pass for each other become one: `p4ypa1`, `PayPaI` and `paypal` have the same look. That also brings
/// different words together, so a look is only asked for where a word shows signs of a disguise.
struct WordLook {
    enum Kind: CaseIterable {
        /// Digits and signs for letters, `i` and `l`, and the pairs below.
        case lookalike
        /// Only pairs that stand as close as one letter: `rn` and `m`, `vv` and `w`, `cl` and `d`.
        case pair
    }

    private let kind: Kind
    private var word: WordKey
    /// The last letter, which may become one with the next.
    private var pending: UInt32 = 0

    init(_ kind: Kind) {
        self.kind = kind
        word = WordKey()
        // Keeps the looks of different kinds, and words, apart.
        word.append(kind == .lookalike ? 0xFFFF_0001 : 0xFFFF_0002)
    }

    var key: UInt64 {
        var word = word
        word.append(pending)
        return word.value
    }

    /// - Parameter scalar: lower case, already mapped to the Latin letter that it passes for; accents don't count.
    mutating func append(_ scalar: UInt32) {
        let plain = scalar < 0x80 ? [] : LatinFolding.plainLetters(of: scalar)
        guard plain.isEmpty else {
            for letter in plain { appendPlain(kind == .lookalike ? Self.letter(letter) : letter) }
            return
        }
        appendPlain(kind == .lookalike ? Self.letter(scalar) : scalar)
    }

    private mutating func appendPlain(_ letter: UInt32) {
        switch (pending, letter) {
        case (0x72, 0x6E): pending = 0x6D  // rn
        case (0x76, 0x76): pending = 0x77  // vv
        case (0x63, 0x6C): pending = 0x64  // cl
        default:
            if pending != 0 { word.append(pending) }
            pending = letter
        }
    }

    /// The letter that stands for all that look like the scalar.
    static func letter(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x30: 0x6F  // 0
        case 0x31, 0x69, 0x21, 0x7C: 0x6C  // 1 i ! |
        case 0x33, 0x20AC: 0x65  // 3 €
        case 0x34, 0x40: 0x61  // 4 @
        case 0x35, 0x24: 0x73  // 5 $
        case 0x37, 0x2B: 0x74  // 7 +
        case 0x38: 0x62  // 8
        case 0x39: 0x67  // 9
        default: scalar
        }
    }

    /// Signs that stand for letters inside words.
    static func isSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x21, 0x24, 0x40, 0x7C, 0x2B, 0x20AC: true
        default: false
        }
    }
}
