import TextAnalysis

/// Holds every rule to its own examples.
struct RuleExamples {
    let rules: RuleSet
    let lexicon: Lexicon

    /// Every example that fails and every pattern that no example reaches, rule by rule.
    func problems() -> [RuleError] {
        var problems: [RuleError] = []
        for (index, rule) in rules.rules.enumerated() {
            let matching = rule.matchExamples.map {
                ($0, Self.analyzed($0.value, lexicon.analyzer).reading(rules.known))
            }
            let others = rule.noMatchExamples.map {
                ($0, Self.analyzed($0.value, lexicon.analyzer).reading(rules.known))
            }
            for (example, text) in matching where !holds(index, text) {
                problems.append(rule.refused(.exampleNotMatched, line: example.line))
            }
            for (example, text) in others where holds(index, text) {
                problems.append(rule.refused(.exampleMatched, line: example.line))
            }
            problems += unreached(index, matching.map(\.1), others.map(\.1))
        }
        return problems
    }

    /// `[code PAYLOAD]` in a line stands for a code on the picture; the rest is text.
    static func analyzed(_ example: String, _ analyzer: TextAnalyzer) -> AnalyzedText {
        var text = ""
        var codes: [Transcript.Code] = []
        var rest = example[...]
        while let open = rest.firstRange(of: "[code "),
            let close = rest[open.upperBound...].firstIndex(of: "]")
        {
            text += rest[..<open.lowerBound]
            let payload = String(rest[open.upperBound..<close])
            codes.append(
                Transcript.Code(
                    symbology: .qr, payload: payload, box: Box(x: 0, y: 0, width: 1, height: 1)))
            rest = rest[rest.index(after: close)...]
        }
        return analyzer.analyze(text + rest, codes: codes)
    }

    private func holds(_ rule: Int, _ text: AnalyzedText) -> Bool {
        RuleEvaluation(rules, lexicon: lexicon, text: text).places[rule] != nil
    }

    /// Each pattern must match some `match` line, and each exception must stop a match in some `no_match` line.
    private func unreached(
        _ index: Int, _ matching: [AnalyzedText], _ others: [AnalyzedText]
    ) -> [RuleError] {
        let rule = rules.rules[index]
        var problems: [RuleError] = []
        guard case .patterns(let patterns, let unless) = rule.evidence else { return [] }
        let matcher = rules.matcher
        let programs = matcher.phrases.filter { $0.rule == index }.map(\.program)
        for (pattern, program) in zip(patterns, programs) {
            let isReached = matching.contains { text in
                var suppression = Suppression(
                    matcher: matcher, text: text, symbols: text.tokens.map(matcher.vocabulary.symbols))
                return matcher.search(program, in: text) { !suppression.stops(index, $0) }
            }
            if !isReached {
                problems.append(rule.refused(.unreachedPattern(pattern.value), line: pattern.line))
            }
        }
        for (pattern, exception) in zip(unless, matcher.exceptions[index] ?? []) {
            let isReached = others.contains { text in
                let stopped = Suppression.sentences(
                    exception, text, text.tokens.map(matcher.vocabulary.symbols))
                return programs.contains { program in
                    matcher.search(program, in: text) { tokens in
                        let first = text.tokens[tokens.lowerBound].sentence
                        let last = text.tokens[tokens.upperBound - 1].sentence
                        return (first...last).contains(where: stopped.contains)
                    }
                }
            }
            if !isReached {
                problems.append(rule.refused(.unreachedUnless(pattern.value), line: pattern.line))
            }
        }
        return problems
    }
}
