package import ArgumentParser
import Foundation
import ScreenshotDetection

/// `typesafe open`: the deep link that notifications and other programs use.
package struct OpenCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
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

    package init() {}

    package func run() async throws {
        try await Interruption.ending {
            guard let link = DeepLink(link) else {
                throw CommandFailure.usage("This is no link that typesafe opens.")
            }
            let desk = try ScanDesk(server)
            let printer = OutcomePrinter(output)
            // Taps while the first is still being fetched are the same wish.
            guard (try? desk.store.beginFetch()) ?? true else {
                ErrorOutput.line("typesafe: this is being scanned already.")
                return .clean
            }
            guard let picture = try await picture(link, desk, printer) else { return .clean }
            let origin: HistoryEntry.Origin = link.isAutomatic ? .auto : .manual
            let outcome = await desk.scan(picture.content, name: picture.path, origin: origin)
            printer.printNow(outcome)
            printer.printAll([outcome])
            // Started by the desktop, there is no terminal to look at.
            if isatty(STDOUT_FILENO) == 0, let response = outcome.response {
                await DesktopNotifier()?.tell(response)
            }
            return exit.status([outcome])
        }
    }

    private func picture(
        _ link: DeepLink, _ desk: ScanDesk, _ printer: OutcomePrinter
    ) async throws(CommandFailure) -> PictureFile? {
        let fetch = ScreenshotFetch(folders: ScreenshotFolders.all(chosen: desk.settings.folders))
        guard link.isAutomatic, desk.settings.autoScan else { return try await pick(fetch, printer) }
        let notification = desk.store.active().last
        do throws(CommandFailure) {
            let picture = try await TimedFetch.newest(fetch, around: notification?.timestamp ?? Date())
            if let notification { try? desk.store.dismiss(notification.id) }
            return picture
        } catch {
            ErrorOutput.line(FallbackWords.text(error))
            guard isatty(STDIN_FILENO) == 1 else { throw error }
            return try await pick(fetch, printer)
        }
    }

    /// nil where the user doesn't want any.
    private func pick(_ fetch: ScreenshotFetch, _ printer: OutcomePrinter) async throws(CommandFailure)
        -> PictureFile?
    {
        guard var picker = Picker(fetch.recent(limit: Picker.limit)) else { throw .fetch(.notFound) }
        guard isatty(STDOUT_FILENO) == 1, let keyboard = Keyboard() else {
            throw .usage("Picking needs a terminal; typesafe scan --latest doesn't.")
        }
        defer { keyboard.restore() }
        printer.screen.print(picker.list(now: Date()))
        printer.screen.show(prompt: picker.prompt(now: Date()))
        defer { printer.screen.show(prompt: nil) }
        for await key in keyboard.keys {
            guard let answer = picker.press(key) else {
                printer.screen.show(prompt: picker.prompt(now: Date()))
                continue
            }
            guard case .picked(let candidate) = answer else { return nil }
            do throws(PictureFileError) {
                return try fetch.read(candidate)
            } catch {
                throw .file(name: candidate.path, error)
            }
        }
        return nil
    }
}
