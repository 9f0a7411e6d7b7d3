import TextAnalysis

/// Words that were disguised, as a sign of somebody who hides from filters.
extension FeatureContext {
    /// A reader of pictures may take one `o` for a `0`; two such words are no accident.
    private static let fewestMisread = 2

    func words(disguisedBy disguise: Token.Disguise) -> [Range<Int>] {
        text.tokens.filter { $0.disguise == disguise }.map(\.range)
    }

    /// Letters of another script, or digits and signs in place of letters.
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
