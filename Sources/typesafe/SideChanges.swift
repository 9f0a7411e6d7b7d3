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

    /// Fits the text model to the data sets with the proposal and without it, and counts the messages that change side. Without
    /// the second fit, the table would also show what the data sets themselves change.
    static func all(
        _ sets: [(name: String, messages: [LabelledMessage])], proposal: [LabelledMessage],
        by detector: ScamDetector
    ) async -> [SideChanges] {
        let known = sets.flatMap(\.messages)
        let samples = await FitSample.all(from: known + proposal, by: detector)
        func judgements(by learned: [FitSample]) -> [Judgement] {
            let words = LearnedWords(learned, Array(learned.indices), detector.settings, FitOptions())
            return samples.map(words.judgement)
        }
        let (before, after) = (judgements(by: Array(samples.prefix(known.count))), judgements(by: samples))
        var index = 0
        return (sets + [(name: "the proposal itself", messages: proposal)]).map { set in
            var changes = SideChanges(name: set.name)
            for message in set.messages {
                if message.counts { changes.count(before[index], after[index]) }
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
            FiguresTable.pad("learned with the proposal", 30)
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
