package import Foundation
package import TextAnalysis

/// The rules and the lexicon, ready to judge texts. Immutable, so one serves all threads.
package struct ScamDetector: Sendable {
    package let lexicon: Lexicon
    private let ruleSet: RuleSet
    private let scorer: Scorer

    /// Loads and checks everything, the rules' own examples too. What of the lexicon needs no rules is read on a thread of its own meanwhile.
    /// - Parameters:
    ///   - rules: a folder with `groups.yaml` and `<language>/<group>.yaml`.
    ///   - lexicon: a folder with the lexicon's files.
    ///   - checksExamples: false for those who list all of `exampleProblems`, and for rules that were checked before.
    package init(rules: URL, lexicon: URL, checksExamples: Bool = true) throws(RuleError) {
        let reading = BackgroundWork { () throws(RuleError) in try Lexicon.analyzer(lexicon) }
        let source = Result { () throws(RuleError) in try RuleSource(directory: rules) }
        let analyzer = try reading.value()
        let world = BackgroundWork { () throws(RuleError) in
            let lexicon = try Lexicon(directory: lexicon, analyzer: analyzer)
            return (lexicon: lexicon, names: lexicon.organisations.plainNames)
        }
        // Waits for the lexicon even if the rules are refused, so that nothing goes on behind the caller's back.
        let outcome = Result { () throws(RuleError) in try RuleSet(source.get(), analyzer: analyzer) }
        let known = try world.value()
        self.lexicon = known.lexicon
        var ruleSet = try outcome.get()
        ruleSet.add(names: known.names)
        self.ruleSet = ruleSet
        scorer = Scorer(settings: ruleSet.settings)
        if checksExamples, let problem = exampleProblems().first { throw problem }
    }

    package var rules: [Rule] { ruleSet.rules }
    package var settings: ScoringSettings { ruleSet.settings }
    package var rulesVersion: String { ruleSet.settings.version }

    /// How findings become a probability, step by step.
    package func breakdown(_ findings: [Finding]) -> ScoreBreakdown {
        ScoreBreakdown(findings, settings: settings)
    }

    /// Rules that don't do what their examples say.
    package func exampleProblems() -> [RuleError] {
        RuleExamples(rules: ruleSet, lexicon: lexicon).problems()
    }

    /// - Parameter codes: what was found on a picture beside the text.
    package func analyze(_ text: String, codes: [Transcript.Code] = []) -> AnalyzedText {
        lexicon.analyzer.analyze(text, codes: codes).reading(ruleSet.known)
    }
    /// A line as rule files write their examples: `[code PAYLOAD]` stands for a code on the picture.
    package func analyze(example: String) -> AnalyzedText {
        RuleExamples.analyzed(example, lexicon.analyzer).reading(ruleSet.known)
    }
    package func analyze(_ transcript: Transcript) -> AnalyzedText {
        lexicon.analyzer.analyze(transcript).reading(ruleSet.known)
    }

    /// A text without any word, entity or code that leads somewhere gets the `unknown` verdict. Rules of weight 0, which only serve
    /// others, aren't among its findings.
    package func verdict(on text: AnalyzedText) -> Verdict {
        guard text.isJudgeable else { return .noText(rulesVersion: rulesVersion) }
        return verdict(of: findings(in: text), in: text)
    }

    /// - Parameter findings: strongest first.
    package func verdict(of findings: [Finding], in text: AnalyzedText) -> Verdict {
        var verdict = scorer.verdict(findings.filter { $0.weight != 0 })
        LanguageCoverage(of: text.languages, by: ruleSet.languages).limit(&verdict)
        return verdict
    }

    /// Every rule that holds, strongest first; equals in their files' order.
    /// - Parameter language: what to take the text for; nil for what its words say.
    package func findings(in text: AnalyzedText, as language: Language? = nil) -> [Finding] {
        let evaluation = RuleEvaluation(
            ruleSet, lexicon: lexicon, text: text, languages: language.map { TextLanguages([$0]) })
        var findings: [Finding] = []
        // By number, as a rule takes longer to copy than to find that it doesn't hold.
        for number in evaluation.places.indices {
            guard let places = evaluation.places[number] else { continue }
            let rule = ruleSet.rules[number]
            let trust = Scorer.trust(text.readingConfidence(of: places))
            findings.append(
                Finding(
                    rule: rule.id, title: rule.title, group: rule.group, scamType: rule.scamType,
                    weight: rule.weight * trust, trust: trust, isDecisive: settings.isDecisive(rule),
                    ranges: places, quote: Self.quote(places, text)))
        }
        return findings.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        .map(\.element)
    }

    private static func quote(_ places: [Range<Int>], _ text: AnalyzedText) -> String {
        let whole = places.prefix(8).map { text.quote($0) }.joined(separator: " … ")
        guard whole.count > Finding.longestQuote else { return whole }
        return whole.prefix(Finding.longestQuote - 1) + "…"
    }
}
