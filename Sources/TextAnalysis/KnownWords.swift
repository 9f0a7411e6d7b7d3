/// The words that rules and names look for in texts, and what their disguises look like.
package struct KnownWords: Sendable {
    /// Words, and their looks in single disguised words: this set's, and then those of the sets that were merged into it.
    private var words = [LookTable()]
    /// The words' looks in texts that distort many words. They are asked for seldom and stand apart, so that the other tables are small.
    private var distortions = [LookTable()]
    /// How the words of Latin letters are spelled.
    package private(set) var spelling = Spelling()

    /// A word is recognised by its look if it has at least this many letters.
    package static let minLettersByLook = 2

    /// The largest number of sets that are merged; more are never stored.
    private static let mostTables = 16

    package init() {}

    /// Adds a lower-case word. If two words have one look, the look stands for the word that was added first.
    package mutating func insert(_ word: ArraySlice<UInt32>) {
        insert(word, byLookFrom: Self.minLettersByLook)
    }

    /// Adds a lower-case ASCII word, as `insert(_:)` does.
    /// - Parameter shortest: the word is recognised by its look if it has at least this many letters.
    package mutating func insert(ascii word: ArraySlice<UInt8>, byLookFrom shortest: Int) {
        insert(word.map(UInt32.init)[...], byLookFrom: shortest)
    }

    private mutating func insert(_ word: ArraySlice<UInt32>, byLookFrom shortest: Int) {
        let key = WordKey(plain: word)
        guard !contains(key) else { return }
        spelling.insert(word)
        words[0].insert(key.value, key)
        for kind in WordLook.Kind.allCases where word.count >= max(shortest, kind.minLetters) {
            var look = WordLook(kind)
            for scalar in word { look.append(scalar) }
            if kind.isDistortion {
                distortions[0].insert(look.key, key)
            } else {
                words[0].insert(look.key, key)
            }
        }
    }

    /// Adds another set's words. If two words have one look, the look goes on to stand for the word of this set.
    package mutating func merge(_ other: KnownWords) {
        spelling.merge(other.spelling)
        words += other.words
        distortions += other.distortions
    }

    package func write(to writer: inout SnapshotWriter) {
        for tables in [words, distortions] {
            writer.number(tables.count)
            for table in tables { table.write(to: &writer) }
        }
        spelling.write(to: &writer)
    }

    package init(from reader: inout SnapshotReader) throws(SnapshotError) {
        words = try Self.tables(from: &reader)
        distortions = try Self.tables(from: &reader)
        spelling = try Spelling(from: &reader)
    }

    private static func tables(from reader: inout SnapshotReader) throws(SnapshotError) -> [LookTable] {
        var tables: [LookTable] = []
        for _ in 0..<(try reader.number(1...mostTables)) { tables.append(try LookTable(from: &reader)) }
        return tables
    }

    package func contains(_ word: WordKey) -> Bool { words.contains { $0.find(word.value) != nil } }

    func word(_ look: WordLook) -> WordKey? {
        for table in look.kind.isDistortion ? distortions : words {
            if let word = table.find(look.key) { return word }
        }
        return nil
    }
}

/// A hash table with open addressing: the keys of words and of looks, and the word that each key stands for.
private struct LookTable {
    /// A place with 0 is free.
    private var keys: [UInt64] = Array(repeating: 0, count: Self.firstPlaces)
    /// The number of the word that the key at each place stands for.
    private var numbers: [UInt32] = Array(repeating: 0, count: Self.firstPlaces)
    private var words: [UInt64] = []
    private var count = 0

    /// The shipped rules' words need eight times as many places, so that the table grows three times.
    private static let firstPlaces = 1 << 14

    init() {}

    func write(to writer: inout SnapshotWriter) {
        writer.numbers(keys)
        writer.numbers(numbers)
        writer.numbers(words)
    }

    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        keys = try reader.numbers()
        numbers = try reader.numbers()
        words = try reader.numbers()
        count = keys.count { $0 != 0 }
        // A search ends at a free place. A free place has the number 0, even if there are no words.
        guard keys.count == numbers.count, keys.count.nonzeroBitCount == 1, count < keys.count,
            numbers.allSatisfy({ $0 < max(words.count, 1) }), count == 0 || !words.isEmpty
        else { throw SnapshotError() }
    }

    func find(_ key: UInt64) -> WordKey? {
        var place = home(key)
        while keys[place] != 0 {
            if keys[place] == key { return WordKey(value: words[Int(numbers[place])]) }
            place = (place + 1) & (keys.count - 1)
        }
        return nil
    }

    private func home(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
    }

    /// - Parameter word: all keys of a word are inserted one after the other.
    mutating func insert(_ key: UInt64, _ word: WordKey) {
        if words.last != word.value { words.append(word.value) }
        insert(key, number: UInt32(words.count - 1))
    }

    private mutating func insert(_ key: UInt64, number: UInt32) {
        if count * 4 >= keys.count * 3 { grow() }
        var place = home(key)
        while keys[place] != 0 {
            if keys[place] == key { return }
            place = (place + 1) & (keys.count - 1)
        }
        keys[place] = key
        numbers[place] = number
        count += 1
    }

    private mutating func grow() {
        let old = zip(keys, numbers)
        keys = Array(repeating: 0, count: keys.count * 2)
        numbers = Array(repeating: 0, count: keys.count)
        count = 0
        for (key, number) in old where key != 0 { insert(key, number: number) }
    }
}

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
