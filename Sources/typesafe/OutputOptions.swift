import ArgumentParser
import Texts

extension Terminal.ColorChoice: ExpressibleByArgument {}

/// Options that choose the format of a command's output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON: an object for one picture or text, an array for more.")
    var json = false

    @Flag(help: "Print a JSON object a line, each as soon as it is there.")
    var ndjson = false

    @Flag(
        inversion: .prefixedNo,
        help: "Leave out the message's words; on for JSON and where standard output is no terminal.")
    var redact: Bool?

    @Option(help: ArgumentHelp("Colors: auto, always or never; NO_COLOR is respected.", valueName: "when"))
    var color = Terminal.ColorChoice.auto

    func validate() throws {
        if json, ndjson { throw ValidationError(.jsonOrNDJSON) }
    }

    var terminal: Terminal { Terminal(color: color) }

    func isRedacted(_ terminal: Terminal) -> Bool { redact ?? (json || ndjson || !terminal.isTerminal) }
}

/// Options that decide on a command's exit code.
struct ExitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Exit with 1 from this risk on: low, medium, high or never.", valueName: "risk"))
    var failOn = RiskThreshold.high

    @Flag(help: "Exit with 0 also where something was found or nothing could be read.")
    var exitZero = false

    func status(_ outcomes: [ScanOutcome]) -> CommandExit { status(OutcomeTally(outcomes)) }

    func status(_ outcomes: OutcomeTally) -> CommandExit {
        CommandExit(outcomes, failOn: failOn, isExitZero: exitZero)
    }
}

/// Options that replace settings for one run of a command.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The scan server.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Two letters, such as GB: where to report.", valueName: "country"))
    var country: String?

    @Flag(help: "Remember nothing of this.")
    var noHistory = false
}
