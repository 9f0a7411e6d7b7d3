import TextAnalysis

/// Tests every rule with its own examples.
struct RuleExamples {
    let rules: RuleSet
    let lexicon: Lexicon

    /// The number of batches that are tested side by side: enough to give all cores work until the end.
    private static let batches = 64

    /// Problems of all rules, in the rules' order: examples that fail, and patterns that no example reaches. Uses all
    /// cores.
    func problems() -> [RuleError] {
        let patterns = Self.byWording(rules.matcher.phrases + rules.replyMatcher.phrases)
        let exceptions = Self.byWording(rules.matcher.exceptions + rules.replyMatcher.exceptions)
        let wordings = Dictionary(grouping: rules.wordings.indices) { rules.wordings[$0].rule }
        return Array(rules.rules.indices).slices(Self.batches).concurrentMap { batch in
            batch.flatMap { rule in
                rules.rules[rule].languages.isEmpty
                    ? problems(rule)
                    : (wordings[rule] ?? []).flatMap {
                        problems($0, patterns[$0] ?? [], exceptions[$0] ?? [])
                    }
            }
        }.flatMap(\.self)
    }

    private static func byWording(_ phrases: [PhraseMatcher.Phrase]) -> [Int: [PatternProgram]] {
        Dictionary(grouping: phrases, by: \.wording).mapValues { $0.map(\.program) }
    }

    /// Reads an example; see `ExampleScreen` for its form.
    static func analyzed(_ example: String, _ analyzer: TextAnalyzer) -> AnalyzedText {
        ExampleScreen(example).analyzed(analyzer)
    }

    /// The problems of a rule without patterns.
    private func problems(_ index: Int) -> [RuleError] {
        let rule = rules.rules[index]
        return rule.examples.compactMap { example in
            let text = Self.analyzed(example.text.value, lexicon.analyzer).reading(rules.known)
            let languages = example.language.map { TextLanguages([$0]) }
            let holds =
                RuleEvaluation(rules, lexicon: lexicon, text: text, languages: languages).places[index] != nil
            guard holds != example.matches else { return nil }
            return rule.refused(
                example.matches ? .exampleNotMatched : .exampleMatched, line: example.text.line)
        }
    }

    private func problems(
        _ index: Int, _ programs: [PatternProgram], _ exceptions: [PatternProgram]
    ) -> [RuleError] {
        let wording = rules.wordings[index]
        let rule = rules.rules[wording.rule]
        let source = rule.condition.wordings[wording.number]
        let examples = rule.examples.filter { $0.language == wording.language }
        let matching = examples.filter(\.matches).map { sample($0.text, of: rule) }
        let others = examples.filter { !$0.matches }.map { sample($0.text, of: rule) }
        func applies(_ sample: Sample) -> Bool {
            let languages = sample.text.languages
            let isOpen = !languages.isCertain && rules.languages.latin.contains(wording.language)
            return isOpen || languages.ranked.contains(wording.language)
        }
        func holds(_ sample: Sample) -> Bool {
            applies(sample) && programs.contains { isReached($0, of: index, by: sample) }
        }
        var problems: [RuleError] = []
        for sample in matching where !holds(sample) {
            let reason: RuleError.Reason = applies(sample) ? .exampleNotMatched : .exampleInAnotherLanguage
            problems.append(rule.refused(reason, line: sample.line))
        }
        for sample in others where holds(sample) {
            problems.append(rule.refused(.exampleMatched, line: sample.line))
        }
        for (source, program) in zip(source.patterns, programs)
        where !matching.contains(where: { isReached(program, of: index, by: $0) }) {
            problems.append(rule.refused(.unreachedPattern(source.value), line: source.line))
        }
        for (source, exception) in zip(source.unless, exceptions)
        where !others.contains(where: { isStopped($0, by: exception, programs) }) {
            problems.append(rule.refused(.unreachedUnless(source.value), line: source.line))
        }
        return problems
    }

    private struct Sample {
        let text: AnalyzedText
        let line: Int?
        let matcher: PhraseMatcher
        /// The texts in which the rule's patterns are looked for: the example, or the owner's answers in it.
        let parts: [(text: AnalyzedText, symbols: [Vocabulary.Symbols])]

        /// Whether the pattern matches in one of the parts, and `isEnough` is true of the match.
        func contains(
            _ program: PatternProgram,
            where isEnough: (Range<Int>, (text: AnalyzedText, symbols: [Vocabulary.Symbols])) -> Bool
        ) -> Bool {
            parts.contains { part in
                part.symbols.indices.contains { start in
                    guard let end = program.end(from: start, in: part.symbols) else {
                        return false
                    }
                    return part.text.isOneTurn(start..<end) && isEnough(start..<end, part)
                }
            }
        }
    }

    private func sample(_ example: Rule.Located<String>, of rule: Rule) -> Sample {
        let text = Self.analyzed(example.value, lexicon.analyzer).reading(rules.known)
        let matcher = rule.isAboutReplies ? rules.replyMatcher : rules.matcher
        let parts = rule.isAboutReplies ? text.screen?.replies ?? [] : [text]
        return Sample(
            text: text, line: example.line, matcher: matcher,
            parts: parts.map { ($0, matcher.symbols(of: $0)) })
    }

    /// Whether the pattern matches at a place where no exception stops it.
    private func isReached(_ program: PatternProgram, of wording: Int, by sample: Sample) -> Bool {
        sample.contains(program) { tokens, part in
            var suppression = Suppression(matcher: sample.matcher, text: part.text, symbols: part.symbols)
            return !suppression.stops(wording, tokens)
        }
    }

    private func isStopped(_ sample: Sample, by exception: PatternProgram, _ programs: [PatternProgram])
        -> Bool
    {
        programs.contains { program in
            sample.contains(program) { tokens, part in
                let stopped = Suppression.tokens(reachedBy: exception, part.text, part.symbols)
                return tokens.contains(where: stopped.contains)
            }
        }
    }
}

/// An example of a rule file, which may stand for a picture.
///
/// `[code PAYLOAD]` is a QR code on the picture. `[from NAME]` is the sender, `[page ADDRESS]` the text of the
/// browser's address bar, `[reply WORDS]` a message that the picture's owner wrote, `[screen]` and `[mail]` say that
/// it shows no talk, and `[next]` begins another message or part. An example without any of the last six is a plain text.
struct ExampleScreen {
    private enum Part {
        case words(String)
        case reply(String)
        case next
    }

    private var parts: [Part] = []
    private var codes: [Transcript.Code] = []
    private var sender: String?
    private var address: String?
    private var layout: OCRLayout?

    init(_ example: String) {
        var text = ""
        var rest = example[...]
        while let open = rest.firstIndex(of: "[") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "]") else { break }
            let inside = rest[rest.index(after: open)..<close]
            let name = inside.prefix { $0 != " " }
            let value = String(inside.dropFirst(name.count + 1))
            switch name {
            case "code" where !value.isEmpty:
                let box = Box(x: 0, y: 0, width: 1, height: 1)
                codes.append(Transcript.Code(symbology: .qr, payload: value, box: box))
            case "from": sender = value
            case "page": address = value
            case "screen": layout = .plain
            case "mail": layout = .email
            case "reply":
                parts += [.words(text), .reply(value)]
                text = ""
            case "next":
                parts += [.words(text), .next]
                text = ""
            default: text += "[\(inside)]"
            }
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.words(text + rest))
    }

    func analyzed(_ analyzer: TextAnalyzer) -> AnalyzedText {
        if parts.count == 1, sender == nil, address == nil, layout == nil,
            case .words(let text)? = parts.first
        {
            return analyzer.analyze(text, codes: codes)
        }
        var transcript = Transcript(
            lines: [], width: 1, height: 1, languages: [],
            layout: layout ?? (address == nil ? .chat : .webPage))
        if let line = sender.flatMap({ Self.line($0, .chrome) }) {
            transcript.senderLine = transcript.lines.count
            transcript.lines.append(line)
        }
        if let line = address.flatMap({ Self.line($0, .incoming) }) {
            transcript.addressLine = transcript.lines.count
            transcript.lines.append(line)
        }
        for part in parts {
            switch part {
            case .words(let text):
                if let line = Self.line(text, .incoming) { transcript.lines.append(line) }
            case .reply(let text):
                if let line = Self.line(text, .outgoing) { transcript.lines.append(line) }
            case .next: break
            }
        }
        for index in transcript.lines.indices { transcript.lines[index].block = index }
        transcript.codes = codes
        return analyzer.analyze(transcript)
    }

    private static func line(_ text: String, _ role: LineRole) -> Transcript.Line? {
        let words = text.split(whereSeparator: \.isWhitespace).map {
            Transcript.Word(
                text: String($0), confidence: 1, box: Box(x: 0, y: 0, width: 1, height: 1))
        }
        return words.isEmpty ? nil : Transcript.Line(words: words, role: role)
    }
}
