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

    @Test(
        "A name that isn't UTF-8 is scanned, found by the kernel's events and by polling",
        arguments: [[], ["--polling"]])
    func foreignName(_ more: [String]) async throws {
        let user = try await DesktopUser.atSharedServer()
        let watch = try user.start(["watch", "--auto"] + more)
        try await watch.waitFor("Watching")
        let picture = try user.takeScreenshot(1, name: ".hidden.png")
        let name =
            picture.deletingLastPathComponent().path.utf8CString.dropLast()
            + Array("/caf".utf8CString.dropLast())
        let bytes = name + [CChar(bitPattern: 0xE9)] + Array(".png".utf8CString)
        #expect(rename(picture.path, Array(bytes)) == 0)
        try await watch.waitFor("caf\u{FFFD}.png")
        try await watch.waitFor("HIGH RISK")
        watch.signal(SIGINT)
        #expect(try await watch.finished().status == 130)
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
        #expect(try await user.history().map(\.origin) == ["auto"])
    }

    @Test("Dismissed is dismissed, by either key", arguments: ["d", "x"])
    func dismissed(_ key: String) async throws {
        let user = try await DesktopUser.atSharedServer()
        let terminal = try PseudoTerminal(user, ["watch"])
        try await terminal.waitFor("Watching")
        try user.takeScreenshot(1)
        try await terminal.waitFor("[d] dismiss or [x]")
        terminal.type(key)
        try await terminal.waitFor("\r\u{1B}[K", count: 2)
        terminal.type("s\u{03}")
        #expect(try await terminal.exitStatus() == 130)
        #expect(try await user.history().isEmpty)
    }

    @Test("On a narrow terminal the prompt has the words that fit")
    func narrow() async throws {
        let user = try await DesktopUser.atSharedServer()
        let terminal = try PseudoTerminal(user, ["watch"], columns: 64)
        try await terminal.waitFor("Watching")
        try user.takeScreenshot(1)
        try await terminal.waitFor("Scan for scams?  [s] Scan now  [d] dismiss")
        #expect(!terminal.screen.contains("or ["))
    }

    /// What happens to the screenshot of a question before it is answered.
    enum Loss: CaseIterable { case deleted, replaced, moved }

    @Test(
        "The question is about its own screenshot: where that is gone, none is judged",
        arguments: Loss.allCases)
    func ownPicture(_ loss: Loss) async throws {
        let user = try await DesktopUser.atSharedServer()
        // It was there 10 s before the start, so it isn't one that the start still counts as new.
        let older = try user.takeScreenshot(9, name: "older.png")
        try FileManager.default.setAttributes([.modificationDate: Date() - 10], ofItemAtPath: older.path)
        let terminal = try PseudoTerminal(user, ["watch"])
        try await terminal.waitFor("Watching")
        let file = try user.takeScreenshot(1, of: "benign-code-android-light.png")
        try await terminal.waitFor("Scan for scams?")
        switch loss {
        case .deleted: try FileManager.default.removeItem(at: file)
        case .replaced: try user.takeScreenshot(2, name: file.lastPathComponent)
        case .moved:
            try FileManager.default.moveItem(
                at: file, to: user.screenshots.appendingPathComponent("moved.png"))
        }
        try user.takeScreenshot(3, name: "newer.png")
        terminal.type("s")
        try await terminal.waitFor(loss == .moved ? "LOW RISK" : "The screenshot was deleted or replaced")
        terminal.type("\u{03}")
        #expect(try await terminal.exitStatus() == 130)
        #expect(try await user.history().map(\.name) == (loss == .moved ? ["moved.png"] : []))
    }

    @Test(
        "A link after a question is about the same screenshot, and once that is gone, about the newest again")
    func link() async throws {
        let user = try await DesktopUser.atSharedServer()
        let watch = try user.start(["watch"])
        try await watch.waitFor("Watching")
        let file = try user.takeScreenshot(1, of: "benign-code-android-light.png")
        try await watch.waitFor("Scan for scams?")
        try FileManager.default.removeItem(at: file)
        try user.takeScreenshot(2, name: "newer.png")
        let link = "typesafe://scan?auto=true"
        let gone = try await user.run(["open", link])
        #expect(gone.status == 2 && gone.error.contains("The screenshot was deleted or replaced"))
        #expect(try await user.history().isEmpty)
        // A second link within 5 s would count as the same.
        let again = try await eventually(within: 30) {
            let run = try await user.run(["open", link])
            return run.output.isEmpty ? nil : run
        }
        #expect(again.status == 1)
        #expect(try await user.history().map(\.name) == ["newer.png"])
    }

    @Test("What a program syncs counts when it arrives, and a camera's photo only if photos are wanted")
    func synced() async throws {
        let user = try await DesktopUser.atSharedServer()
        let outside = user.home.appendingPathComponent("phone.png")
        try DesktopUser.numbered(try Sample.image("scam-parcel-imessage-light.png"), 1).write(to: outside)
        try FileManager.default.setAttributes(
            [.modificationDate: Date() - 7_200], ofItemAtPath: outside.path)
        let watch = try user.start(["watch", "--auto", "--ndjson"])
        try await watch.waitFor("Watching")
        try Self.photo.write(to: user.screenshots.appendingPathComponent("Screenshot 0.jpg"))
        let copy = try CommandProcess(
            executable: URL(fileURLWithPath: "/bin/cp"),
            arguments: ["-p", outside.path, user.screenshots.appendingPathComponent("synced.png").path],
            environment: [:])
        #expect(try await copy.finished().status == 0)
        try await watch.waitFor(#""event":"result""#)
        watch.signal(SIGINT)
        _ = try await watch.finished()
        #expect(try await user.history().map(\.name) == ["synced.png"])
        // Else the next start could find it first, and the same content is told once only.
        try FileManager.default.removeItem(at: user.screenshots.appendingPathComponent("Screenshot 0.jpg"))
        let any = try user.start(["watch", "--auto", "--ndjson", "--any"])
        try await any.waitFor("Watching")
        try Self.photo.write(to: user.screenshots.appendingPathComponent("photo.jpg"))
        // The server can't decode it, but it was asked.
        try await any.waitFor(#"photo.jpg""#)
    }

    /// A JPEG by its segments, without pixels, with a camera's name and a size that no screen has.
    private static var photo: Data {
        let entries: [UInt8] =
            [1, 15, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38] + [1, 16, 0, 2, 0, 0, 0, 7, 0, 0, 0, 44] + [0, 0, 0, 0]
        let exif =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 2] + entries + Array("Canon\0EOS R5\0".utf8)
        let size: [UInt8] = [0x0B, 0xD0, 0x0F, 0xC0]
        return Data(
            [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + [0xFF, 0xC0, 0, 11, 8] + size
                + [1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xFF, 0xD9])
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
