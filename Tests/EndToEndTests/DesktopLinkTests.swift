import Foundation
import TestSupport
import Testing

/// Tests of `typesafe:` links as a desktop opens them: by `xdg-open`, for the installed program, without a terminal.
@Suite(
    "Links from the desktop", .serialized,
    .enabled(
        if: DesktopSession.isPossible && FileManager.default.isExecutableFile(atPath: "/usr/bin/xdg-open")))
struct DesktopLinkTests {
    enum Outcome: CaseIterable {
        case found, again, older, deleted, noFolder, noRight, noRightToFile, noServer, busy, noTerminal,
            hostile

        var link: String {
            switch self {
            case .noTerminal: "typesafe://scan"
            case .hostile: "typesafe://scan/../$(id);x?auto=true"
            default: "typesafe://scan?auto=true"
            }
        }

        /// Words of the notification.
        var words: String {
            switch self {
            case .found: "summary: 'High Risk - "
            case .again: "This screenshot is being scanned already."
            case .older, .noFolder: "Screenshot not found."
            case .deleted: "The screenshot was deleted or replaced, so nothing was scanned."
            case .noRight: "The folder with the screenshots can't be read. In a terminal, typesafe status"
            case .noRightToFile: "The screenshot: it may not be read."
            case .noServer: "can't be reached"
            case .busy: "is busy or still starting"
            case .noTerminal: "Picking needs a terminal"
            case .hostile: "This is no link that typesafe opens."
            }
        }
    }

    @Test("Whatever comes of a link is told in a notification", arguments: Outcome.allCases)
    func told(_ outcome: Outcome) async throws {
        let session = try await DesktopSession()
        let daemon = try await session.daemon()
        let busy = outcome == .busy ? try await Self.busyServer() : nil
        let server =
            if outcome == .noServer { CommandLineTests.nowhere } else if let busy { busy.url("") } else {
                try await SharedServer.get().url("")
            }
        let user = try DesktopUser(server: server, environment: session.environment)
        let installed = try user.installed()
        #expect(try await installed.run(["integrate", "--desktop"]).status == 0)
        try await prepare(user, for: outcome)
        if outcome == .again {
            // Which of two is the second is decided by the machine.
            _ = try await eventually(within: 120) {
                async let first: Void = Self.open(outcome.link, installed)
                try await Self.open(outcome.link, installed)
                try await first
                return daemon.output.contains(outcome.words) ? true : nil
            }
        } else {
            try await Self.open(outcome.link, installed)
        }
        try await daemon.waitFor(outcome.words)
        let isScanned = outcome == .found || outcome == .again
        #expect(daemon.output.contains("summary: 'Not scanned'") == !isScanned)
        #expect(!daemon.output.contains(user.home.path))
        #expect(try await user.history().isEmpty == !isScanned)
        busy?.letWorkersGo()
        // What failed doesn't hold up the next link.
        guard outcome == .noServer else { return }
        let next = try await installed.run([
            "open", outcome.link, "--server", SharedServer.get().url("").absoluteString,
        ])
        #expect(next.status == 1 && !next.error.contains("being scanned already"), "\(next.error)")
    }

    /// A server whose only worker has a picture, and nothing may wait for it.
    private static func busyServer() async throws -> ServerProcess {
        let server = try await ServerProcess.holdingItsWorker(limits: ["queue_length": 0])
        try await ServiceClient(server: server).occupyWorker(with: BlankPicture.png)
        return server
    }

    private func prepare(_ user: DesktopUser, for outcome: Outcome) async throws {
        let files = FileManager.default
        guard outcome != .noFolder else {
            return try files.removeItem(at: user.screenshots.deletingLastPathComponent())
        }
        guard outcome != .deleted else {
            let watch = try user.start(["watch", "--no-notify", "--ndjson"])
            try await watch.waitFor("Watching")
            let shot = try user.takeScreenshot(1)
            try await watch.waitFor(#""event":"screenshot""#)
            watch.signal(SIGKILL)
            _ = try await watch.finished()
            try files.removeItem(at: shot)
            try user.takeScreenshot(2, name: "newer.png")
            return
        }
        let shot = try user.takeScreenshot(1)
        switch outcome {
        case .older: try files.setAttributes([.modificationDate: Date() - 300], ofItemAtPath: shot.path)
        case .noRight: try files.setAttributes([.posixPermissions: 0], ofItemAtPath: user.screenshots.path)
        case .noRightToFile: try files.setAttributes([.posixPermissions: 0], ofItemAtPath: shot.path)
        default: return
        }
    }

    /// Opens a link as the desktop does. Root's right to read everything is taken away.
    private static func open(_ link: String, _ installed: DesktopUser.Installed) async throws {
        let command = ["/usr/bin/xdg-open", link]
        let words =
            geteuid() == 0
            ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] + command : command
        _ = try await CommandProcess(
            executable: URL(fileURLWithPath: words[0]), arguments: Array(words.dropFirst()),
            environment: installed.environment
        ).finished()
    }

    @Test("Nothing of the links is left once they are taken back")
    func remove() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere)
        let installed = try user.installed()
        #expect(try await installed.run(["integrate", "--desktop"]).status == 0)
        let choices = user.home.appendingPathComponent(".config/mimeapps.list")
        #expect(try String(contentsOf: choices, encoding: .utf8).contains("typesafe-link.desktop"))
        #expect(try await installed.run(["integrate", "--remove"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: choices.path))
    }
}
