import ArgumentParser
import ScamDetection
import Foundation
import TextAnalysis

/// `typesafe rules fit`: learns the text model, calibration and bands from labelled messages.
struct RulesFitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Learns the text model, calibration and bands from labelled messages.",
        discussion: """
            Prints how verdicts do on messages that the fit hasn't seen, and with --write puts the model and the numbers beside the \
            rules. The same messages and rules give the same bytes. docs/evaluation.md says how it works.

            Exit codes: 0 done, 64 wrong usage, 65 messages make no sense, 66 messages can't be read, 73 rules can't be written, \
            78 rules are refused.
            """)

    @Option(help: ArgumentHelp("Labelled messages, a JSON object a line.", valueName: "file"))
    var messages: [String]

    @OptionGroup var files: RuleFiles

    @Flag(help: "Write the fit beside the rules.")
    var write = false

    @Flag(help: "Judge scams, too, without their whole source.")
    var leaveSourceOut = false

    @Option(
        help: ArgumentHelp("Write the held-out judgements as a JSON object a line.", valueName: "file"))
    var predictions: String?

    @Option(
        help: ArgumentHelp(
            "The most messages that a source's scams, or genuine ones, count for.", valueName: "number")
    )
    var sourceCap = FitOptions().sourceCap

    @Option(help: ArgumentHelp("False-positive rate that medium may cost.", valueName: "share"))
    var mediumBudget = FitOptions().mediumBudget

    @Option(help: ArgumentHelp("False-positive rate that high may cost.", valueName: "share"))
    var highBudget = FitOptions().highBudget

    @Option(help: ArgumentHelp("The messages' date, for the comment that is written.", valueName: "text"))
    var dated: String?

    @Option(help: ArgumentHelp("Sources of real scams from phones, for the figures.", valueName: "name"))
    var phoneSource = ["smishtank"]

    func validate() throws {
        guard sourceCap > 0 else { throw ValidationError("--source-cap can't be 0 or less.") }
        guard 0 < highBudget, highBudget < mediumBudget, mediumBudget < 1 else {
            throw ValidationError("Budgets are shares, and --high-budget is the smaller one.")
        }
    }

    func run() async throws { try await Failure.reported(fit) }

    private var options: FitOptions {
        var options = FitOptions()
        options.sourceCap = sourceCap
        options.mediumBudget = mediumBudget
        options.highBudget = highBudget
        return options
    }

    private func fit() async throws(Failure) {
        let all = try MessageFile.messages(in: messages)
        guard all.contains(where: { $0.counts && $0.label == .scam }),
            all.contains(where: { $0.counts && $0.label == .legit })
        else { throw .badInput("the messages hold no scams, or no genuine ones") }
        let detector = try files.detector()
        let samples = await FitSample.all(from: all, by: detector) {
            StandardError.progress("\($0) of \(all.count) messages")
        }
        let fit = await ModelFit(
            samples, settings: detector.settings, options: options, leavesSourcesOut: leaveSourceOut
        ) { StandardError.progress("\($0) of \($1) held-out parts") }
        StandardError.progress("")
        let notes = notes(all)
        print((notes + [Self.summary(fit.settings)]).joined(separator: "\n"))
        let judged = zip(all, fit.heldOut).map { (message: $0, judgement: $1) }
        print("\nheld out: genuine messages by source, scams by \(leaveSourceOut ? "source" : "cluster")")
        let slices = Slice.all(judged, phoneSources: Set(phoneSource))
        print(FiguresTable.text(slices))
        if let all = slices.first { print(EvaluationText.reliability(all.figures).joined(separator: "\n")) }
        if let predictions {
            try PredictionFile.write(judged.map { ($0.message.id, $0.judgement) }, to: predictions)
        }
        if write {
            do throws(SettingsFile.EditError) {
                try SettingsFile.write(fit, notes: notes, in: files.rulesDirectory)
            } catch {
                throw .edit(error)
            }
            _ = try files.detector()
        }
    }

    private func notes(_ all: [LabelledMessage]) -> [String] {
        let scams = all.count { $0.counts && $0.label == .scam }
        let genuine = all.count { $0.counts && $0.label == .legit }
        let sources = Set(all.compactMap(\.source)).count
        return [
            "\(scams) real scams and \(genuine) genuine messages of \(sources) sources\(dated.map { " of \($0)" } ?? "").",
            "Medium holds at most \(FiguresTable.percent(mediumBudget)) % of held-out genuine messages, high \(FiguresTable.percent(highBudget)) %.",
        ]
    }

    private static func summary(_ settings: ScoringSettings) -> String {
        func number(_ value: Double) -> String { String(format: "%.3f", value) }
        return "calibration \(number(settings.slope)) × score + \(number(settings.offset)), medium from "
            + "\(number(settings.mediumBand)), high from \(number(settings.highBand))"
    }
}
