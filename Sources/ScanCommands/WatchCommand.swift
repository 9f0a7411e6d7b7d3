package import ArgumentParser
import Foundation
import ScreenshotDetection

/// `typesafe watch`: waits for screenshots.
package struct WatchCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Wait for screenshots, and scan them.",
        discussion: """
            Examples:
              typesafe watch                      asks about each new screenshot
              typesafe watch --auto               scans each one
              typesafe watch --auto --ndjson      for programs: a JSON object a line
              typesafe watch --print-dirs         where it looks

            Ends with Ctrl-C (exit code 130), or with 2 where no folder can be read.
            """)

    @Flag(help: "Scan each screenshot without asking.")
    var auto = false

    @Option(
        name: .customLong("dir"),
        help: ArgumentHelp("Watch this folder instead of the system's; repeatable.", valueName: "folder"),
        completion: .directory)
    var folders: [String] = []

    @Flag(help: "Print the folders and whether they can be read.")
    var printDirs = false

    @Flag(help: "Look every few seconds only, and ask the kernel for nothing.")
    var polling = false

    @Flag(help: "No desktop notifications.")
    var noNotify = false

    @Option(help: ArgumentHelp("Scans at once with --auto; as many as processor cores.", valueName: "number"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    package init() {}

    package func validate() throws {
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64.") }
        if output.json { throw ValidationError("watch prints --ndjson, not --json.") }
    }

    package func run() async throws {
        try await Interruption.ending {
            let desk = try ScanDesk(server)
            let folders = ScreenshotFolders.all(chosen: folders.isEmpty ? desk.settings.folders : folders)
            if printDirs { return print(folders) }
            try check(folders, desk)
            try? desk.store.sweep()
            let watcher = try watcher(folders, desk)
            // A terminal that is only read along with isn't asked at.
            let isAsked = !auto && isatty(STDOUT_FILENO) == 1
            let session = WatchSession(
                desk: desk, folders: folders, printer: OutcomePrinter(output), watcher: watcher,
                keyboard: isAsked ? Keyboard() : nil, notifier: noNotify ? nil : DesktopNotifier())
            ErrorOutput.line("Watching \(folders.joined(separator: ", ")). Ctrl-C ends.")
            await withTaskCancellationHandler {
                if auto { await session.scanAll(jobs: jobs) } else { await session.promptAll() }
            } onCancel: {
                watcher.stop()
            }
            return .clean
        }
    }

    private func print(_ folders: [String]) -> CommandExit {
        Screen(Terminal()).print(
            FolderAccess.of(folders).map { "\(Wording.plain($0.path)): \($0.state.rawValue)" })
        return .clean
    }

    private func check(_ folders: [String], _ desk: ScanDesk) throws(CommandFailure) {
        guard auto || desk.settings.prompts else {
            throw .usage("Screenshot Scan Prompts are off: typesafe settings set prompts on, or use --auto.")
        }
        let access = FolderAccess.of(folders)
        let state = AccessState(access, isConfigured: desk.settings.isConfigured || !self.folders.isEmpty)
        switch state {
        case .authorized: return
        case .limited: ErrorOutput.line("typesafe: \(state.advice(access) ?? "")")
        // Folders may still come into being where nobody named any.
        case .notDetermined: ErrorOutput.line("typesafe: \(state.advice(access) ?? "")")
        case .denied: throw .usage(state.advice(access) ?? "")
        }
    }

    private func watcher(_ folders: [String], _ desk: ScanDesk) throws(CommandFailure) -> ScreenshotWatcher {
        var options = ScreenshotWatcher.Options(folders: folders, since: since(desk))
        options.usesEvents = !polling
        do throws(SystemFailure) {
            return try ScreenshotWatcher(options, seen: desk.seen) { _ in
                ErrorOutput.line(
                    "typesafe: \(desk.files.state) can't be written; screenshots may be told of again.")
            }
        } catch {
            throw .usage("No pipe could be opened: \(String(cString: strerror(error.code))).")
        }
    }

    /// Where the last run stopped looking, but no longer ago than is recent; two seconds for coarse clocks.
    private func since(_ desk: ScanDesk) -> Date {
        let last = [desk.store.lastCheck, desk.store.lastDetection].compactMap(\.self).max() ?? Date()
        return min(max(last, Date() - 30), Date()) - 2
    }
}
