import Foundation
import TestSupport
import Testing

/// Tests of `typesafe watch`, with and without a terminal, against the real server.
@Suite("Watch")
struct WatchTests {
    @Test("Each screenshot is scanned once, also after a restart")
    func auto() async throws {
        let user = try await DesktopUser.atSharedServer()
        let watch = try user.start(["watch", "--auto"])
        try await watch.waitFor("Watching")
        try user.takeScreenshot(1)
        try await watch.waitFor("HIGH RISK")
        try user.takeScreenshot(1, name: "copy.png")
        try user.takeScreenshot(2, of: "benign-code-android-light.png")
        try await watch.waitFor("LOW RISK")
        watch.signal(SIGINT)
        #expect(try await watch.finished().status == 130)
        let again = try user.start(["watch", "--auto", "--ndjson"])
        try await again.waitFor("Watching")
        try user.takeScreenshot(3)
        try await again.waitFor(#""event":"result""#)
        again.signal(SIGTERM)
        #expect(try await again.finished().status == 143)
        let history = try await user.history()
        #expect(history.map(\.risk) == ["high", "low", "high"] && history.allSatisfy { $0.origin == "auto" })
        #expect(history.compactMap(\.name).first == "Screenshot 3.png")
    }

    @Test("A person is asked at the terminal, and answers with a key")
    func prompt() async throws {
        let user = try await DesktopUser.atSharedServer()
        let terminal = try PseudoTerminal(user, ["watch"])
        try await terminal.waitFor("Watching")
        try user.takeScreenshot(1)
        try await terminal.waitFor("Screenshot taken - Scan for scams?  [s] Scan now  [d] dismiss")
        #expect(try await user.history().isEmpty)
        terminal.type("s")
        try await terminal.waitFor("HIGH RISK")
        #expect(
            terminal.screen.contains("\u{1B}[1;97;41m HIGH RISK \u{1B}[0m") && terminal.screen.contains("“"))
        terminal.type("\u{03}")
        #expect(try await terminal.exitStatus() == 130)
        #expect(try await user.history().map(\.origin) == ["manual"])
    }

    @Test("Dismissed is dismissed, and one that was deleted falls back to choosing")
    func fallback() async throws {
        let user = try await DesktopUser.atSharedServer()
        try user.takeScreenshot(9, of: "benign-code-android-light.png", name: "older.png")
        try FileManager.default.setAttributes(
            [.modificationDate: Date() - 900],
            ofItemAtPath: user.screenshots.appendingPathComponent("older.png").path)
        let terminal = try PseudoTerminal(user, ["watch"])
        try await terminal.waitFor("Watching")
        let file = try user.takeScreenshot(1)
        try await terminal.waitFor("Scan for scams?")
        try FileManager.default.removeItem(at: file)
        terminal.type("s")
        try await terminal.waitFor("Screenshot not found. Opening manual picker...")
        try await terminal.waitFor("1  older.png  15 min ago")
        terminal.type("\u{1B}[B\r")
        try await terminal.waitFor("LOW RISK")
        terminal.type("\u{03}")
        #expect(try await terminal.exitStatus() == 130)
    }

    @Test("The picker chooses by arrows and by numbers")
    func picker() async throws {
        let user = try await DesktopUser.atSharedServer()
        for (number, name) in [(1, "one.png"), (2, "two.png")] {
            try user.takeScreenshot(number, of: "benign-code-android-light.png", name: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - 600 * Double(number)],
                ofItemAtPath: user.screenshots.appendingPathComponent(name).path)
        }
        let terminal = try PseudoTerminal(user, ["open", "typesafe://scan"])
        try await terminal.waitFor("Scan 1 (one.png")
        terminal.type("\u{1B}[B")
        try await terminal.waitFor("Scan 2 (two.png")
        terminal.type("\r")
        #expect(try await terminal.exitStatus() == 0)
        #expect(try await user.history().map(\.name) == ["two.png"])
    }

    @Test("A notification's action scans; a daemon that hangs holds up nothing")
    func notifications() async throws {
        let desktop = ["DISPLAY": ":0"]
        let log = "printf '%s\\n' \"$*\" >> \"$HOME/notified\""
        let answering = try await DesktopUser.atSharedServer(
            programs: ["notify-send": "\(log); case \"$*\" in *--action*) echo scan;; esac"],
            environment: desktop)
        let watch = try answering.start(["watch"])
        try await watch.waitFor("Watching")
        try answering.takeScreenshot(1)
        try await watch.waitFor("HIGH RISK")
        let asked = try String(contentsOf: answering.home.appendingPathComponent("notified"), encoding: .utf8)
        #expect(asked.contains("Scan for scams?") && !asked.contains("Screenshot 1.png"))

        let hanging = try await DesktopUser.atSharedServer(
            programs: ["notify-send": "\(log); exec sleep 1000"], environment: desktop)
        let auto = try hanging.start(["watch", "--auto"])
        try await auto.waitFor("Watching")
        for number in 1...3 {
            try hanging.takeScreenshot(number)
            try await auto.waitFor("HIGH RISK", count: number)
        }
        let told = try String(contentsOf: hanging.home.appendingPathComponent("notified"), encoding: .utf8)
        #expect(told.contains("--urgency=critical -- High Risk - "))
        #expect(!told.contains("usps"))
        auto.signal(SIGINT)
        #expect(try await auto.finished().status == 130)
    }

    @Test("While it waits, little of it is in memory, also after a scan")
    func memory() async throws {
        let user = try await DesktopUser.atSharedServer()
        let watch = try user.start(["watch", "--auto"])
        try await watch.waitFor("Watching")
        try user.takeScreenshot(1)
        try await watch.waitFor("HIGH RISK")
        _ = try await eventually(within: 60) { (1..<25_000_000).contains(watch.resident) ? true : nil }
    }

    @Test("Killed at any moment, it asks for nothing twice and its stores stay whole")
    func killed() async throws {
        let user = try await DesktopUser.atSharedServer()
        for round in 0..<12 {
            let watch = try user.start(["watch", "--auto", "--ndjson", "--no-notify"])
            try await watch.waitFor("Watching")
            for number in 0..<4 {
                try user.takeScreenshot(round * 4 + number, of: "benign-code-android-light.png")
            }
            if round % 3 > 0 { try await watch.waitFor(#""event":"result""#, count: round % 3) }
            watch.signal(SIGKILL)
            _ = try await watch.finished()
        }
        let names = try await user.history().compactMap(\.name)
        #expect(names.count == Set(names).count && names.count >= 12)
        let state = user.home.appendingPathComponent(".local/state/typesafe")
        let files = try FileManager.default.contentsOfDirectory(atPath: state.path)
        #expect(!files.contains { $0.hasSuffix(".corrupt") })
    }

    @Test("Prompts that are off, and folders that aren't there, end it with what to do")
    func refusals() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere, environment: ["TYPESAFE_PROMPTS": "off"])
        let off = try await user.run(["watch"])
        #expect(off.status == 2 && off.error.contains("settings set prompts on"))
        let missing = try await user.run(["watch", "--auto", "--dir", "/nonexistent"])
        #expect(missing.status == 2 && missing.error.contains("/nonexistent"))
        let folders = try await user.run(["watch", "--print-dirs"])
        #expect(folders.status == 0 && folders.output.contains("\(user.screenshots.path): readable"))
    }
}
