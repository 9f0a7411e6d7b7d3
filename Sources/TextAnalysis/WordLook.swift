/// The look of a word: a key that a word and its disguises share.
///
/// Letters that pass for each other become one: `p4ypa1`, `PayPaI` and `paypal` have the same look. Different words may share a
/// look too, so that it is only asked for where a word shows signs of a disguise.
struct WordLook {
    enum Kind: CaseIterable {
        /// Digits and signs may stand for letters, `i` for `l`, and a pair of letters for one letter, as in `pair`.
        case lookalike
        /// Only pairs stand for one letter: `rn` for `m`, `vv` for `w`, `cl` for `d`.
        case pair
        /// A letter counts once, however often it is repeated.
        case stretched
        /// The letters between the first and the last one may stand in any order.
        case shuffled
        /// The vowels between the first and the last letter are left out.
        case vowelless

        /// The fewest letters of a word that is known by this look. The inner letters of shorter words have no order, and without
        /// vowels many short words are the same.
        var minLetters: Int {
            switch self {
            case .lookalike, .pair, .stretched: KnownWords.minLettersByLook
            case .shuffled, .vowelless: 4
            }
        }

        /// Whether only a text that does this to many words does it at all.
        var isDistortion: Bool { self != .lookalike && self != .pair }

        /// The fewest letters of a word in this distortion.
        var minWritten: Int { self == .vowelless ? 3 : minLetters }
    }

    let kind: Kind
    private var word: WordKey
    /// The last letter, which may form a pair with the next one; 0 if there is none.
    private var pending: UInt32 = 0
    /// A sum over the inner letters of a word whose letters may stand in any order.
    private var inner: UInt32 = 0
    /// The number of letters so far; only counted for looks that go by it.
    private var length = 0

    init(_ kind: Kind) {
        self.kind = kind
        word = WordKey()
        // The first letter occurs in no text. It keeps apart the looks of the kinds, and looks from words.
        word.append(0xFFFF_0001 + UInt32(Kind.allCases.firstIndex(of: kind) ?? 0))
    }

    var key: UInt64 {
        var word = word
        if kind == .shuffled { word.append(inner) }
        word.append(pending)
        return word.value
    }

    /// Appends a letter; its accents don't count.
    /// - Parameter scalar: in lower case, and mapped to the Latin letter that it looks like.
    mutating func append(_ scalar: UInt32) {
        let plain = scalar < 0x80 ? [] : LatinFolding.plainLetters(of: scalar)
        guard plain.isEmpty else {
            for letter in plain { appendPlain(kind == .lookalike ? Self.letter(letter) : letter) }
            return
        }
        appendPlain(kind == .lookalike ? Self.letter(scalar) : scalar)
    }

    private mutating func appendPlain(_ letter: UInt32) {
        switch kind {
        case .lookalike, .pair: appendPaired(letter)
        case .stretched:
            if letter != pending { appendSingle(letter) }
        case .shuffled:
            if length == 0 {
                word.append(letter)
            } else {
                let mixed = pending &* 0x9E37_79B1
                inner &+= mixed ^ mixed >> 15
                pending = letter
            }
            length += 1
        case .vowelless:
            // The last letter stays, and only then it shows that the one before it was none.
            let isInner = length > 1 && Self.isVowel(pending)
            if !isInner, pending != 0 { word.append(pending) }
            pending = letter
            length += 1
        }
    }

    static func isVowel(_ letter: UInt32) -> Bool {
        switch letter {
        case "a", "e", "i", "o", "u": true
        default: false
        }
    }

    private mutating func appendSingle(_ letter: UInt32) {
        if pending != 0 { word.append(pending) }
        pending = letter
    }

    private mutating func appendPaired(_ letter: UInt32) {
        switch (pending, letter) {
        case ("r", "n"): pending = UInt32(ascii: "m")
        case ("v", "v"): pending = UInt32(ascii: "w")
        case ("c", "l"): pending = UInt32(ascii: "d")
        default: appendSingle(letter)
        }
    }

    /// Returns the one letter that represents all scalars that look like the given one.
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

    /// Whether a sign inside a word may stand for a letter.
    static func isSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "!", "$", "@", "|", "+", "€": true
        default: false
        }
    }
}

/// A normalised word as a 64-bit FNV-1a hash of its scalars. Equal words have equal keys; docs/adr/0009-word-keys.md says why the
/// letters aren't kept, and how improbable it is that two words have one key.
package struct WordKey: Sendable, Hashable {
    /// The hash so far. It begins as FNV's offset basis for 64 bits.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
    /// FNV's prime for 64 bits, the factor of each step.
    private static let prime: UInt64 = 0x100_0000_01b3

    package init() {}

    /// - Parameter value: the value of another key.
    package init(value: UInt64) { self.value = value }

    package init(_ scalars: some Sequence<UInt32>) {
        for scalar in scalars { append(scalar) }
    }

    /// - Parameter word: a word as texts are compared, accents included.
    init(letters word: some StringProtocol) { self.init(word.unicodeScalars.lazy.map(\.value)) }

    package mutating func append(_ scalar: UInt32) {
        value = (value ^ UInt64(scalar)) &* Self.prime
    }
}

extension WordKey {
    /// Whether a byte is a lower-case ASCII letter, a digit or a blank.
    package static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20: true
        default: false
        }
    }

    /// Appends the words of a text that needs no analysis, as it holds nothing but lower-case ASCII letters, digits and blanks.
    /// - Returns: whether the text is of that kind; nothing is appended if it isn't.
    package static func appendPlain(_ bytes: ArraySlice<UInt8>, to words: inout [WordKey]) -> Bool {
        guard bytes.allSatisfy(isPlain) else { return false }
        var word: WordKey?
        for byte in bytes {
            if byte == 0x20 {
                if let word { words.append(word) }
                word = nil
            } else {
                var longer = word ?? WordKey()
                longer.append(UInt32(byte))
                word = longer
            }
        }
        if let word { words.append(word) }
        return true
    }
}
