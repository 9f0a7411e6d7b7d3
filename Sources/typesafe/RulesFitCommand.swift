import ArgumentParser
import Evaluation
import Foundation
import ScamDetection
import ScanCommands
import TextAnalysis

/// `typesafe rules fit`: learns weights, calibration and bands from labelled messages.
struct RulesFitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Learns weights, calibration and bands from labelled messages.",
        discussion: """
            Prints how rules fitted this way do on messages that the fit hasn't seen, then what each rule adds, and with --write puts \
            the numbers into the rule files. The same messages and rules give the same bytes. docs/evaluation.md says how it works.

            Exit codes: 0 done, 64 wrong usage, 65 messages make no sense, 66 messages can't be read, 73 rules can't be written, \
            78 rules are refused.
            """)

    @Option(help: ArgumentHelp("Labelled messages, a JSON object a line.", valueName: "file"))
    var messages: [String]

    @OptionGroup var files: RuleFiles

    @Flag(help: "Write the fit into the rule files.")
    var write = false

    @Option(help: ArgumentHelp("Cross-validate over this many parts; 0 doesn't.", valueName: "number"))
    var folds = 5

    @Flag(help: "Cross-validate by leaving out one source at a time instead.")
    var leaveSourceOut = false

    @Flag(help: "Print what each rule does, and what would change without it.")
    var impact = false

    @Option(
        help: ArgumentHelp("Write the held-out judgements as a JSON object a line.", valueName: "file"))
    var predictions: String?

    @Option(help: ArgumentHelp("How strongly weights are held to their authors'.", valueName: "number"))
    var priorStrength = FitOptions().priorStrength

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

    /// Largest number of parts for cross-validation. Each part takes a whole fit.
    private static let mostFolds = 100
    /// Weights whose absolute value is below this are written as 0.00.
    private static let roundedToZero = 0.005

    func validate() throws {
        guard priorStrength >= 0, sourceCap > 0, folds >= 0, folds != 1, folds <= Self.mostFolds else {
            throw ValidationError(
                "--prior-strength, --source-cap and --folds can't be less than 0, nor --folds 1.")
        }
        guard 0 < highBudget, highBudget < mediumBudget, mediumBudget < 1 else {
            throw ValidationError("Budgets are shares, and --high-budget is the smaller one.")
        }
    }

    func run() async throws { try await Failure.reported(fit) }

    private var options: FitOptions {
        var options = FitOptions()
        options.priorStrength = priorStrength
        options.sourceCap = sourceCap
        options.mediumBudget = mediumBudget
        options.highBudget = highBudget
        return options
    }

    private func fit() async throws(Failure) {
        let all = try MessageFile.messages(in: messages)
        let counted = all.count(where: \.counts)
        guard all.contains(where: { $0.counts && $0.label == .scam }),
            all.contains(where: { $0.counts && $0.label == .legit })
        else { throw .badInput("the messages hold no scams, or no genuine ones") }
        let detector = try files.detector()
        var samples = await FitSample.all(from: all, by: detector) {
            StandardError.progress("\($0) of \(all.count) messages")
        }
        samples += FitSample.supplements(to: all, by: detector, options: options)
        let problem = FitProblem(
            samples, rules: detector.rules,
            vocabulary: WordVocabulary(
                samples, leftOut: try files.wordsLeftOut(of: detector), options: options),
            settings: detector.settings, options: options)
        let model = FittedModel(problem, rows: Array(samples.indices))
        StandardError.progress("")
        print(summary(model, detector, counted: counted))
        if folds > 1 || leaveSourceOut { try await validate(model, problem, samples, detector) }
        if write { try save(model, problem, detector, all) }
    }

    private func summary(_ model: FittedModel, _ detector: ScamDetector, counted: Int) -> String {
        let rules = zip(model.weights.isFitted, model.weights.values).prefix(detector.rules.count)
        let fitted = rules.count(where: \.0)
        let zero = rules.count { $0 && abs($1) < Self.roundedToZero }
        let words = model.weights.values.dropFirst(detector.rules.count)
        let bands = model.bands.languages.sorted { $0.key < $1.key }
            .map { "\($0.key.code) from \(number($0.value))" }
        return """
            \(counted) messages; \(detector.rules.count) rules: \(fitted) fitted (\(zero) of them to 0), \
            \(detector.rules.count { $0.prior == 0 }) of weight 0, the others keep their authors' weights for want of support
            \(words.count) words and pairs that occur often enough, \(words.count { abs($0) >= Self.roundedToZero }) with a weight
            intercept \(number(model.weights.intercept)), calibration \(number(model.calibration.slope)) × score \
            + \(number(model.calibration.offset)), medium from \(number(model.bands.medium)), high from \(number(model.bands.high))
            medium in languages: \(bands.isEmpty ? "as in all" : bands.joined(separator: ", "))
            """
    }

    private func validate(
        _ model: FittedModel, _ problem: FitProblem, _ samples: [FitSample], _ detector: ScamDetector
    ) async throws(Failure) {
        let split: CrossValidation.Split = leaveSourceOut ? .sources : .clusters(folds)
        let validation = await CrossValidation(problem, samples, split) {
            StandardError.progress("\($0) of \($1) held-out parts")
        }
        StandardError.progress("")
        let judged = zip(samples, validation.judgements).filter { !$0.0.isExample }.map {
            (message: $0.0.message, judgement: $0.1)
        }
        print(
            "\nheld out (\(leaveSourceOut ? "a source at a time" : "\(folds) parts by cluster")); bands and calibration from the rest"
        )
        let slices = Slice.all(judged, phoneSources: Set(phoneSource))
        print(FiguresTable.text(slices))
        if let all = slices.first { print(EvaluationText.reliability(all.figures).joined(separator: "\n")) }
        if impact {
            let impacts = RuleImpact.all(
                problem, samples, rules: detector.rules, final: model, validation: validation)
            print(ImpactTable.text(impacts))
        }
        if let predictions {
            try PredictionFile.write(judged.map { ($0.message.id, $0.judgement) }, to: predictions)
        }
    }

    private func save(
        _ model: FittedModel, _ problem: FitProblem, _ detector: ScamDetector, _ all: [LabelledMessage]
    ) throws(Failure) {
        let scams = all.count { $0.counts && $0.label == .scam }
        let genuine = all.count { $0.counts && $0.label == .legit }
        let notes = [
            "\(scams) scams and \(genuine) genuine messages\(dated.map { " of \($0)" } ?? ""), by `make fit`; advertising and synthetic ones left out.",
            "Calibrated at their prevalence. Bands: at most \(FiguresTable.percent(mediumBudget)) % of held-out genuine messages medium or high, "
                + "\(FiguresTable.percent(highBudget)) % high.",
        ]
        do throws(RuleFileEditor.EditError) {
            try RuleFileEditor.write(
                model, rules: detector.rules, settings: detector.settings, notes: notes,
                in: files.rulesDirectory)
            try WordFiles.write(
                .messages, model.weights, problem, languages: detector.lexicon.analyzer.languages,
                notes: Array(notes.prefix(1)),
                in: files.rulesDirectory)
        } catch {
            throw .edit(error)
        }
        _ = try files.detector()
    }

    private func number(_ value: Double) -> String { String(format: "%.3f", value) }
}
