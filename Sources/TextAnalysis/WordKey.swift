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
