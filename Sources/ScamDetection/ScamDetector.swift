import Snapshots
package import Foundation
package import TextAnalysis
import Texts

/// The rules and the lexicon, ready to judge texts. It is immutable, so all threads can share one.
///
/// This and what it is made of are classes, as copies of their many parts took a seventh of the time for a text.
package final class ScamDetector: Sendable {
    package let lexicon: Lexicon
    private let words: WordWeights
    private let talkWords: WordWeights
    private let ruleSet: RuleSet
    /// The languages with rules or learned words, and how their words are spelled.
    private let judged: [Language]
    private let spelling: Spelling

    /// Loads and checks everything. Rules and lexicon load side by side (docs/adr/0010-loading.md).
    /// - Parameters:
    ///   - rules: a folder with `groups.yaml`, `<language>/<group>.yaml`, `<language>/words.tsv` and `<language>/talk_words.tsv`.
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
            func words(_ kind: WordWeights.Kind) throws(RuleError) -> WordWeights {
                try WordWeights(kind, directory: rules, languages: languages, analyzer: analyzer)
            }
            return (
                lexicon: lexicon, names: lexicon.organisations.plainNames, words: try words(.messages),
                talkWords: try words(.talks)
            )
        }
        // The lexicon is waited for even if the rules are refused, so that no thread outlives the call.
        let outcome = Result { () throws(RuleError) in try RuleSet(source.get(), analyzer: analyzer) }
        let known = try world.value()
        self.lexicon = known.lexicon
        (words, talkWords) = (known.words, known.talkWords)
        let ruleSet = try RuleSet(outcome.get(), names: known.names)
        self.ruleSet = ruleSet
        judged = ruleSet.languages.all + words.languages
        var spelling = ruleSet.known.spelling
        for profile in languages.profiles where judged.contains(profile.language) {
            for word in profile.functionWords { spelling.insert(word.unicodeScalars.map(\.value)[...]) }
            for word in profile.messageWords { spelling.insert(word.unicodeScalars.map(\.value)[...]) }
        }
        self.spelling = spelling
        if checksExamples, let problem = exampleProblems().first { throw problem }
    }

    /// Writes all but the settings.
    func write(to writer: inout SnapshotWriter) {
        lexicon.analyzer.languages.write(to: &writer)
        lexicon.write(to: &writer)
        words.write(to: &writer)
        talkWords.write(to: &writer)
        ruleSet.write(to: &writer)
        spelling.write(to: &writer)
    }

    init(from reader: inout SnapshotReader, settings: ScoringSettings) throws(SnapshotError) {
        let languages = try Languages(from: &reader)
        lexicon = try Lexicon(from: &reader, languages: languages)
        words = try WordWeights(from: &reader)
        talkWords = try WordWeights(from: &reader)
        ruleSet = try RuleSet(
            from: &reader, settings: settings, known: languages, names: lexicon.organisations.plainNames)
        judged = ruleSet.languages.all + words.languages
        spelling = try Spelling(from: &reader)
    }

    package var rules: [Rule] { ruleSet.rules }
    package var settings: ScoringSettings { ruleSet.settings }
    /// The words that rules look for.
    package var vocabulary: KnownWords { ruleSet.vocabulary }
    package var rulesVersion: String { ruleSet.settings.version }

    /// The settings by which a text is judged: a language may have a band of its own.
    package func settings(for text: AnalyzedText) -> ScoringSettings { settings.judging(language(of: text)) }

    /// The language whose words a text holds; nil if they are of no known one.
    package func language(of text: AnalyzedText) -> Language? {
        WordWeights.languages(of: text, among: lexicon.analyzer.languages).first
    }

    /// The steps that lead from findings to a probability.
    package func breakdown(_ findings: [Finding]) -> ScoreBreakdown {
        ScoreBreakdown(findings, settings: settings)
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

    /// The verdict on a text. A text without any word, entity or code that leads somewhere gets the risk `unknown`.
    /// Rules of weight 0, which only serve others, aren't among the findings.
    /// - Parameter alarms: whether findings that speak for a scam count.
    package func verdict(on text: AnalyzedText, alarms: Bool = true) -> Verdict {
        guard text.isJudgeable else { return .noText(rulesVersion: rulesVersion) }
        let evaluation = RuleEvaluation(ruleSet, lexicon: lexicon, text: text)
        let all = findings(evaluation, text, nil)
        let scorer = Scorer(settings: settings(for: text))
        var verdict = scorer.verdict(alarms ? all : all.filter { $0.weight < 0 })
        let isAlarm = verdict.riskLevel == .medium || verdict.riskLevel == .high
        if isAlarm, leadsOnlyToOrganisations(text, all) {
            verdict = scorer.verdict(all.filter { $0.weight < 0 })
        }
        verdict.languages = evaluation.coverage.counting(words.languages)
        let known = lexicon.analyzer.languages
        verdict.limit(
            by: Understanding(of: text, spelling: spelling, among: known, judged: judged), among: known)
        return verdict
    }

    /// Whether a text is no alarm whatever its findings weigh, as nobody but known organisations gains by it.
    package func leadsOnlyToOrganisations(_ text: AnalyzedText, _ findings: [Finding]) -> Bool {
        OwnContacts(text, lexicon: lexicon).clear(findings)
    }

    /// A finding for every rule that holds, the strongest first; equals stand in their files' order.
    /// - Parameter language: a language to take the text for; nil for what its words show.
    package func findings(in text: AnalyzedText, as language: Language? = nil) -> [Finding] {
        let languages = language.map { TextLanguages([$0]) }
        return findings(
            RuleEvaluation(ruleSet, lexicon: lexicon, text: text, languages: languages), text, languages)
    }

    /// - Parameter languages: the languages to assume for the text; nil for those that its words show.
    private func findings(
        _ evaluation: RuleEvaluation, _ text: AnalyzedText, _ languages: TextLanguages?
    ) -> [Finding] {
        let talk = talkFinding(text)
        var findings = ruleFindings(evaluation, text, languages, inTalk: talk != nil)
        if let finding = talk ?? wordFinding(text, beside: findings) {
            findings.append(finding)
        }
        return findings.indices.sorted {
            (findings[$1].weight, $0) < (findings[$0].weight, $1)
        }
        .map { findings[$0] }
    }

    /// What all but its words makes the score of a talk, in log-odds.
    package func scoreBesideWords(ofTalk text: AnalyzedText) -> Double {
        let findings = ruleFindings(
            RuleEvaluation(ruleSet, lexicon: lexicon, text: text), text, nil, inTalk: true)
        return breakdown(findings).score - settings.intercept + (settings.talk?.intercept ?? 0)
    }

    private func ruleFindings(
        _ evaluation: RuleEvaluation, _ text: AnalyzedText, _ languages: TextLanguages?,
        inTalk: Bool
    ) -> [Finding] {
        let odds = ReadingOdds(text.alternatives, likeliest: evaluation.places) { other in
            RuleEvaluation(ruleSet, lexicon: lexicon, text: other, languages: languages).places
        }
        var findings: [Finding] = []
        for number in odds.rules {
            guard let evidence = odds.evidence(of: number) else { continue }
            let trust =
                Scorer.trust(text.readingConfidence(of: evidence.ranges)) * odds[number]
                * (inTalk ? shareInTalk(of: number) : 1)
            findings.append(
                finding(
                    of: number, at: evidence.ranges, trust: trust,
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
            ask: isLikely ? settings.ask(of: rules[number].group, prior: rules[number].prior) : .nothing,
            ranges: ranges, quote: quote)
    }

    /// The learned weights of a text's words, in the order of the text. A talk's words weigh what they weigh in talks.
    package func learnedWords(in text: AnalyzedText) -> [WordWeights.Evidence] {
        (isTalk(text) ? talkWords : words).evidence(in: text, among: lexicon.analyzer.languages)
    }

    /// The finding of the learned words; nil if they say nothing. Beside an ask, ordinary words say nothing.
    private func wordFinding(_ text: AnalyzedText, beside findings: [Finding]) -> Finding? {
        guard !settings.wordSilencers.contains(where: { one in findings.contains { $0.rule == one.value } })
        else { return nil }
        let evidence = words.evidence(in: text, among: lexicon.analyzer.languages)
        let limits = settings.limits(of: .words, beside: findings.map(\.ask).max() ?? .nothing)
        return finding(of: evidence, plus: 0, within: limits, .words, in: text)
    }

    // MARK: Talks

    /// Whether the text is an exchange of as many messages as make a talk.
    package func isExchange(_ text: AnalyzedText) -> Bool {
        guard let talk = settings.talk, let screen = text.screen else { return false }
        return screen.exchanges >= talk.exchanges
    }

    /// Whether the text is judged by the words of talks: an exchange in a language that has such words. A few words of that language in
    /// another one's talk say nothing.
    private func isTalk(_ text: AnalyzedText) -> Bool {
        isExchange(text) && talkWords.know(language(of: text))
    }

    /// What the words of a talk's other party say; nil for what is no talk.
    private func talkFinding(_ text: AnalyzedText) -> Finding? {
        guard let talk = settings.talk, isTalk(text) else { return nil }
        let evidence = talkWords.evidence(in: text, among: lexicon.analyzer.languages)
        let limits = settings.limits(of: .talkWords, beside: .nothing)
        return finding(of: evidence, plus: talk.offset, within: limits, .talkWords, in: text)
    }

    /// The share of its weight that a rule keeps in a talk.
    private func shareInTalk(of number: Int) -> Double {
        let (group, prior) = (ruleSet.rules[number].group, ruleSet.rules[number].prior)
        return group == .link || settings.ask(of: group, prior: prior) == .decisive
            ? 1 : settings.talk?.rules ?? 1
    }

    /// The finding of learned words. Its places are the words that weighed most in its direction.
    /// - Parameter offset: is added to the sum of the weights, in log-odds.
    private func finding(
        of evidence: [WordWeights.Evidence], plus offset: Double, within limits: ClosedRange<Double>,
        _ group: RuleGroup, in text: AnalyzedText
    ) -> Finding? {
        let sum = evidence.reduce(offset) { $0 + $1.weight }
        let weight = max(limits.lowerBound, min(limits.upperBound, sum))
        guard weight != 0 else { return nil }
        let places = evidence.filter { ($0.weight < 0) == (weight < 0) }
            .sorted { abs($0.weight) > abs($1.weight) }
            .prefix(Finding.mostWords).map { text.place(of: $0.tokens) }
        let merged = RuleEvaluation.merged(places)
        let trust = Scorer.trust(text.readingConfidence(of: merged))
        let name = group == .talkWords ? "talk-words" : "words"
        return Finding(
            rule: weight < 0 ? "\(name).ordinary" : "\(name).scam-like",
            reason: Sentence(
                .reasons, key: weight < 0 ? "everyday-talk" : "reads-like-scams"),
            group: group,
            scamType: nil, weight: weight * trust, trust: trust, ask: .nothing, ranges: merged,
            quote: Self.quote(merged, text))
    }

    private static func quote(_ places: [Range<Int>], _ text: AnalyzedText) -> String {
        let whole = places.prefix(Finding.mostQuoted).map { text.quote($0) }.joined(separator: " … ")
        // A character has a byte at least, and bytes are counted much faster.
        guard whole.utf8.count > Finding.longestQuote, whole.count > Finding.longestQuote else {
            return whole
        }
        return whole.prefix(Finding.longestQuote - 1) + "…"
    }
}
