/// Finds filler words: one word, or a few by turns, that come again and again every few words, as no prose has them. A sender who puts
/// them between the words of a message keeps it from patterns, but not from people.
struct FillerWords {
    /// The indices of the tokens that are fillers.
    private(set) var indices: Set<Int> = []

    /// The fillers of a stretch are at most this many tokens apart from each other: two words and the filler, of which one may be
    /// cut in two at a hyphen.
    private static let farthest = 4
    /// A stretch of one filler needs at least this many of it, and one of several by turns this many in all.
    private static let fewest = 6
    private static let fewestByTurns = 10
    /// Where several words are fillers by turns, each comes at least this often.
    private static let fewestOfEach = 3
    /// Each also comes this many times as often as the text's other words on average: a message that is sent twice has no fillers.
    private static let frequency = 2
    /// The number of counters with which texts without fillers are told apart at little cost.
    private static let counters = 64

    /// - Parameter languages: their function words are fillers only where one alone comes again and again.
    init(_ tokens: [Token], in text: NormalizedText, languages: Languages) {
        guard tokens.count >= Self.fewest * 2, Self.repeats(tokens) else { return }
        // Each character of Chinese counts as a word and comes again in many others.
        let words = tokens.indices.filter {
            tokens[$0].kind == nil && text.classes[tokens[$0].span.lowerBound] != .ideograph
        }
        .sorted { (tokens[$0].key.value, $0) < (tokens[$1].key.value, $1) }
        var often: [ArraySlice<Int>] = []
        var (others, different) = (0, 0)
        var start = 0
        while start < words.count {
            var end = start + 1
            while end < words.count, tokens[words[end]].key == tokens[words[start]].key { end += 1 }
            let places = words[start..<end]
            if places.count >= Self.fewest { add(places, atLeast: Self.fewest) }
            if places.count >= Self.fewestOfEach, languages.mask(of: tokens[words[start]].key) == 0 {
                often.append(places)
            } else {
                others += places.count
                different += 1
            }
            start = end
        }
        let byTurns = often.filter { $0.count * different >= others * Self.frequency }
        add(byTurns.flatMap(\.self).sorted()[...], atLeast: Self.fewestByTurns)
    }

    /// Whether enough words may come again for a stretch. Words that share a counter are taken for one.
    private static func repeats(_ tokens: [Token]) -> Bool {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: counters) { counts in
            counts.initialize(repeating: 0)
            for token in tokens where token.kind == nil {
                counts[Int(token.key.value >> 32) & (counters - 1)] += 1
            }
            var byTurns = 0
            for count in counts where count >= fewestOfEach {
                if count >= fewest { return true }
                byTurns += count
            }
            return byTurns >= fewestByTurns
        }
    }

    /// Adds the stretches of places that are close to each other. In a stretch of one word after the other, as in `ha ha ha`, none is
    /// a filler.
    private mutating func add(_ places: ArraySlice<Int>, atLeast fewest: Int) {
        guard places.count >= fewest else { return }
        var first = places.startIndex
        for next in first + 1...places.endIndex
        where next == places.endIndex || places[next] - places[next - 1] > Self.farthest
            || places[next] - places[next - 1] == 1
        {
            if next - first >= fewest { indices.formUnion(places[first..<next]) }
            first = next
        }
    }
}
