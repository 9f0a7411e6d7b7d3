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
        case found, older, noFolder, noServer, noTerminal, hostile
    }

    @Test("Whatever comes of a link is told in a notification", arguments: Outcome.allCases)
    func told(_ outcome: Outcome) async throws {
        let session = try await DesktopSession()
        let daemon = try await session.daemon()
        let user = try DesktopUser(
            server: outcome == .noServer ? CommandLineTests.nowhere : try await SharedServer.get().url(""),
            environment: session.environment)
        let installed = try user.installed()
        #expect(try await installed.run(["integrate", "--desktop"]).status == 0)
        if outcome != .noFolder {
            let shot = try user.takeScreenshot(1)
            if outcome == .older {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date() - 300], ofItemAtPath: shot.path)
            }
        } else {
            try FileManager.default.removeItem(at: user.screenshots.deletingLastPathComponent())
        }
        let (link, words): (String, String) =
            switch outcome {
            case .found: ("typesafe://scan?auto=true", "summary: 'High Risk - ")
            case .older: ("typesafe://scan?auto=true", "Screenshot not found.")
            case .noFolder: ("typesafe://scan?auto=true", "Screenshot not found.")
            case .noServer: ("typesafe://scan?auto=true", "can't be reached")
            case .noTerminal: ("typesafe://scan", "Picking needs a terminal")
            case .hostile: ("typesafe://scan/../$(id);x?auto=true", "This is no link that typesafe opens.")
            }
        _ = try await CommandProcess(
            executable: URL(fileURLWithPath: "/usr/bin/xdg-open"), arguments: [link],
            environment: installed.environment
        ).finished()
        try await daemon.waitFor(words)
        #expect(daemon.output.contains("summary: 'Not scanned'") == (outcome != .found))
        #expect(!daemon.output.contains(user.home.path))
        // What failed doesn't hold up the next link.
        guard outcome == .noServer else { return }
        let next = try await installed.run([
            "open", link, "--server", SharedServer.get().url("").absoluteString,
        ])
        #expect(next.status == 1 && !next.error.contains("being scanned already"), "\(next.error)")
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
