import ArgumentParser
import BundledResources
import Foundation
import ScamDetection
import ScanDocuments
import ScreenshotDetection
import TextAnalysis
import Texts
import TypeSafeAPI

/// `typesafe text`: judges the text of a message that the user gives it.
struct TextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Analyse a text.",
        discussion: """
            Examples:
              typesafe text "Mum, this is my new number. Can you pay a bill for me?"
              wl-paste | typesafe text -

            A text given as an argument can be seen by other users of this machine; standard input can't.

            \(CommandExit.help)
            """)

    @Argument(help: ArgumentHelp("The text; - or none is standard input.", valueName: "text"))
    var text: String = "-"

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var exit: ExitOptions

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server)
            let printer = OutcomePrinter(output)
            let outcome = await context.analyze(text == "-" ? try InputFiles.standardInputText() : text)
            printer.printNow(outcome)
            printer.printAll([outcome])
            return exit.status([outcome])
        }
    }
}

/// Judges texts in this process, by the rules that ship with it, as a server with the same rules does.
struct TextJudge: Sendable {
    private let detector: ScamDetector

    /// - Throws: an error where the rules can't be read.
    init() throws(CommandFailure) {
        do {
            detector = try DetectorSnapshot.shipped.detector {
                try ScamDetector(
                    rules: BundledResources.rules, lexicon: BundledResources.lexicon,
                    languages: Languages(directory: BundledResources.languages), checksExamples: false)
            }
        } catch {
            throw Self.unusable(error)
        }
    }

    private static func unusable(_ error: any Error) -> CommandFailure {
        .usage(.rulesUnusable, ["reason": "\(error)"])
    }

    /// - Throws: an error where the text is longer than a server takes, or the advice can't be read.
    func answer(_ text: String, country: String?) throws(CommandFailure) -> ScanResponse {
        guard text.unicodeScalars.count <= AnalyzeTextRequest.maxTextLength else {
            throw .usage(.textTooLong, ["limit": .number(AnalyzeTextRequest.maxTextLength)])
        }
        let adviceBook: AdviceBook
        do { adviceBook = try AdviceBook(directory: BundledResources.lexicon) } catch {
            throw Self.unusable(error)
        }
        let started = ContinuousClock.now
        let (analyzed, verdict) = judged(text)
        let duration = started.duration(to: .now)
        return ScanResponse(
            verdict, on: analyzed,
            advice: adviceBook.advice(for: verdict, country: country, in: UserTexts.current),
            in: UserTexts.current,
            timing: Timing(
                decoding: nil, recognition: nil, classification: duration, total: duration))
    }

    func judged(_ text: String) -> (AnalyzedText, Verdict) {
        let analyzed = detector.analyze(text)
        return (analyzed, detector.verdict(on: analyzed))
    }
}

extension DetectorSnapshot {
    /// The snapshot of the rules that ship with the program, in the user's folder for caches.
    static var shipped: DetectorSnapshot {
        DetectorSnapshot(
            cache: BaseDirectories().cache, rules: BundledResources.rules, lexicon: BundledResources.lexicon,
            languages: BundledResources.languages, program: Installation.program)
    }
}
