import ArgumentParser
import Foundation
import ScreenshotDetection
import Texts

/// `typesafe integrate`: installs and removes the files by which a desktop and a shell find the program.
struct IntegrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "integrate",
        abstract: "Install the service, the link handler, completions and the manual page for this user.",
        discussion: """
            Examples:
              typesafe integrate --systemd      a user service that runs watch --auto
              typesafe integrate --desktop      typesafe: links open here
              typesafe integrate --completions --man
              typesafe integrate --remove       undoes all of it

            Nothing is written outside your home folder, and files of others are left alone.
            """)

    @Flag(help: "A systemd user service for watch --auto.")
    var systemd = false

    @Flag(help: "The handler of typesafe: links.")
    var desktop = false

    @Flag(help: "Completions for bash, zsh and fish.")
    var completions = false

    @Flag(help: "The manual page.")
    var man = false

    @Flag(help: "Remove what was installed: what is named, or all.")
    var remove = false

    func validate() throws {
        guard systemd || desktop || completions || man || remove else {
            throw ValidationError(.sayWhatToInstall)
        }
    }

    func run() async throws {
        try await CommandRunner.run {
            let all = remove && !systemd && !desktop && !completions && !man
            let integration = Integration()
            var parts: [IntegrationFile] = []
            if systemd || all { parts.append(integration.service) }
            if desktop || all { parts.append(integration.handler) }
            if completions || all { parts += integration.completions }
            if man || all { parts.append(integration.manual) }
            for part in parts {
                if remove { try part.remove() } else { try await part.install() }
            }
            if remove {
                if desktop || all { try integration.choice.takeBack(BaseDirectories()) }
            } else {
                await advise(integration)
            }
            return .clean
        }
    }

    private func advise(_ integration: Integration) async {
        if systemd {
            StandardError.line(
                UserTexts.say(
                    .startService, ["command": "systemctl --user enable --now typesafe-watch"]))
        }
        guard desktop, await !integration.choice.make() else { return }
        StandardError.line(
            UserTexts.say(
                .thenRun,
                ["command": "xdg-mime default \(integration.choice.entry) \(integration.choice.type)"]))
    }
}
