import ArgumentParser
import Foundation

/// `typesafe explain`: prints all steps from a text to its verdict.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows how a text is read, which rules match, and how their sum becomes a verdict.",
        discussion: """
            Nothing is sent or kept.

            Exit codes: 0 done, 64 wrong usage, 65 the text is too long, 66 it can't be read, 78 rules are refused.
            """)

    @Argument(help: ArgumentHelp("A message; - takes it from standard input.", valueName: "text"))
    var text: String

    @OptionGroup var files: RuleFiles

    @Flag(help: "Print JSON.")
    var json = false

    /// Largest text in bytes. No message is nearly as long.
    private static let longestInput = 1 << 20

    func run() async throws { try await Failure.reported(explain) }

    private func explain() async throws(Failure) {
        let message = text == "-" ? try Self.standardInput() : text
        guard message.utf8.count <= Self.longestInput else {
            throw .badInput("the text is longer than \(Self.longestInput) bytes")
        }
        let trace = ExplanationTrace(message, by: try files.judge())
        print(json ? JSONOutput.text(trace, isPretty: true) : ExplanationTraceText(trace: trace).text)
    }

    private static func standardInput() throws(Failure) -> String {
        let data: Data?
        do {
            data = try FileHandle.standardInput.read(upToCount: longestInput + 1)
        } catch {
            throw .noInput("standard input")
        }
        var text = String(decoding: data ?? Data(), as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
