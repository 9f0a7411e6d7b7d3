import Foundation
import SystemSupport
import TestSupport
import Testing
import TypeSafeAPI

/// Commands that end by themselves, run as real processes against the real server. `WatchTests` tests `watch`, which
/// doesn't end by itself.
@Suite("Command line")
struct CommandLineTests {
    static let scam = Sample.directory.appendingPathComponent("scam-parcel-imessage-light.png").path
    static let benign = Sample.directory.appendingPathComponent("benign-code-android-light.png").path
    static let nowhere = URL(string: "http://127.0.0.1:1") ?? URL(fileURLWithPath: "/")

    @Test("One look says it: risk, reasons, advice; no colors and no quotes where it is no terminal")
    func scan() async throws {
        let user = try await DesktopUser.atSharedServer()
        let run = try await user.run(["scan", Self.scam, "--country", "us"])
        #expect(run.status == 1)
        for part in ["HIGH RISK", "Delivery", "Why", "Do now", "Report", "ftc.gov"] {
            #expect(run.output.contains(part), "\(part)")
        }
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("“"))
        #expect(try await user.run(["scan", Self.scam, "--no-redact"]).output.contains("“"))
        let low = try await user.run(["scan", Self.benign])
        #expect(low.status == 0 && low.output.contains("LOW RISK"))
        #expect(try await user.run(["scan", Self.scam, "--fail-on", "never"]).status == 0)
        #expect(try await user.run(["scan", Self.scam, "--exit-zero"]).status == 0)
    }

    @Test(
        "Pictures of a conversation are one scan: their order, and the picture of each reason; without the flag they stay apart"
    )
    func conversation() async throws {
        let user = try await DesktopUser.atSharedServer()
        let files = [3, 1, 2].map { Sample.directory.appendingPathComponent("talk/\($0).png").path }
        let run = try await user.run(["scan", "--conversation"] + files)
        #expect(run.output.contains("Pictures in order: 2, 3, 1."), "\(run.output)")
        #expect(run.output.contains("HIGH RISK") && run.output.contains("(picture "))
        let kept = try await user.run(["scan", "--conversation", "--in-order", "--json"] + files)
        #expect(kept.output.contains("\"ordered_by\" : \"given\""))
        #expect(try await user.run(["scan"] + files).output.contains("3 scanned: "))
        let page = user.home.appendingPathComponent("talk.html")
        _ = try await user.run(["scan", "--conversation", "--record", page.path] + files)
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.components(separatedBy: "data:image/png;base64,").count == 4)
        #expect(try await user.run(["scan", "--in-order"] + files).status == 64)
    }

    @Test(
        "Names that aren't UTF-8, links and empty files are read or told, in a folder, a batch and by their names"
    )
    func names() async throws {
        let user = try await DesktopUser.atSharedServer()
        // The shell writes the bytes, as Foundation's paths can't hold them.
        func shell(_ script: String) async throws -> DesktopUser.Run {
            let lines = "cd \(user.home.path); scam=\(Self.scam); typesafe=\(DesktopUser.executable.path)\n"
            return try await CommandProcess(
                executable: URL(fileURLWithPath: "/bin/bash"), arguments: ["-c", lines + script],
                environment: user.environment
            ).finished()
        }
        let folder = try await shell(
            #"""
            mkdir $'d\xe9'; cp $scam $'d\xe9/caf\xe9.png'; cp $scam $'d\xe9/caf\xe8.png'
            ln -s $'caf\xe9.png' $'d\xe9/link'; ln -s none $'d\xe9/dead.png'; : > $'d\xe9/empty.png'; : > $'d\xe9/empty.txt'
            $typesafe scan -r $'d\xe9'
            """#)
        #expect(folder.output.contains("5 scanned: 3 high risk, 2 failed"), "\(folder.output)\(folder.error)")
        #expect(folder.output.contains("/d\u{FFFD}/caf\u{FFFD}.png"))
        let words = folder.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("dead.png: there is no such file."))
        #expect(words.contains("empty.png: it is empty."))
        let named = try await shell(#"$typesafe scan $'d\xe9/caf\xe9.png'"#)
        #expect(named.output.contains("HIGH RISK") && named.output.contains("d\u{FFFD}/caf\u{FFFD}.png"))
        // The second run finds every picture in the results of the first, whose file's name is no UTF-8 either.
        for _ in 1...2 {
            let batch = try await shell(
                #"$typesafe batch $'d\xe9' --out $'o\xe9.jsonl'; wc -l < $'o\xe9.jsonl'"#)
            #expect(batch.output.contains("3 high risk") && batch.output.hasSuffix("5\n"), "\(batch)")
        }
    }

    @Test("Lines in a pipe fit 80 columns, and nothing is cut off")
    func pipeWidth() async throws {
        let user = try await DesktopUser.atSharedServer()
        let names = ["a-long-name-of-a-screenshot-that-somebody-chose.png", "b.png"]
        for name in names {
            try FileManager.default.copyItem(
                atPath: Self.scam, toPath: user.screenshots.appendingPathComponent(name).path)
        }
        let scan = try await user.run(["scan"] + names.map { user.screenshots.path + "/" + $0 })
        let history = try await user.run(["history"])
        for name in names {
            #expect(scan.output.contains(name) && history.output.contains(name), "\(history.output)")
        }
        #expect(!scan.output.contains("…") && scan.output.contains("2 scanned: 2 high risk"))
        let lines = (scan.output + history.output).split(separator: "\n")
        // A path is one word, which stays whole.
        #expect(lines.allSatisfy { $0.count <= 80 || $0.contains(user.home.path) }, "\(lines)")
    }

    @Test("A record is a page or JSON, is for one picture, and replaces no file")
    func record() async throws {
        let user = try await DesktopUser.atSharedServer()
        let (page, json) = (
            user.home.appendingPathComponent("a.html"), user.home.appendingPathComponent("a.json")
        )
        #expect(try await user.run(["scan", Self.scam, "--record", page.path]).status == 1)
        #expect(try String(contentsOf: page, encoding: .utf8).contains("data:image/png;base64,"))
        #expect(try await user.run(["scan", Self.scam, "--record", json.path]).status == 1)
        let record = try WireCoding.decoder().decode(ScanRecord.self, from: Data(contentsOf: json))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.scam)).count
        #expect(record.riskLevel == .high && record.originals.map(\.bytes) == [bytes])
        for arguments in [
            [Self.scam, "--record", page.path], [Self.scam, "--record", user.home.path + "/a.pdf"],
            [Self.scam, Self.benign, "--record", user.home.path + "/b.html"],
        ] {
            let run = try await user.run(["scan"] + arguments)
            #expect(run.status == 2 && run.error.split(separator: "\n").count == 1, "\(arguments)")
        }
        let missing = try await user.run(["scan", Self.scam, "--record", user.home.path + "/none/a.html"])
        #expect(missing.status != 0 && missing.error.contains("can't be written"))
    }

    @Test("A scan that waits for its answer takes no processor time")
    func waiting() async throws {
        let address = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        // Nobody takes connections from the socket. The kernel does, and holds the picture.
        let silent = try ListeningSocket(address: address)
        let url = try #require(URL(string: "http://127.0.0.1:\(try silent.boundPort)"))
        let command = try DesktopUser(server: url).start(["scan", Self.scam])
        _ = try await eventually(within: 60) { () -> Bool? in
            var waiting = pollfd(fd: silent.descriptor.raw, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, 0) > 0 ? true : nil
        }
        // The time is measured here, so a busy machine can only make less of it. A core takes 100 a second.
        let before = try #require(command.processorTime)
        try await Task.sleep(for: .seconds(1))
        #expect(try #require(command.processorTime) - before < 20)
        command.signal(SIGKILL)
    }

    @Test("Many files: riskiest first, JSON in order, a line each as they come")
    func many() async throws {
        let user = try await DesktopUser.atSharedServer()
        let files = [Self.benign, "/nonexistent.png", Self.scam]
        let text = try await user.run(["scan"] + files)
        // What doesn't fit stands indented on further lines.
        let lines = text.output.replacing("\n    ", with: "  ").split(separator: "\n")
        #expect(text.status == 1 && lines.count == 4)
        #expect(
            lines[0].contains("HIGH RISK") && lines[1].contains("LOW RISK")
                && lines[2].hasSuffix("ERROR  /nonexistent.png: there is no such file."))
        #expect(lines[0].contains("% sure") && lines[0].contains("imitates a known one"))
        #expect(lines[3] == "3 scanned: 1 high risk, 1 low risk, 1 failed")
        let json = try await user.run(["scan", "--json"] + files)
        let array = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(array.map { $0["file"] as? String } == files)
        #expect((array[1]["error"] as? [String: Any])?["code"] as? String == "missing")
        let ndjson = try await user.run(["scan", "--ndjson", "-r", Sample.directory.path])
        let talk = try FileManager.default.contentsOfDirectory(atPath: Sample.directory.path + "/talk")
            .count { $0.hasSuffix(".png") }
        #expect(talk > 0 && ndjson.output.split(separator: "\n").count == Sample.all.count + talk)
        #expect(!ndjson.output.contains("redelivery fee"))
    }

    @Test("Standard input, the newest screenshot, and a picture without text")
    func otherInputs() async throws {
        let user = try await DesktopUser.atSharedServer()
        #expect(
            try await user.run(["scan", "-"], input: Data(contentsOf: URL(fileURLWithPath: Self.scam))).status
                == 1)
        #expect(try await user.run(["scan", "--latest"]).error.isEmpty)
        #expect(try await user.run(["scan", "--latest"]).output.contains("Screenshot not found."))
        try user.takeScreenshot(1)
        let latest = try await user.run(["scan", "--latest"])
        #expect(latest.status == 1 && latest.output.contains("Screenshot 1.png"))
        let blank = user.home.appendingPathComponent("blank.png")
        try BlankPicture.png.write(to: blank)
        let unread = try await user.run(["scan", blank.path])
        #expect(unread.status == 3 && unread.output.contains("UNKNOWN"))
    }

    @Test("A text, as an argument and from standard input")
    func text() async throws {
        let user = try await DesktopUser.atSharedServer()
        let message =
            "Mum, my phone broke, this is my new number. Can you pay a bill of 480 pounds for me today?"
        #expect(try await user.run(["text", message]).output.contains("Family Emergency"))
        let piped = try await user.run(["text", "--json"], input: Data(message.utf8))
        #expect(piped.output.contains(#""scam_type" : "family_emergency""#))
    }

    @Test("Errors are one line on standard error, with 2")
    func errors() async throws {
        let user = try DesktopUser(server: Self.nowhere)
        let run = try await user.run(["text", "hello"])
        #expect(run.status == 2 && run.output.contains("can't be reached"))
        #expect(try await user.run(["scan"]).status == 64)
        #expect(try await user.run(["scan", Sample.directory.path]).error.contains("-r"))
        #expect(try await user.run(["scan", "--server", "nonsense", Self.scam]).status == 2)
        #expect(try await user.run(["scan", "--country", "GBR", Self.scam]).status == 2)
        #expect(try await user.history().isEmpty)
    }

    @Test("Status tells what is ready and what to do")
    func status() async throws {
        let user = try await DesktopUser.atSharedServer()
        let ready = try await user.run(["status"])
        #expect(
            ready.status == 0 && ready.output.contains(": ready")
                && ready.output.contains("Screenshots: readable"))
        let nowhere = try await DesktopUser(server: Self.nowhere).run(["status", "--json"])
        #expect(nowhere.status == 2 && nowhere.output.contains(#""ready" : false"#))
    }

    @Test("History keeps verdicts, shows and forgets them")
    func history() async throws {
        let user = try await DesktopUser.atSharedServer()
        _ = try await user.run(["scan", Self.scam])
        _ = try await user.run(["text", "See you at noon"])
        _ = try await user.run(["text", "See you at one", "--no-history"])
        let entries = try await user.history()
        #expect(entries.map(\.risk) == ["low", "high"] && entries.map(\.origin) == ["manual", "manual"])
        #expect(try await user.run(["history"]).output.contains("Manual  High Risk"))
        #expect(try await user.run(["status"]).output.contains("Latest scan: Low Risk"))
        let id = String(entries[1].id.prefix(8))
        #expect(try await user.run(["history", "show", id]).output.contains("parcel"))
        #expect(try await user.run(["history", "delete", id]).status == 0)
        // An empty beginning is everybody's, also where there is only one scan.
        #expect(try await user.run(["history", "delete", ""]).status == 2)
        #expect(try await user.history().map(\.risk) == ["low"])
        #expect(try await user.run(["history", "show", id]).status == 2)
        let terminal = try PseudoTerminal(user, ["history", "clear"])
        try await terminal.waitFor("[y/N]")
        terminal.type("\n")
        #expect(try await terminal.exitStatus() == 0)
        #expect(try await user.history().map(\.risk) == ["low"])
        #expect(try await user.run(["history", "clear"]).status == 0)
        #expect(try await user.history().isEmpty)
    }

    @Test("Settings are kept, checked, and keys aren't shown")
    func settings() async throws {
        let user = try DesktopUser(server: Self.nowhere)
        #expect(try await user.run(["settings", "get", "auto-scan"]).output == "on\n")
        #expect(try await user.run(["settings", "set", "auto-scan", "no"]).status == 0)
        #expect(try await user.run(["settings", "get", "auto-scan"]).output == "off\n")
        #expect(try await user.run(["settings", "set", "country", "Britain"]).status == 2)
        #expect(try await user.run(["settings", "set", "nonsense", "1"]).status == 64)
        #expect(
            try await user.run(["settings", "set", "api-key", "-"], input: Data("SECRET\n".utf8)).status == 0)
        #expect(try await !user.run(["settings"]).output.contains("SECRET"))
        #expect(try await user.run(["settings", "get", "server"]).output == "http://127.0.0.1:1\n")
        #expect(try await user.run(["settings", "reset"]).status == 0)
        #expect(try await user.run(["settings", "get", "auto-scan"]).output == "on\n")
    }

    @Test("A link scans the newest screenshot, once for many taps, and falls back")
    func open() async throws {
        let user = try await DesktopUser.atSharedServer()
        let link = "typesafe://scan?auto=true"
        try user.takeScreenshot(1)
        async let first = user.run(["open", link])
        async let second = user.run(["open", link])
        let runs = try await [first, second]
        #expect(runs.map(\.status).sorted() == [0, 1])
        #expect(runs.contains { $0.error.contains("being scanned already") })
        #expect(try await user.history().map(\.origin) == ["auto"])
        #expect(
            try await user.run(["open", "typesafe://scan?auto=true/../x#", "--server", "x:"]).status == 2)
        #expect(try await user.run(["open", "https://example.com"]).status == 2)
    }

    @Test("A screenshot that is too old, gone or cut off is told apart")
    func openFailures() async throws {
        let user = try await DesktopUser.atSharedServer()
        let link = "typesafe://scan?auto=true"
        #expect(
            try await user.run(["open", link]).error.contains(
                "Screenshot not found. Opening manual picker..."))
        let cut = try await DesktopUser.atSharedServer()
        let file = try cut.takeScreenshot(1)
        try Data(contentsOf: file).dropLast(20).write(to: file)
        let run = try await cut.run(["open", link])
        #expect(run.status == 2 && run.error.contains("cut off"))
        let old = try await DesktopUser.atSharedServer()
        let shot = try old.takeScreenshot(1)
        try FileManager.default.setAttributes([.modificationDate: Date() - 300], ofItemAtPath: shot.path)
        #expect(try await old.run(["open", link]).error.contains("Screenshot not found."))
    }

    @Test("What is installed for the desktop is ours, works, and goes again")
    func integrate() async throws {
        let user = try DesktopUser(server: Self.nowhere)
        let install = try await user.installed().run(
            ["integrate", "--systemd", "--desktop", "--completions", "--man"])
        #expect(install.status == 0, "\(install.error)")
        let files = [
            ".config/systemd/user/typesafe-watch.service", ".local/share/applications/typesafe-link.desktop",
            ".local/share/bash-completion/completions/typesafe", ".local/share/zsh/site-functions/_typesafe",
            ".config/fish/completions/typesafe.fish", ".local/share/man/man1/typesafe.1",
        ].map { user.home.appendingPathComponent($0) }
        let contents = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        #expect(contents[0].contains("watch --auto") && contents[1].contains("x-scheme-handler/typesafe"))
        #expect(contents[0].contains("\(user.home.path)/.local/bin/typesafe"))
        #expect(contents[5].contains(".SS typesafe scan"))
        try Data("mine".utf8).write(to: files[0])
        #expect(try await user.installed().run(["integrate", "--systemd"]).status == 2)
        #expect(try await user.run(["integrate", "--remove"]).status == 0)
        #expect(files.filter { FileManager.default.fileExists(atPath: $0.path) } == [files[0]])
    }

    @Test("A program that isn't installed is written nowhere")
    func notInstalled() async throws {
        let user = try DesktopUser(server: Self.nowhere)
        let run = try await user.run(["integrate", "--desktop"])
        #expect(run.status == 2 && run.error.contains("make install"))
        #expect(!FileManager.default.fileExists(atPath: user.home.appendingPathComponent(".local").path))
    }

    @Test("Taking back the links leaves what others chose")
    func choices() async throws {
        let user = try DesktopUser(server: Self.nowhere)
        let folder = user.home.appendingPathComponent(".config")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (shared, ours) = (
            folder.appendingPathComponent("mimeapps.list"), folder.appendingPathComponent("x-mimeapps.list")
        )
        let link = "x-scheme-handler/typesafe="
        try Data("[Default Applications]\ntext/html=a.desktop\n\(link)typesafe-link.desktop;b.desktop\n".utf8)
            .write(to: shared)
        try Data("[Default Applications]\n\(link)typesafe-link.desktop\n".utf8).write(to: ours)
        #expect(try await user.run(["integrate", "--remove"]).status == 0)
        #expect(
            try String(contentsOf: shared, encoding: .utf8)
                == "[Default Applications]\ntext/html=a.desktop\n\(link)b.desktop;\n")
        #expect(!FileManager.default.fileExists(atPath: ours.path))
    }
}
