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
    private var words: [WordKey] = Array(repeating: WordKey(), count: Self.firstPlaces)
    private var count = 0

    /// The shipped rules' words need four to eight times as many places, so that the table grows two or three times.
    private static let firstPlaces = 1 << 14

    func find(_ key: UInt64) -> WordKey? {
        var place = home(key)
        while keys[place] != 0 {
            if keys[place] == key { return words[place] }
            place = (place + 1) & (keys.count - 1)
        }
        return nil
    }

    private func home(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
    }

    mutating func insert(_ key: UInt64, _ word: WordKey) {
        if count * 2 >= keys.count { grow() }
        var place = home(key)
        while keys[place] != 0 {
            if keys[place] == key { return }
            place = (place + 1) & (keys.count - 1)
        }
        keys[place] = key
        words[place] = word
        count += 1
    }

    private mutating func grow() {
        let old = zip(keys, words)
        keys = Array(repeating: 0, count: keys.count * 2)
        words = Array(repeating: WordKey(), count: keys.count)
        count = 0
        for (key, word) in old where key != 0 { insert(key, word) }
    }
}
