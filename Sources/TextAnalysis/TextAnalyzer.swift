/// Turns texts and transcripts into the words and entities that rules see. Time and memory are linear in the text.
package final class TextAnalyzer: Sendable {
    package let suffixes: PublicSuffixList
    package let confusables: Confusables
    package let variants: HanVariants
    package let languages: Languages

    package init(
        suffixes: PublicSuffixList, confusables: Confusables, variants: HanVariants = HanVariants(),
        languages: Languages = Languages()
    ) {
        self.suffixes = suffixes
        self.confusables = confusables
        self.variants = variants
        self.languages = languages
    }

    /// Writes all but the languages.
    package func write(to writer: inout SnapshotWriter) {
        suffixes.write(to: &writer)
        confusables.write(to: &writer)
        variants.write(to: &writer)
    }

    package convenience init(from reader: inout SnapshotReader, languages: Languages) throws(SnapshotError) {
        self.init(
            suffixes: try PublicSuffixList(from: &reader), confusables: try Confusables(from: &reader),
            variants: try HanVariants(from: &reader), languages: languages)
    }

    /// Analyzes a text that came without a transcript.
    /// - Parameter codes: the codes on the image beside the text; each becomes a paragraph after the text.
    package func analyze(_ text: String, codes: [Transcript.Code] = []) -> AnalyzedText {
        analyze(DisplayedText(text, languages: languages).text, places: [], codes: codes)
    }

    /// Takes the incoming lines, a browser's address and the codes. What the owner wrote is kept apart. Each block becomes a
    /// paragraph; lines with others between them are never one paragraph. Beside the text stand those of other readings.
    package func analyze(_ transcript: Transcript) -> AnalyzedText {
        var text = likeliestText(of: transcript)
        text.alternatives = Self.alternatives(to: text, of: transcript, analyze: likeliestText)
        return text
    }

    /// Takes all lines as one text, whoever wrote them and however well they were read: roles follow from sides, colours and places, which
    /// a sender can copy.
    package func analyze(whole transcript: Transcript) -> AnalyzedText {
        likeliestText(of: transcript, isWhole: true)
    }

    private func likeliestText(of transcript: Transcript) -> AnalyzedText {
        likeliestText(of: transcript, isWhole: false)
    }

    private func likeliestText(of transcript: Transcript, isWhole: Bool) -> AnalyzedText {
        var builder = TranscriptText(transcript, isWhole: isWhole)
        for reply in builder.replies { builder.screen.replies.append(analyze(reply)) }
        return analyze(
            builder.text, places: builder.places, codes: transcript.codes, screen: builder.screen)
    }

    /// Returns the words of a text without looking for entities, as patterns and names are read.
    package func words(_ text: String) -> [WordKey] {
        Tokenizer(NormalizedText(text), scanner: nil, of: self).tokens.map(\.key)
    }

    /// Returns the words of a text in UTF-8, as `words(_:)` does.
    /// - Parameter body: called with the key and the letters of each word.
    package func words(
        _ bytes: ArraySlice<UInt8>, _ body: (WordKey, ArraySlice<UInt32>) -> Void
    ) -> [WordKey] {
        let text = NormalizedText(String(decoding: bytes, as: UTF8.self))
        let tokens = Tokenizer(text, scanner: nil, of: self).tokens
        for token in tokens { body(token.key, text.folded[token.span]) }
        return tokens.map(\.key)
    }

    private func analyze(
        _ message: String, places: [AnalyzedText.PlacedWord], codes: [Transcript.Code],
        screen: ScreenContext? = nil
    ) -> AnalyzedText {
        let paragraphs = CodeParagraphs(codes, behind: message, places: places)
        let normalized = NormalizedText(paragraphs.text)
        let scanner = EntityScanner(text: normalized, suffixes: suffixes, languages: languages)
        let tokenizer = Tokenizer(normalized, scanner: scanner, of: self)
        var entities = paragraphs.marked(tokenizer.entities)
        if let line = screen?.address {
            entities = PageAddress(suffixes: suffixes, languages: languages)
                .added(to: entities, line: line, of: paragraphs.text)
        }
        return AnalyzedText(
            text: paragraphs.text, tokens: tokenizer.tokens, entities: entities,
            places: paragraphs.places, codes: paragraphs.codes,
            languages: TextLanguages(of: tokenizer.tokens[...], in: normalized, known: languages),
            screen: screen,
            normalized: normalized, confusables: confusables, known: languages)
    }
}
