import TextAnalysis

/// A feature for disguised words, which show that the sender hides from filters.
extension FeatureContext {
    /// Words with digits in place of letters count as a disguise if there are at least this many: text recognition may read one
    /// `o` as `0`, but seldom two.
    private static let fewestMisread = 2

    func words(disguisedBy disguise: Token.Disguise) -> [Range<Int>] {
        text.tokens.filter { $0.disguise == disguise }.map(\.range)
    }

    /// Words with letters of another script, or with digits and signs in place of letters.
    func disguisedWords() -> [Range<Int>] {
        guard text.tokens.contains(where: \.isDisguised) else { return [] }
        let lookalike = words(disguisedBy: .lookalike)
        let digits = words(disguisedBy: .misread).filter { range in
            text.quote(range).utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
        }
        let all = digits.count < Self.fewestMisread && lookalike.isEmpty ? [] : lookalike + digits
        return all.sorted { $0.lowerBound < $1.lowerBound }
    }
}
