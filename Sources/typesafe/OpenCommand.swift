import ArgumentParser
import Foundation
import ScreenshotDetection
import Texts

/// `typesafe open`: handles the deep link that notifications and other programs open.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a typesafe: link.",
        discussion: """
            Examples:
              typesafe open 'typesafe://scan?auto=true'   scans the newest screenshot
              typesafe open 'typesafe://scan'             lets you pick one

            Nothing else in a link counts: no path, host or option from it is used.

            \(CommandExit.help)
            """)

    @Argument(help: "The link.") var link: String
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var exit: ExitOptions

    func run() async throws {
        try await CommandRunner.run {
            do throws(CommandFailure) {
                return try await open()
            } catch {
                if isatty(STDOUT_FILENO) == 0 { await DesktopNotifier()?.notify(error) }
                throw error
            }
        }
    }

    private func open() async throws(CommandFailure) -> CommandExit {
        guard let link = DeepLink(link) else { throw .usage(.noLink) }
        let context = try CommandContext(server)
        let printer = OutcomePrinter(output)
        // A second click within 5 s means the scan that is already running.
        guard (try? context.store.beginFetch()) ?? true else {
            StandardError.line("typesafe: " + UserTexts.say(.scanningAlready))
            if isatty(STDOUT_FILENO) == 0 { await DesktopNotifier()?.notifyScanning() }
            return .clean
        }
        let found: PictureFile?
        do throws(CommandFailure) {
            found = try await picture(link, context, printer)
        } catch {
            try? context.store.endFetch()
            throw error
        }
        guard let picture = found else { return .clean }
        let origin: HistoryEntry.Origin = link.isAutomatic ? .auto : .manual
        let outcome = await Spinner.during(UserTexts.say(.scanning)) {
            await context.scan(picture.content, name: picture.path, origin: origin)
        }
        printer.printNow(outcome)
        printer.printAll([outcome])
        if outcome.response == nil { try? context.store.endFetch() }
        // Where the desktop started the command, nobody sees its output, so a notification shows the outcome.
        if isatty(STDOUT_FILENO) == 0, let notifier = DesktopNotifier() {
            switch outcome.result {
            case .success(let response): await notifier.notify(response)
            case .failure(let failure): await notifier.notify(failure)
            }
        }
        return exit.status([outcome])
    }

    private func picture(
        _ link: DeepLink, _ context: CommandContext, _ printer: OutcomePrinter
    ) async throws(CommandFailure) -> PictureFile? {
        let finder = ScreenshotFinder(folders: ScreenshotFolders.all(chosen: context.settings.folders))
        guard link.isAutomatic, context.settings.autoScan else { return try await pick(finder, printer) }
        let notification = context.store.active().last
        do throws(CommandFailure) {
            let picture =
                if let reference = notification?.picture {
                    try await finder.pictureWithinTimeout(reference)
                } else {
                    try await finder.newestWithinTimeout(around: notification?.timestamp ?? Date())
                }
            if let notification { try? context.store.dismiss(notification.id) }
            return picture
        } catch .screenshot(.deleted) {
            // The next link means the newest screenshot again.
            if let notification { try? context.store.dismiss(notification.id) }
            throw .screenshot(.deleted)
        } catch {
            StandardError.line(error.fallbackMessage)
            guard isatty(STDIN_FILENO) == 1 else { throw error }
            return try await pick(finder, printer)
        }
    }

    /// Lets the user choose a screenshot.
    /// - Returns: nil where the user cancels.
    private func pick(
        _ finder: ScreenshotFinder, _ printer: OutcomePrinter
    ) async throws(CommandFailure) -> PictureFile? {
        guard var picker = ScreenshotPicker(finder.recent(limit: ScreenshotPicker.limit)) else {
            throw .screenshot(finder.absence(.notFound))
        }
        guard isatty(STDOUT_FILENO) == 1, let keyboard = Keyboard() else {
            throw .usage(.pickingTerminal)
        }
        defer { keyboard.restore() }
        printer.console.print(picker.list(now: Date()))
        printer.console.show(prompt: picker.prompt)
        defer { printer.console.show(prompt: nil) }
        for await key in keyboard.keys {
            guard let answer = picker.press(key) else {
                printer.console.show(prompt: picker.prompt)
                continue
            }
            guard case .picked(let candidate) = answer else { return nil }
            do throws(PictureFileError) {
                return try finder.read(candidate)
            } catch {
                throw .file(name: candidate.path, error)
            }
        }
        return nil
    }
}

/// `typesafe://scan?auto=true`. Any program and any web page can open such a link, so nothing in it is used except whether
/// it is this link and whether `auto` is `true`.
struct DeepLink: Equatable {
    /// Length in bytes of the longest link that is parsed. The real link has 25.
    private static let lengthLimit = 2_048

    /// Whether the newest screenshot is scanned without the user choosing it.
    let isAutomatic: Bool

    /// Parses a link.
    /// - Returns: nil for any link that isn't this one.
    init?(_ text: String) {
        let prefix = "typesafe://scan"
        guard text.utf8.count <= Self.lengthLimit, text.lowercased().hasPrefix(prefix) else { return nil }
        var rest = text.dropFirst(prefix.count)
        if rest.first == "/" { rest.removeFirst() }
        guard rest.isEmpty || rest.first == "?" || rest.first == "#" else { return nil }
        let query = rest.dropFirst().prefix { $0 != "#" }
        let automatic = rest.first == "?" ? query.split(separator: "&").first { $0.hasPrefix("auto=") } : nil
        isAutomatic = automatic == "auto=true"
    }
}
