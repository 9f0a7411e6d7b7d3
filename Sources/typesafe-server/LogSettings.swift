public import ArgumentParser
public import Logging

/// The flags of the two logs.
struct LogSettings: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }
    enum AccessFormat: String, ExpressibleByArgument, CaseIterable { case off, combined, json }

    @Option(
        help: ArgumentHelp("trace, debug, info, notice, warning, error or critical", valueName: "level"))
    var logLevel = Logger.Level.info

    @Option(help: ArgumentHelp("text or json", valueName: "format"))
    var logFormat = Format.text

    @Option(
        help: ArgumentHelp(
            "off, or a line for each request on standard output: combined or json", valueName: "format"))
    var accessLog = AccessFormat.off
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
