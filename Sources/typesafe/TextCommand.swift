import ArgumentParser

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
