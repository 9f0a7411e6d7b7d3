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

    /// Takes the incoming lines, a browser's address and the codes; what the owner wrote is kept apart. Each block
    /// makes a paragraph; lines with others between them are never one.
    package func analyze(_ transcript: Transcript) -> AnalyzedText {
        var builder = TranscriptText(transcript)
        for reply in builder.replies { builder.screen.replies.append(analyze(reply)) }
        return analyze(
            builder.text, places: builder.places, codes: transcript.codes, screen: builder.screen)
    }

    /// The words of a text without looking for entities, as patterns and names are read.
    package func words(_ text: String) -> [WordKey] {
        Tokenizer(NormalizedText(text), scanner: nil, confusables: confusables, variants: variants)
            .tokens.map(\.key)
    }

    /// As `words(_:)`; hands on each word's key and letters too.
    package func words(
        _ bytes: ArraySlice<UInt8>, _ body: (WordKey, ArraySlice<UInt32>) -> Void
    ) -> [WordKey] {
        let text = NormalizedText(String(decoding: bytes, as: UTF8.self))
        let tokens = Tokenizer(text, scanner: nil, confusables: confusables, variants: variants).tokens
        for token in tokens { body(token.key, text.folded[token.span]) }
        return tokens.map(\.key)
    }

    private func analyze(
        _ message: String, places: [AnalyzedText.PlacedWord], codes: [Transcript.Code],
        screen: ScreenContext? = nil
    ) -> AnalyzedText {
        let paragraphs = CodeParagraphs(codes, behind: message, places: places)
        let normalized = NormalizedText(paragraphs.text)
        let scanner = EntityScanner(text: normalized, suffixes: suffixes)
        let tokenizer = Tokenizer(normalized, scanner: scanner, confusables: confusables, variants: variants)
        var entities = paragraphs.marked(tokenizer.entities)
        if let line = screen?.address {
            entities = PageAddress(suffixes: suffixes).added(to: entities, line: line, of: paragraphs.text)
        }
        return AnalyzedText(
            text: paragraphs.text, tokens: tokenizer.tokens, entities: entities,
            places: paragraphs.places, codes: paragraphs.codes,
            languages: TextLanguages(of: tokenizer.tokens, in: normalized), screen: screen,
            normalized: normalized, confusables: confusables)
    }
}
