import TextAnalysis

/// The one or two phrases of a text that weigh most: words in a row within a sentence.
struct WeightyPhrases {
    private static let most = 2
    /// A phrase has at most this many words, so that a mark on a picture doesn't cover a sentence.
    private static let longest = 6

    /// Their places in the raw text, in order.
    let places: [Range<Int>]

    /// - Parameters:
    ///   - parts: each token's part of the log-odds.
    ///   - isScam: whether they are to speak for a scam.
    init(_ parts: [Float], in text: AnalyzedText, isScam: Bool) {
        var phrases: [(tokens: Range<Int>, sum: Float)] = []
        for first in parts.indices {
            var (sum, best): (Float, (end: Int, sum: Float)) = (0, (first, 0))
            for next in first..<min(first + Self.longest, parts.count)
            where text.tokens[next].sentence == text.tokens[first].sentence {
                sum += isScam ? parts[next] : -parts[next]
                if sum > best.sum { best = (next + 1, sum) }
            }
            if best.end > first { phrases.append((first..<best.end, best.sum)) }
        }
        var chosen: [Range<Int>] = []
        for (tokens, _) in phrases.sorted(by: {
            ($1.sum, $0.tokens.lowerBound) < ($0.sum, $1.tokens.lowerBound)
        })
        where !chosen.contains(where: tokens.overlaps) {
            chosen.append(tokens)
            if chosen.count == Self.most { break }
        }
        if chosen.isEmpty, let best = parts.indices.max(by: { (parts[$0] < parts[$1]) == isScam }) {
            chosen = [best..<best + 1]
        }
        places = chosen.sorted { $0.lowerBound < $1.lowerBound }.map { text.place(of: $0) }
    }
}
