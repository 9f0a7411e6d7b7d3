/// How words of Latin letters are spelled: the triples of letters that occur in a vocabulary. It tells words from letters that make
/// none, as text recognition leaves them of a blurred or bent picture.
package struct Spelling: Sendable {
    /// The letters a to z, and what stands before, between and after them.
    private static let letters = 27

    /// A bit for each triple of letters.
    private var triples = [UInt64](repeating: 0, count: size)

    private static let size = letters * letters * letters / UInt64.bitWidth + 1

    init() {}

    package func write(to writer: inout SnapshotWriter) { writer.numbers(triples) }

    package init(from reader: inout SnapshotReader) throws(SnapshotError) {
        triples = try reader.numbers()
        guard triples.count == Self.size else { throw SnapshotError() }
    }

    /// Adds the triples of a word. What isn't a letter parts it.
    /// - Parameter word: scalars in lower case.
    package mutating func insert(_ word: ArraySlice<UInt32>) {
        Self.eachTriple(of: word) { triple in
            triples[triple / UInt64.bitWidth] |= 1 << UInt64(triple % UInt64.bitWidth)
            return true
        }
    }

    /// Adds another vocabulary's triples.
    mutating func merge(_ other: Spelling) {
        for index in triples.indices { triples[index] |= other.triples[index] }
    }

    /// Whether all triples of a word occur in the vocabulary's words, which includes all words of it.
    /// - Parameter word: scalars in lower case.
    package func allows(_ word: ArraySlice<UInt32>) -> Bool {
        Self.eachTriple(of: word) { triple in
            triples[triple / UInt64.bitWidth] & 1 << UInt64(triple % UInt64.bitWidth) != 0
        }
    }

    /// Calls a function with the number of each triple until it returns false. A word of one letter has none.
    /// - Returns: whether the function returned true for all of them.
    @discardableResult
    private static func eachTriple(
        of word: ArraySlice<UInt32>, _ body: (Int) -> Bool
    ) -> Bool {
        var before = 0
        var last = 0
        func append(_ letter: Int) -> Bool {
            // A triple has its middle inside a word of at least two letters.
            defer { (before, last) = (last, letter) }
            guard last != 0, before != 0 || letter != 0 else { return true }
            return body((before * letters + last) * letters + letter)
        }
        for scalar in word {
            let plain = LatinFolding.plainLetters(of: scalar)
            if plain.isEmpty {
                guard append(number(of: scalar)) else { return false }
            } else {
                for letter in plain { guard append(number(of: letter)) else { return false } }
            }
        }
        return append(0)
    }

    /// The number of a letter from 1, or 0 for all that isn't one.
    private static func number(of scalar: UInt32) -> Int {
        scalar.isASCIILower ? Int(scalar - UInt32(ascii: "a")) + 1 : 0
    }
}
