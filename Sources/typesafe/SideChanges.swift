import Evaluation
import ScamDetection
import TextAnalysis

/// What another fit would change for the messages of one data set.
struct SideChanges: Encodable {
    var name: String
    var scams = 0
    var genuine = 0
    var newlyFlaggedScams = 0
    var newlyClearedScams = 0
    var newlyFlaggedGenuine = 0
    var newlyClearedGenuine = 0

    /// Fits the rules to the data sets with the proposal and without it, and counts the messages that change side. Without
    /// the second fit, the table would also show what the data sets themselves change.
    /// - Parameter leftOut: words that get no weight.
    static func all(
        _ sets: [(name: String, messages: [LabelledMessage])], proposal: [LabelledMessage],
        by detector: ScamDetector, leftOut: [Language: Set<String>]
    ) async -> [SideChanges] {
        let options = FitOptions()
        let known = sets.flatMap(\.messages)
        let samples =
            await FitSample.all(from: known + proposal, by: detector)
            + FitSample.supplements(to: known, by: detector, options: options)
        let problem = FitProblem(
            samples, rules: detector.rules,
            vocabulary: WordVocabulary(samples, leftOut: leftOut, options: options),
            settings: detector.settings, options: options)
        let proposed = known.count..<known.count + proposal.count
        let before = FittedModel(problem, rows: samples.indices.filter { !proposed.contains($0) })
        let after = FittedModel(problem, rows: Array(samples.indices))
        var index = 0
        return (sets + [(name: "the proposal itself", messages: proposal)]).map { set in
            var changes = SideChanges(name: set.name)
            for message in set.messages {
                if message.counts {
                    changes.count(before.judgement(problem, index), after.judgement(problem, index))
                }
                index += 1
            }
            return changes
        }
    }

    private mutating func count(_ was: Judgement, _ becomes: Judgement) {
        if was.isScam { scams += 1 } else { genuine += 1 }
        switch (was.isFlagged, becomes.isFlagged, was.isScam) {
        case (false, true, true): newlyFlaggedScams += 1
        case (false, true, false): newlyFlaggedGenuine += 1
        case (true, false, true): newlyClearedScams += 1
        case (true, false, false): newlyClearedGenuine += 1
        default: break
        }
    }

    static func table(_ changes: [SideChanges]) -> [String] {
        let head =
            FiguresTable.pad("fitted with the proposal", 30)
            + "scams: all  now flagged  no longer   genuine: all  now flagged  no longer"
        return [head]
            + changes.map { row in
                FiguresTable.pad(TerminalText.visible(row.name), 30)
                    + [
                        (row.scams, 10), (row.newlyFlaggedScams, 13), (row.newlyClearedScams, 11),
                        (row.genuine, 15), (row.newlyFlaggedGenuine, 13), (row.newlyClearedGenuine, 11),
                    ].map { FiguresTable.right("\($0)", $1) }.joined()
            }
    }
}
