import TextAnalysis

/// The words in which somebody tells what others wanted of others, or what not to do. Nobody asks the reader for anything there, so that
/// only protective rules match within them.
///
/// Rules with `until` say where such words begin: with the second word of a match, so that what begins with a match's first word, as "never
/// tell your bank" does, still counts. They end with the sentence, or where one of the rule's `until` begins, such as a word that turns to
/// the reader. Where the text names a way to its sender, nothing is taken for a report: then
/// somebody may gain by what is told.
struct ReportedSpeech {
    /// Ranges of tokens.
    let parts: [Range<Int>]

    /// - Parameter matches: the first match of each rule.
    init(_ rules: RuleSet, _ text: AnalyzedText, matches: [Int: Range<Int>], context: FeatureContext) {
        let reports = rules.reports.filter { report in
            matches[report.rule] != nil
                && (report.beside.isEmpty || report.beside.contains { matches[$0] != nil })
        }
        guard !reports.isEmpty, !context.holdsWayToSender() else {
            parts = []
            return
        }
        let symbols = rules.matcher.symbols(of: text)
        var parts: [Range<Int>] = []
        for report in reports {
            for start in symbols.indices {
                for phrase in report.beginnings {
                    guard let end = phrase.end(from: start, in: symbols), text.isOneTurn(start..<end)
                    else {
                        continue
                    }
                    let sentence = text.tokens[end - 1].sentence
                    let last = (end..<symbols.count).first { place in
                        text.tokens[place].sentence != sentence
                            || report.ends.contains { $0.end(from: place, in: symbols) != nil }
                    }
                    parts.append(start + 1..<(last ?? symbols.count))
                }
            }
        }
        self.parts = parts
    }

    func contains(_ tokens: Range<Int>) -> Bool {
        parts.contains { $0.lowerBound <= tokens.lowerBound && tokens.upperBound <= $0.upperBound }
    }
}
