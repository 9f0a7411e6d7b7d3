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

extension TextAnalyzer {
    /// Returns the form in which words are compared: NFKC, in lower case, without invisible characters.
    package func normalForm(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for value in NormalizedText(text).folded {
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}

/// Reads the address in a browser's bar, even where a message with the same words would hold none.
struct PageAddress {
    let suffixes: PublicSuffixList
    let languages: Languages

    /// Returns the entities with the address among them.
    /// - Parameter line: the bar's place in the text, in UTF-8 bytes.
    func added(to entities: [Entity], line: Range<Int>, of text: String) -> [Entity] {
        guard !entities.contains(where: { $0.link != nil && $0.range.overlaps(line) }),
            let address = entity(line, of: Array(text.utf8)[line])
        else { return entities }
        let place = entities.firstIndex { $0.range.lowerBound >= line.lowerBound } ?? entities.count
        return entities[..<place] + [address] + entities[place...]
    }

    /// The entity for the longest word of the line. That word is the address: the lock icon beside it is read as a shorter one.
    private func entity(_ line: Range<Int>, of bytes: ArraySlice<UInt8>) -> Entity? {
        let words = bytes.split(separator: UInt8(ascii: " "))
        guard let word = words.max(by: { $0.count < $1.count }), word.count < EntityScanner.reach else {
            return nil
        }
        let text = NormalizedText("https://" + String(decoding: word, as: UTF8.self))
        let scanner = EntityScanner(text: text, suffixes: suffixes, languages: languages)
        guard let found = scanner.entity(at: 0), var link = found.link else { return nil }
        link.scheme = nil
        return Entity(
            kind: .url, range: word.startIndex..<word.endIndex, text: link.host + link.path, link: link)
    }
}
