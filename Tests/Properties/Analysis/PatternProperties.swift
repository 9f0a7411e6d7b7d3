#if DEBUG || FUZZING
    @testable import ScamDetection
    import TextAnalysis

    /// Checks patterns of any characters. Line feeds separate a pattern, a text to match it with, and a second pattern
    /// that is an exception to the first.
    enum PatternProperties {
        static func check(_ bytes: ArraySlice<UInt8>, _ detector: ScamDetector) {
            let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            let text = parts.count > 1 ? parts[1] : ""
            var words = PatternWords(detector.lexicon.analyzer)
            guard let pattern = try? PatternParser.parse(parts[0], words: &words) else { return }
            let exception = parts.count > 2 ? try? PatternParser.parse(parts[2], words: &words) : nil
            var vocabulary = Vocabulary()
            vocabulary.add(words)
            guard let compiled = try? PatternCompiler.compiled(pattern, vocabulary) else { return }
            var matcher = PhraseMatcher(vocabulary: vocabulary)
            matcher.add(compiled, wording: 0, as: .sign)
            if let exception = exception.flatMap({ try? PatternCompiler.compiled($0, vocabulary) }) {
                matcher.add(exception, wording: 0, as: .exception)
            }
            matcher.seal()
            let program = matcher.phrases[0].program
            precondition(
                program.positions.count <= StateSet.capacity && !compiled.outline.firstSymbols.isEmpty)
            let requirements = compiled.outline.requirements
            precondition(!requirements.isEmpty && requirements.allSatisfy { !$0.isEmpty })
            for message in [text, text + " " + Self.words(of: parts[0])] {
                compare(matcher, on: detector.analyze(message))
            }
        }

        /// Returns the words of a pattern, for texts that it matches.
        private static func words(of pattern: String) -> String {
            String(pattern.map { "{}[]<>|".contains($0) ? " " : $0 })
        }

        /// Checks that the matcher, which uses an index, finds the same match as a search that starts at every word.
        private static func compare(_ matcher: PhraseMatcher, on text: AnalyzedText) {
            let symbols = matcher.symbols(of: text)
            var stopped = RangeSet<Int>()
            for exception in matcher.exceptions {
                stopped.formUnion(Suppression.tokens(reachedBy: exception.program, text, symbols))
            }
            let first = symbols.indices.lazy.compactMap { start -> Range<Int>? in
                guard let end = matcher.phrases[0].program.end(from: start, in: symbols) else {
                    return nil
                }
                precondition(end > start && end <= symbols.count)
                let match = start..<end
                return match.contains(where: stopped.contains) ? nil : match
            }.first
            precondition(matcher.matches(text) { _, _ in true }[0] == first)
        }
    }
#endif
