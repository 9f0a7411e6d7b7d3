/// Turns texts and transcripts into what rules see. Time and memory grow linearly with the text.
package struct TextAnalyzer: Sendable {
    package let suffixes: PublicSuffixList
    package let confusables: Confusables
    package let variants: HanVariants

    package init(
        suffixes: PublicSuffixList, confusables: Confusables, variants: HanVariants = HanVariants()
    ) {
        self.suffixes = suffixes
        self.confusables = confusables
        self.variants = variants
    }

    /// - Parameter codes: what was found on the picture beside the text; each makes a paragraph behind it.
    package func analyze(_ text: String, codes: [Transcript.Code] = []) -> AnalyzedText {
        analyze(text, places: [], codes: codes)
    }

    /// Takes the incoming lines only, and the codes. Each block makes a paragraph; lines with others between them are
    /// never one.
    package func analyze(_ transcript: Transcript) -> AnalyzedText {
        var text = ""
        var length = 0
        var places: [AnalyzedText.PlacedWord] = []
        var previous: Int?
        for (index, line) in transcript.lines.enumerated() where line.role == .incoming {
            if let previous {
                let isSameBlock = transcript.lines[previous].block == line.block
                let gap = previous == index - 1 && isSameBlock ? "\n" : "\n\n"
                text += gap
                length += gap.utf8.count
            }
            previous = index
            for (position, word) in line.words.enumerated() {
                if position > 0 {
                    text += " "
                    length += 1
                }
                let size = word.text.utf8.count
                text += word.text
                places.append(.init(range: length..<(length + size), line: index, box: word.box))
                length += size
            }
        }
        return analyze(text, places: places, codes: transcript.codes)
    }

    /// The words of a text without looking for entities, as patterns and names are read.
    package func words(_ text: String) -> [WordKey] {
        Tokenizer(NormalizedText(text), scanner: nil, confusables: confusables, variants: variants)
            .tokens.map(\.key)
    }

    /// As `words(_:)`; adds them to those that disguised words are read as.
    package func words(_ bytes: ArraySlice<UInt8>, into known: inout KnownWords) -> [WordKey] {
        var plain: [WordKey] = []
        if WordKey.appendPlain(bytes, to: &plain) {
            for word in bytes.split(separator: 0x20) { known.insert(word.map(UInt32.init)) }
            return plain
        }
        let text = NormalizedText(String(decoding: bytes, as: UTF8.self))
        let tokens = Tokenizer(text, scanner: nil, confusables: confusables, variants: variants).tokens
        for token in tokens { known.insert(text.folded[token.span]) }
        return tokens.map(\.key)
    }

    private func analyze(
        _ message: String, places: [AnalyzedText.PlacedWord], codes: [Transcript.Code]
    ) -> AnalyzedText {
        let paragraphs = CodeParagraphs(codes, behind: message, places: places)
        let normalized = NormalizedText(paragraphs.text)
        let scanner = EntityScanner(text: normalized, suffixes: suffixes)
        let tokenizer = Tokenizer(normalized, scanner: scanner, confusables: confusables, variants: variants)
        return AnalyzedText(
            text: paragraphs.text, tokens: tokenizer.tokens, entities: paragraphs.marked(tokenizer.entities),
            places: paragraphs.places, codes: paragraphs.codes,
            languages: TextLanguages(of: tokenizer.tokens, in: normalized), normalized: normalized,
            confusables: confusables)
    }
}
