import TextAnalysis

extension KnownWords {
    /// Words as rules look for them.
    init(_ words: [String]) {
        self.init()
        for word in words { insert(ascii: Array(word.utf8)[...], byLookFrom: 4) }
    }
}
