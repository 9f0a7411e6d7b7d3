import BundledResources
import Foundation
import ScreenshotDetection
import Texts

/// The paths and contents of the files that `typesafe integrate` writes.
struct Integration {
    private let folders = BaseDirectories()

    /// The installed program.
    /// - Throws: an error where this program isn't installed: what is written would stop working with the next build elsewhere.
    private var executable: String {
        get throws(CommandFailure) {
            guard Installation.data != nil else {
                throw .usage(.notInstalled)
            }
            return Installation.program.path
        }
    }

    var service: IntegrationFile {
        IntegrationFile(
            path: folders.configuration + "/systemd/user/typesafe-watch.service", comment: "#"
        ) {
            let command = try startable(ExecQuoting.systemd)
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
        IntegrationFile(path: folders.data + "/applications/" + choice.entry, comment: "#") {
            let command = try startable(ExecQuoting.desktopEntry)
            return """
                [Desktop Entry]
                Type=Application
                Name=TypeSafe
                Comment=Scans the newest screenshot for scams
                Exec=\(command) open -- %u
                MimeType=\(choice.type);
                NoDisplay=true
                Terminal=false

                """
        }
    }

    let choice = HandlerChoice(type: "x-scheme-handler/typesafe", entry: "typesafe-link.desktop")

    private func startable(_ quoted: (String) -> String?) throws(CommandFailure) -> String {
        let executable = try executable
        guard let command = quoted(executable) else {
            throw .usage(.notStartable, ["path": .text(executable)])
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
                try await Self.ask(executable, ["--generate-completion-script", shell])
            }
        }
    }

    var manual: IntegrationFile {
        IntegrationFile(path: folders.data + "/man/man1/typesafe.1", comment: ".\\\"") {
            try await ManualPage(of: executable).text
        }
    }

    /// Runs a program for a description of all of its commands, including those of other modules. The limits are far above
    /// what that needs: 0.1 s and 100 kB.
    static func ask(_ program: String, _ arguments: [String]) async throws(CommandFailure) -> String {
        let output = await Subprocess.output(
            of: program, arguments, within: .seconds(20), sizeLimit: 8 << 20)
        guard let output else { throw .usage(.tellsNothing, ["program": .text(program)]) }
        return String(decoding: output, as: UTF8.self)
    }
}

/// A file that carries a mark of this program. Files without the mark are neither overwritten nor removed.
struct IntegrationFile {
    let path: String
    private let mark: String
    private let isMarkedAtEnd: Bool
    private let content: () async throws -> String

    /// - Parameters:
    ///   - comment: the characters with which a comment begins in the file's format.
    ///   - isMarkedAtEnd: whether the mark is the last line, because zsh needs its `#compdef` in the first line.
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
        guard isFree else { throw CommandFailure.usage(.notOurs, ["path": .text(path)]) }
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data((isMarkedAtEnd ? text + "\n" + mark : mark + text).utf8).write(
                to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure.store(path: path)
        }
        StandardError.line(UserTexts.say(.wrote, ["path": .text(path)]))
    }

    func remove() throws {
        guard FileManager.default.fileExists(atPath: path), isFree else { return }
        guard (try? FileManager.default.removeItem(atPath: path)) != nil else {
            throw CommandFailure.store(path: path)
        }
        StandardError.line(UserTexts.say(.removed, ["path": .text(path)]))
    }

    private var isFree: Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        return isMarkedAtEnd ? text.hasSuffix(mark) : text.hasPrefix(mark)
    }
}

/// Quotes a program's path for the files that start it.
enum ExecQuoting {
    /// Quotes for `ExecStart=` (systemd.service(5)): the colon turns off `$` variables, and `%` is doubled.
    /// - Returns: nil for a path with quotes, backslashes or control characters, which systemd can't start.
    static func systemd(_ path: String) -> String? {
        let isRefused = path.unicodeScalars.contains {
            $0 == "\"" || $0 == "'" || $0 == "\\" || isControl($0)
        }
        return isRefused ? nil : ":\"\(path.replacing("%", with: "%%"))\""
    }

    /// Quotes for `Exec=` (Desktop Entry Specification 1.5, "The Exec key"): inside quotes, a backslash precedes `"`, a
    /// backtick, `$` and `\`. Then each backslash is doubled, as in any string of such a file, and so is `%`. A path that needs no
    /// quotes gets none, because xdg-open takes them for a part of the name where no desktop runs.
    /// - Returns: nil for a path with control characters.
    static func desktopEntry(_ path: String) -> String? {
        guard !path.unicodeScalars.contains(where: isControl) else { return nil }
        if path.utf8.allSatisfy({ isPlain($0) }) { return path }
        let special: Set<Character> = ["\"", "`", "$", "\\"]
        let quoted = path.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\"" + quoted.replacing("\\", with: "\\\\").replacing("%", with: "%%") + "\""
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F
    }
}
