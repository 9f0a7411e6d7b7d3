/// The look of a word: a key that a word and its disguises share.
///
/// Letters that pass for each other become one: `p4ypa1`, `PayPaI` and `paypal` have the same look. Different words may share a
/// look too, so that it is only asked for where a word shows signs of a disguise.
struct WordLook {
    enum Kind: CaseIterable {
        /// Digits and signs stand for letters, `i` for `l`, and pairs for one letter as below.
        case lookalike
        /// Only pairs stand for one letter: `rn` for `m`, `vv` for `w`, `cl` for `d`.
        case pair
    }

    private let kind: Kind
    private var word: WordKey
    /// The last letter, which may become one with the next; 0 where there is none.
    private var pending: UInt32 = 0

    init(_ kind: Kind) {
        self.kind = kind
        word = WordKey()
        // A first letter that no text has keeps the looks of different kinds, and words, apart.
        word.append(kind == .lookalike ? 0xFFFF_0001 : 0xFFFF_0002)
    }

    var key: UInt64 {
        var word = word
        word.append(pending)
        return word.value
    }

    /// Appends a letter; accents don't count.
    /// - Parameter scalar: in lower case, mapped to the Latin letter that it passes for.
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
        case ("r", "n"): pending = UInt32(ascii: "m")
        case ("v", "v"): pending = UInt32(ascii: "w")
        case ("c", "l"): pending = UInt32(ascii: "d")
        default:
            if pending != 0 { word.append(pending) }
            pending = letter
        }
    }

    /// Returns the letter that stands for all scalars that look like the given one.
    static func letter(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case "0": UInt32(ascii: "o")
        case "1", "i", "!", "|": UInt32(ascii: "l")
        case "3", "€": UInt32(ascii: "e")
        case "4", "@": UInt32(ascii: "a")
        case "5", "$": UInt32(ascii: "s")
        case "7", "+": UInt32(ascii: "t")
        case "8": UInt32(ascii: "b")
        case "9": UInt32(ascii: "g")
        default: scalar
        }
    }

    /// Whether a sign may stand for a letter inside a word.
    static func isSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "!", "$", "@", "|", "+", "€": true
        default: false
        }
    }
}
