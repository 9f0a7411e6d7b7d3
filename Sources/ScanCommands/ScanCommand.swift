package import ArgumentParser
import Foundation
import ScreenshotDetection

/// `typesafe scan`: pictures that the user names.
package struct ScanCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Scan screenshots.",
        discussion: """
            Examples:
              typesafe scan screenshot.png
              typesafe scan --latest
              typesafe scan -r ~/Pictures/Screenshots --json > report.json
              wl-paste | typesafe scan -

            \(CommandExit.help)
            """)

    @Argument(
        help: ArgumentHelp("Picture files; - is standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Flag(name: .shortAndLong, help: "Scan what is in folders, and in theirs.")
    var recursive = false

    @Flag(help: "Scan the newest screenshot.")
    var latest = false

    @Flag(help: "Scan the picture in the clipboard.")
    var clipboard = false

    @Option(help: ArgumentHelp("Scans at once; as many as processor cores.", valueName: "number"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    @Option(help: ArgumentHelp("Tesseract languages joined by +, such as eng+deu.", valueName: "languages"))
    var lang: String?

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var exit: ExitOptions

    package init() {}

    package func validate() throws {
        guard !files.isEmpty || latest || clipboard else {
            throw ValidationError("Name a picture, or use --latest or --clipboard.")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64.") }
    }

    package func run() async throws {
        try await Interruption.ending {
            let desk = try ScanDesk(server, languages: lang)
            let printer = OutcomePrinter(output)
            let outcomes = try await outcomes(desk, printer)
            printer.printAll(outcomes)
            return exit.status(outcomes)
        }
    }

    private func outcomes(_ desk: ScanDesk, _ printer: OutcomePrinter) async throws(CommandFailure)
        -> [ScanOutcome]
    {
        var inputs = try InputFiles.expanded(files, isRecursive: recursive).map { Input.file($0) }
        if latest { inputs.append(.latest) }
        if clipboard { inputs.append(.clipboard) }
        if inputs.isEmpty { throw .usage("There is no picture in the folders named.") }
        return await Batch(inputs: inputs, jobs: jobs).run(desk) { printer.printNow($0) }
    }
}

/// One thing to scan.
enum Input: Sendable {
    case file(String)
    case latest
    case clipboard

    func outcome(_ desk: ScanDesk) async -> ScanOutcome {
        do throws(CommandFailure) {
            switch self {
            case .file(let path):
                return await desk.scan(try InputFiles.read(path), name: path, origin: .manual)
            case .clipboard:
                return await desk.scan(try await Clipboard.picture(), name: "clipboard", origin: .manual)
            case .latest:
                let folders = ScreenshotFolders.all(chosen: desk.settings.folders)
                let picture = try await TimedFetch.newest(ScreenshotFetch(folders: folders), around: nil)
                return await desk.scan(picture.content, name: picture.path, origin: .manual)
            }
        } catch {
            let name: String? = if case .file(let path) = self { path } else { nil }
            return ScanOutcome(name: name, origin: .manual, result: .failure(error))
        }
    }
}
