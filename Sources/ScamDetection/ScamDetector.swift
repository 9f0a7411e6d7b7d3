package import TextAnalysis
package import Foundation
import Synchronization
import Texts

/// The rules and the lexicon, ready to judge texts. It is immutable, so all threads can share one.
///
/// This and what it is made of are classes, as copies of their many parts took a seventh of the time for a text.
package final class ScamDetector: Sendable {
    package let lexicon: Lexicon
    private let textModel: TextModel
    private let ruleSet: RuleSet
    /// How words of the languages with rules are spelled.
    private let spelling: Spelling
    /// Messages that are known; nil where each is judged by itself.
    private let memory = Mutex<MessageMemory?>(nil)

    /// Loads and checks everything. Rules and lexicon load side by side (docs/adr/0010-loading.md).
    /// - Parameters:
    ///   - rules: a folder with `groups.yaml`, a file for each concept and `text.model`.
    ///   - lexicon: a folder with the lexicon's files.
    ///   - languages: the languages that texts are told apart by; rules may be for any of them.
    ///   - checksExamples: whether to test the rules' examples, which takes longer than loading. False
    ///     for rules that were tested before, and for callers that list all of `exampleProblems`.
    package init(
        rules: URL, lexicon: URL, languages: Languages, checksExamples: Bool = true
    ) throws(RuleError) {
        let reading = BackgroundWork { () throws(RuleError) in try Lexicon.analyzer(lexicon, languages) }
        let source = Result { () throws(RuleError) in try RuleSource(directory: rules, languages: languages) }
        let analyzer = try reading.value()
        let world = BackgroundWork { () throws(RuleError) in
            let lexicon = try Lexicon(directory: lexicon, analyzer: analyzer)
            return (
                lexicon: lexicon, names: lexicon.organisations.plainNames,
                textModel: try TextModel(directory: rules)
            )
        }
        // The lexicon is waited for even if the rules are refused, so that no thread outlives the call.
        let outcome = Result { () throws(RuleError) in try RuleSet(source.get(), analyzer: analyzer) }
        let known = try world.value()
        self.lexicon = known.lexicon
        textModel = known.textModel
        let ruleSet = try RuleSet(outcome.get(), names: known.names)
        self.ruleSet = ruleSet
        var spelling = ruleSet.known.spelling
        for profile in languages.profiles where ruleSet.languages.all.contains(profile.language) {
            for word in profile.functionWords { spelling.insert(word.unicodeScalars.map(\.value)[...]) }
            for word in profile.messageWords { spelling.insert(word.unicodeScalars.map(\.value)[...]) }
        }
        self.spelling = spelling
        if checksExamples, let problem = exampleProblems().first { throw problem }
    }

    /// Writes all but the settings and the text model.
    func write(to writer: inout SnapshotWriter) {
        lexicon.analyzer.languages.write(to: &writer)
        lexicon.write(to: &writer)
        ruleSet.write(to: &writer)
        spelling.write(to: &writer)
    }

    init(
        from reader: inout SnapshotReader, settings: ScoringSettings, textModel: TextModel
    ) throws(SnapshotError) {
        let languages = try Languages(from: &reader)
        lexicon = try Lexicon(from: &reader, languages: languages)
        self.textModel = textModel
        ruleSet = try RuleSet(
            from: &reader, settings: settings, known: languages, names: lexicon.organisations.plainNames)
        spelling = try Spelling(from: &reader)
    }

    /// Has messages judged by what is known of them, too. It is called before the first text is judged.
    package func use(_ memory: MessageMemory) { self.memory.withLock { $0 = memory } }

    package var rules: [Rule] { ruleSet.rules }
    package var settings: ScoringSettings { ruleSet.settings }
    /// The words that rules look for.
    package var vocabulary: KnownWords { ruleSet.vocabulary }
    package var rulesVersion: String { ruleSet.settings.version }

    /// The language whose words a text holds; nil if they are of no known one. One too short to tell is most often of the default one.
    package func language(of text: AnalyzedText) -> Language? {
        let (ranked, known) = (text.languages.ranked, lexicon.analyzer.languages)
        return ranked.first ?? (text.languages.isUnknown ? nil : known.defaultLanguage)
    }

    /// The steps that lead from findings to a probability.
    /// - Parameter absent: the indices of findings that don't count.
    package func breakdown(_ findings: [Finding], without absent: [Int] = []) -> ScoreBreakdown {
        ScoreBreakdown(findings, without: absent, settings: settings)
    }

    /// The problems that testing the rules' examples shows.
    package func exampleProblems() -> [RuleError] {
        RuleExamples(rules: ruleSet, lexicon: lexicon).problems()
    }

    /// - Parameter codes: the codes on a picture beside the text.
    package func analyze(_ text: String, codes: [Transcript.Code] = []) -> AnalyzedText {
        lexicon.analyzer.analyze(text, codes: codes).reading(ruleSet.known)
    }
    /// Analyzes an example of a rule file, which may stand for a picture.
    package func analyze(example: String) -> AnalyzedText {
        RuleExamples.analyzed(example, lexicon.analyzer).reading(ruleSet.known)
    }
    package func analyze(_ transcript: Transcript) -> AnalyzedText {
        lexicon.analyzer.analyze(transcript).reading(ruleSet.known)
    }
    /// Analyzes all lines of a picture as one text, whoever wrote them.
    package func analyze(whole transcript: Transcript) -> AnalyzedText {
        lexicon.analyzer.analyze(whole: transcript).reading(ruleSet.known)
    }

    /// The verdict on a text. A text without any word, entity or code that leads somewhere gets the risk `unknown`.
    /// Rules of weight 0, which only serve others, aren't among the findings.
    package func verdict(on text: AnalyzedText) -> Verdict {
        guard text.isJudgeable else { return .noText(rulesVersion: rulesVersion) }
        let evaluation = RuleEvaluation(ruleSet, lexicon: lexicon, text: text)
        var verdict = Scorer(settings: settings).verdict(findings(evaluation, text))
        verdict.languages = evaluation.coverage
        let known = lexicon.analyzer.languages
        verdict.limit(
            by: Understanding(of: text, spelling: spelling, among: known, judged: ruleSet.languages.all),
            among: known)
        return verdict
    }

    /// A finding for every rule that holds and one for the text model, the strongest first; equals stand in their files' order. Rules say
    /// more to a person, so that the model never stands before one that speaks for a scam.
    package func findings(in text: AnalyzedText) -> [Finding] {
        findings(RuleEvaluation(ruleSet, lexicon: lexicon, text: text), text)
    }

    private func findings(_ evaluation: RuleEvaluation, _ text: AnalyzedText) -> [Finding] {
        var contexts = [evaluation.context]
        var findings = ruleFindings(evaluation, text, &contexts)
        // Ordinary words calm nothing beside what somebody confirmed.
        let known = memory.withLock { $0 }?.finding(for: text, lexicon)
        let claim = Claim(findings + (known.map { [$0] } ?? []), contexts)
        for index in findings.indices where findings[index].group == .protective && claim.silencesCalm {
            findings[index].weight = 0
        }
        if let finding = wordFinding(text, claim) { findings.append(finding) }
        if let known { findings.append(known) }
        func rank(_ finding: Finding) -> Double {
            finding.group == .words && finding.weight > 0 ? 0.0.nextUp : finding.weight
        }
        return findings.indices.sorted {
            (rank(findings[$1]), $0) < (rank(findings[$0]), $1)
        }
        .map { findings[$0] }
    }

    /// - Parameter contexts: gets that of each other reading.
    private func ruleFindings(
        _ evaluation: RuleEvaluation, _ text: AnalyzedText, _ contexts: inout [FeatureContext]
    ) -> [Finding] {
        let odds = ReadingOdds(text.alternatives, likeliest: evaluation.places) { other in
            let other = RuleEvaluation(ruleSet, lexicon: lexicon, text: other)
            contexts.append(other.context)
            return other.places
        }
        var findings: [Finding] = []
        for number in odds.rules {
            guard let evidence = odds.evidence(of: number) else { continue }
            findings.append(
                finding(
                    of: number, at: evidence.ranges,
                    trust: Scorer.trust(text.readingConfidence(of: evidence.ranges)) * odds[number],
                    isLikely: evaluation.places.holds(number),
                    quote: evidence.other.map { Self.quote(evidence.places, $0) }
                        ?? Self.quote(evidence.places, text)))
        }
        return findings
    }

    private func finding(
        of number: Int, at ranges: [Range<Int>], trust: Double, isLikely: Bool, quote: String
    ) -> Finding {
        // The parts are taken one by one: a copy of the rule, with its examples, would take longer.
        let (rules, id) = (ruleSet.rules, ruleSet.rules[number].id)
        return Finding(
            rule: id, reason: rules[number].reason ?? Sentence(verbatim: id), group: rules[number].group,
            scamType: rules[number].scamType, weight: rules[number].weight * trust, trust: trust,
            ask: isLikely
                ? settings.ask(of: rules[number].group, weight: rules[number].weight) : .nothing,
            ranges: ranges, quote: quote)
    }

    /// What a fit learns from: the rules' part of a text's score, in log-odds, and whether anything decisive is asked for.
    package func ruleScore(of text: AnalyzedText) -> (score: Double, besideDecisiveAsk: Bool) {
        let evaluation = RuleEvaluation(ruleSet, lexicon: lexicon, text: text)
        let findings = findings(evaluation, text).filter { $0.group != .words }
        return (breakdown(findings).score, Claim(findings, [evaluation.context]).isDecisive)
    }

    /// What the text model says of a text; nil where it knows none of its words.
    package func prediction(for text: AnalyzedText) -> TextModel.Prediction? {
        textModel.prediction(for: text)
    }

    /// The finding of the text model, at the phrases that weigh most in its direction.
    private func wordFinding(_ text: AnalyzedText, _ claim: Claim) -> Finding? {
        guard let prediction = prediction(for: text) else { return nil }
        let weight = settings.words(prediction.logOdds, besideDecisiveAsk: claim.isDecisive)
        guard weight != 0 else { return nil }
        let phrases = WeightyPhrases(prediction.parts, in: text, isScam: weight > 0).places
        return Finding(
            rule: weight < 0 ? "words.ordinary" : "words.scam-like",
            reason: Sentence(.reasons, key: weight < 0 ? "everyday-talk" : "reads-like-scams"),
            group: .words, scamType: nil, weight: weight, trust: 1, ask: .nothing, ranges: phrases,
            quote: Self.quote(phrases, text))
    }

    private static func quote(_ places: [Range<Int>], _ text: AnalyzedText) -> String {
        let whole = text.telling(places).prefix(Finding.mostQuoted).map { text.quote($0) }.joined(
            separator: " … ")
        // A character has a byte at least, and bytes are counted much faster.
        guard whole.utf8.count > Finding.longestQuote, whole.count > Finding.longestQuote else {
            return whole
        }
        return whole.prefix(Finding.longestQuote - 1) + "…"
    }
}
