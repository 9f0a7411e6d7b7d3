import ArgumentParser
import Evaluation
import Foundation
import ScamDetection
import ScanCommands
import TextAnalysis

/// `typesafe rules fit-talks`: learns the weights of words in talks from labelled talks.
struct RulesFitTalksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit-talks",
        abstract: "Learns the weights of words in talks from labelled talks.",
        discussion: """
            A talk is written as rules' examples are: the other party's words, [next] before another message, and [reply WORDS] for what \
            the owner wrote. Prints how words learned without a talk's source do on it, and with --write puts them and their offset \
            into the rule files. docs/evaluation.md says how it works.

            Exit codes: 0 done, 64 wrong usage, 65 talks make no sense, 66 talks can't be read, 73 rules can't be written, \
            78 rules are refused.
            """)

    @Option(help: ArgumentHelp("Labelled talks, a JSON object a line.", valueName: "file"))
    var talks: [String]

    @OptionGroup var files: RuleFiles

    @Flag(help: "Write the weights into the rule files.")
    var write = false

    @Option(help: ArgumentHelp("False-positive rate that medium may cost.", valueName: "share"))
    var mediumBudget = FitOptions.forTalks.mediumBudget

    func validate() throws {
        guard 0 < mediumBudget, mediumBudget < 1 else { throw ValidationError("The budget is a share.") }
    }

    func run() async throws { try await Failure.reported(fit) }

    private func fit() async throws(Failure) {
        let detector = try files.detector()
        var options = FitOptions.forTalks
        options.mediumBudget = mediumBudget
        guard detector.settings.talk != nil else { throw .badInput("groups.yaml has no group talk_words") }
        let all = try MessageFile.messages(in: talks)
        let samples = await FitSample.talks(from: all, by: detector)
        let used = samples.indices.filter { detector.isExchange(detector.analyze(example: all[$0].text)) }
        guard Set(used.map { all[$0].label }).isSuperset(of: [.scam, .legit]) else {
            throw .badInput("the file holds no talks that are scams, or no genuine ones")
        }
        let problem = FitProblem(
            used.map { samples[$0] }, rules: [],
            vocabulary: WordVocabulary(
                used.map { samples[$0] }, leftOut: try files.wordsLeftOut(of: detector), options: options),
            wordGroup: .talkWords, settings: detector.settings, options: options)
        let rest = used.map { index in
            detector.scoreBesideWords(ofTalk: detector.analyze(example: all[index].text))
        }
        let fit = TalkFit(problem, rest: rest, settings: detector.settings)
        let judged = zip(used, fit.heldOut).map { (message: all[$0], judgement: $1) }
        print(
            "\(used.count) of \(all.count) are talks; \(problem.vocabulary.count) words and pairs that occur often enough; "
                + "offset \(String(format: "%.2f", fit.offset)); held out, a source at a time:")
        print(FiguresTable.text(Slice.all(judged, phoneSources: []), kinds: [.whole, .source, .language]))
        if write { try save(fit, problem, detector, all, used) }
    }

    private func save(
        _ fit: TalkFit, _ problem: FitProblem, _ detector: ScamDetector, _ all: [LabelledMessage],
        _ used: [Int]
    ) throws(Failure) {
        let scams = used.count { all[$0].label == .scam }
        let note = "\(scams) scams and \(used.count - scams) genuine talks, by `typesafe rules fit-talks`."
        do throws(RuleFileEditor.EditError) {
            try WordFiles.write(
                .talks, fit.weights, problem, languages: detector.lexicon.analyzer.languages, notes: [note],
                in: files.rulesDirectory)
            try RuleFileEditor.write(talkOffset: fit.offset, in: files.rulesDirectory)
        } catch {
            throw .edit(error)
        }
        _ = try files.detector()
    }
}
