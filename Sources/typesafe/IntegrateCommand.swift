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

/// The user's choice of the program that opens a kind of link, as `xdg-mime default` writes it into files named `mimeapps.list`
/// (MIME Applications Specification 1.0).
struct HandlerChoice {
    let type: String
    /// File name of the desktop entry.
    let entry: String

    /// Largest file in bytes that is read: far more than a desktop with all its programs writes.
    private static let sizeLimit = 1 << 20

    /// Makes the choice with `xdg-mime`, which knows where each desktop looks.
    /// - Returns: whether that worked.
    func make() async -> Bool {
        // `xdg-mime` starts tools of the desktop. They normally end within a second and print a few words.
        guard let program = Subprocess.find("xdg-mime") else { return false }
        return await Subprocess.output(
            of: program, ["default", entry, type], within: .seconds(10), sizeLimit: 65_536) != nil
    }

    /// Takes the choice back in every such file, and leaves all other choices as they are.
    func takeBack(_ folders: BaseDirectories) throws(CommandFailure) {
        for folder in [folders.configuration, folders.data + "/applications"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasSuffix("mimeapps.list") {
                try takeBack(in: URL(fileURLWithPath: folder).appendingPathComponent(name))
            }
        }
    }

    private func takeBack(in file: URL) throws(CommandFailure) {
        let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        guard size <= Self.sizeLimit, let text = try? String(contentsOf: file, encoding: .utf8) else {
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.compactMap { line -> String? in
            guard line.hasPrefix(type + "=") else { return String(line) }
            let others = line.dropFirst(type.count + 1).split(separator: ";").filter { $0 != entry }
            return others.isEmpty ? nil : type + "=" + others.map { $0 + ";" }.joined()
        }
        guard kept != lines.map(String.init) else { return }
        do {
            if kept.allSatisfy({ $0.isEmpty || $0.hasPrefix("[") }) {
                try FileManager.default.removeItem(at: file)
            } else {
                try Data(kept.joined(separator: "\n").utf8).write(to: file, options: .atomic)
            }
        } catch {
            throw .store(path: file.path)
        }
    }
}
