import Foundation
import ScreenshotDetection

/// What `typesafe integrate` writes, and where.
struct Integration {
    private let folders = DataFolders()
    /// This program, for the files that start it and to ask it about itself.
    private let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "typesafe")

    private var executable: String {
        #if canImport(Glibc)
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        #else
            Bundle.main.executablePath ?? program.path
        #endif
    }

    var service: IntegrationFile {
        IntegrationFile(
            path: folders.configuration + "/systemd/user/typesafe-watch.service", comment: "#"
        ) {
            let command = try startable(ExecLine.systemd(executable))
            return """
                [Unit]
                Description=Scans new screenshots for scams
                After=graphical-session.target

                [Service]
                ExecStart=\(command) watch --auto
                Restart=on-failure
                SuccessExitStatus=143
                RestartSec=5
                NoNewPrivileges=yes
                LockPersonality=yes
                RestrictRealtime=yes
                RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
                SystemCallArchitectures=native
                MemoryMax=512M

                [Install]
                WantedBy=default.target

                """
        }
    }

    var handler: IntegrationFile {
        IntegrationFile(path: folders.data + "/applications/typesafe-link.desktop", comment: "#") {
            let command = try startable(ExecLine.desktopEntry(executable))
            return """
                [Desktop Entry]
                Type=Application
                Name=TypeSafe
                Comment=Scans the newest screenshot for scams
                Exec=\(command) open -- %u
                MimeType=x-scheme-handler/typesafe;
                NoDisplay=true
                Terminal=false

                """
        }
    }

    private func startable(_ command: String?) throws -> String {
        guard let command else {
            throw CommandFailure.usage("Nothing can be started from \(executable); install it elsewhere.")
        }
        return command
    }

    var completions: [IntegrationFile] {
        [
            ("bash", folders.data + "/bash-completion/completions/typesafe"),
            ("zsh", folders.data + "/zsh/site-functions/_typesafe"),
            ("fish", folders.configuration + "/fish/completions/typesafe.fish"),
        ].map { shell, path in
            IntegrationFile(path: path, comment: "#", isMarkedAtEnd: true) {
                try await ask(["--generate-completion-script", shell])
            }
        }
    }

    var manual: IntegrationFile {
        IntegrationFile(path: folders.data + "/man/man1/typesafe.1", comment: ".\\\"") {
            guard let page = ManualPage(help: Data(try await ask(["--experimental-dump-help"]).utf8)) else {
                throw CommandFailure.usage("The manual page can't be made.")
            }
            return page.text
        }
    }

    /// The program tells about all of its commands, also those of other modules.
    private func ask(_ arguments: [String]) async throws -> String {
        let output = await Subprocess.output(
            of: executable, arguments, within: .seconds(20), sizeLimit: 8 << 20)
        guard let output else { throw CommandFailure.usage("\(executable) doesn't tell about itself.") }
        return String(decoding: output, as: UTF8.self)
    }
}

/// A file that belongs to us by its mark; others' are neither overwritten nor removed.
struct IntegrationFile {
    let path: String
    private let mark: String
    private let isMarkedAtEnd: Bool
    private let content: () async throws -> String

    /// - Parameter isMarkedAtEnd: zsh wants its own mark in the first line.
    init(
        path: String, comment: String, isMarkedAtEnd: Bool = false,
        content: @escaping () async throws -> String
    ) {
        self.path = path
        mark = "\(comment) Made by `typesafe integrate`; `typesafe integrate --remove` removes it.\n"
        self.isMarkedAtEnd = isMarkedAtEnd
        self.content = content
    }

    func install() async throws {
        let text = try await content()
        guard isFree else { throw CommandFailure.usage("\(path) is there already and isn't ours.") }
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data((isMarkedAtEnd ? text + "\n" + mark : mark + text).utf8).write(
                to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure.store(path: path)
        }
        ErrorOutput.line("Wrote \(path)")
    }

    func remove() throws {
        guard FileManager.default.fileExists(atPath: path), isFree else { return }
        guard (try? FileManager.default.removeItem(atPath: path)) != nil else {
            throw CommandFailure.store(path: path)
        }
        ErrorOutput.line("Removed \(path)")
    }

    private var isFree: Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        return isMarkedAtEnd ? text.hasSuffix(mark) : text.hasPrefix(mark)
    }
}
