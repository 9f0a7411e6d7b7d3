/// Turns texts and transcripts into what rules see. Time and memory grow linearly with the text.
package struct TextAnalyzer: Sendable {
    package let suffixes: PublicSuffixList
    package let confusables: Confusables

    package init(suffixes: PublicSuffixList, confusables: Confusables) {
        self.suffixes = suffixes
        self.confusables = confusables
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
        Tokenizer(NormalizedText(text), scanner: nil, confusables: confusables).tokens.map(\.key)
    }

    private func analyze(
        _ message: String, places: [AnalyzedText.PlacedWord], codes: [Transcript.Code],
        screen: ScreenContext? = nil
    ) -> AnalyzedText {
        let paragraphs = CodeParagraphs(codes, behind: message, places: places)
        let normalized = NormalizedText(paragraphs.text)
        let scanner = EntityScanner(text: normalized, suffixes: suffixes)
        let tokenizer = Tokenizer(normalized, scanner: scanner, confusables: confusables)
        return AnalyzedText(
            text: paragraphs.text, tokens: tokenizer.tokens, entities: paragraphs.marked(tokenizer.entities),
            places: paragraphs.places, codes: paragraphs.codes, screen: screen)
    }
}
