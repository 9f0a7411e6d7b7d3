import Foundation
import ScreenshotDetection
import TestSupport
import Testing
import WebhookReceiver

/// What each setting of the command line changes. The tests set it in the same way as a user.
@Suite("Client settings")
struct ClientSettingTests {
    private static let scam =
        "Mum, my phone broke, this is my new number. Can you pay a bill of 480 pounds for me today?"

    @Test("Every setting has an effect", arguments: ClientSetting.allCases)
    func effect(_ setting: ClientSetting) async throws {
        switch setting {
        case .server: try await server()
        case .apiKey: try await apiKey()
        case .prompts: try await prompts()
        case .autoScan: try await autoScan()
        case .folders: try await folders()
        case .waitMinutes: try await waitMinutes()
        case .country: try await country()
        case .notify, .notifyTokenFile: try await notify()
        case .session: try await session()
        case .storeHistory: try await history(setting, "off")
        case .retentionDays: try await history(setting, "0")
        }
    }

    @Test("No command shows a key in the server's URL, whether the server answers or not")
    func keyInURL() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("desktop", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments)
        for address in [server.url("").absoluteString, CommandLineTests.nowhere.absoluteString] {
            let user = try DesktopUser(server: CommandLineTests.nowhere, environment: ["TYPESAFE_SERVER": ""])
            try await set(.server, "\(address)/k/\(key)", user)
            let shot = try user.takeScreenshot(1).path
            for arguments in [
                ["status"], ["status", "--json"], ["settings"], ["settings", "get", "server"],
                ["settings", "--json"], ["scan", shot], ["scan", shot, "--json"], ["text", Self.scam],
                ["open", "typesafe://scan?auto=true"],
                ["wrong", "--text", Self.scam, "--should-be", "legit", "--with-text"],
                ["status", "--server", "\(address)/k/\(key) "],
            ] {
                let run = try await user.run(arguments)
                #expect(!(run.output + run.error).contains(key), "\(arguments)")
            }
            let status = try await user.run(["status"])
            #expect(status.output.hasPrefix("Server   \(address)/k/…, as configured: "), "\(status.output)")
            let isUsed = try await user.run(["text", Self.scam]).output.contains("Family Emergency")
            #expect(isUsed == (address != CommandLineTests.nowhere.absoluteString))
        }
    }

    private func set(_ setting: ClientSetting, _ value: String, _ user: DesktopUser) async throws {
        #expect(try await user.run(["settings", "set", setting.rawValue, value]).status == 0)
    }

    private func notify() async throws {
        let phone = try WebhookReceiver()
        let user = try await DesktopUser.atSharedServer()
        let file = user.home.appendingPathComponent("token")
        try Data("tk_of_the_file\n".utf8).write(to: file)
        try await set(.notify, "ntfy+http://127.0.0.1:\(phone.port)/secret-topic", user)
        try await set(.notifyTokenFile, file.path, user)
        let watch = try user.start(["watch", "--auto"])
        try await watch.waitFor("Watching")
        try user.takeScreenshot(1)
        let message = try await eventually(within: 60) { phone.messages.first }
        #expect(message.path == "/secret-topic" && message.fields["authorization"] == "Bearer tk_of_the_file")
        watch.signal(SIGINT)
        #expect(try await watch.finished().status == 130)
        for arguments in [["settings"], ["settings", "get", "notify"], ["settings", "--json"], ["status"]] {
            let run = try await user.run(arguments)
            #expect(!run.output.contains("secret-topic") && run.output.contains("ntfy+http://127.0.0.1"))
        }
        // The file's token isn't for a server that the environment names.
        let other = try DesktopUser(
            server: try await SharedServer.get().url(""),
            environment: [
                "HOME": user.home.path, "TYPESAFE_NOTIFY": "ntfy+http://127.0.0.1:\(phone.port)/other",
            ])
        let again = try other.start(["watch", "--auto"])
        try await again.waitFor("Watching")
        try user.takeScreenshot(2)
        let bare = try await eventually(within: 60) { phone.messages.first { $0.path == "/other" } }
        #expect(bare.fields["authorization"] == nil)
    }

    private func server() async throws {
        let url = try await SharedServer.get().url("").absoluteString
        let user = try await DesktopUser.atSharedServer(environment: ["TYPESAFE_SERVER": "nonsense"])
        let before = try await user.run(["status"])
        #expect(before.error.contains("TYPESAFE_SERVER is ignored, because it must be a URL"))
        #expect(!before.output.contains("as configured"))
        try await set(.server, url, user)
        #expect(try await user.run(["status"]).output.hasPrefix("Server   \(url), as configured: ready"))
    }

    private func apiKey() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("desktop", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments)
        let user = try DesktopUser(server: server.url(""))
        let refused = try await user.run(["text", Self.scam])
        #expect(refused.status == 2 && refused.error.isEmpty && refused.output.contains("valid API key"))
        try await set(.apiKey, key, user)
        #expect(try await user.run(["text", Self.scam]).output.contains("Family Emergency"))
    }

    private func prompts() async throws {
        let user = try await DesktopUser.atSharedServer()
        try await set(.prompts, "off", user)
        let run = try await user.run(["watch"])
        #expect(run.status == 2 && run.error.contains("settings set prompts on"))
    }

    private func autoScan() async throws {
        let user = try await DesktopUser.atSharedServer()
        try user.takeScreenshot(1)
        try await set(.autoScan, "off", user)
        let run = try await user.run(["open", "typesafe://scan?auto=true"])
        #expect(run.status == 2 && run.error.contains("Picking needs a terminal"))
        #expect(try await user.history().isEmpty)
    }

    private func folders() async throws {
        let user = try await DesktopUser.atSharedServer()
        let folder = user.home.appendingPathComponent("elsewhere")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shot = try user.takeScreenshot(1, of: "benign-code-android-light.png")
        try FileManager.default.moveItem(at: shot, to: folder.appendingPathComponent("moved.png"))
        #expect(try await user.run(["scan", "--latest"]).output.contains("Screenshot not found."))
        try await set(.folders, "\(folder.path):/nonexistent", user)
        #expect(
            try await user.run(["watch", "--print-dirs"]).output
                == "\(folder.path): readable\n/nonexistent: missing\n")
        #expect(try await user.run(["scan", "--latest"]).output.contains("moved.png"))
    }

    private func waitMinutes() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere)
        try await set(.waitMinutes, "0", user)
        let watch = try user.start(["watch", "--auto", "--ndjson", "--no-notify"])
        try await watch.waitFor("Watching")
        try user.takeScreenshot(1)
        try await watch.waitFor(#""code":"unreachable""#)
        #expect(user.waitingPaths.isEmpty)
        watch.signal(SIGKILL)
        _ = try await watch.finished()
        #expect(try await user.run(["settings", "reset", "wait-minutes"]).status == 0)
        let again = try user.start(["watch", "--auto", "--ndjson", "--no-notify"])
        try await again.waitFor("Watching")
        try user.takeScreenshot(2)
        try await again.waitFor("Screenshots wait")
        #expect(!again.output.contains(#""code""#))
    }

    private func country() async throws {
        let user = try await DesktopUser.atSharedServer()
        #expect(try await !user.run(["text", Self.scam]).output.contains("ftc.gov"))
        try await set(.country, "us", user)
        #expect(try await user.run(["text", Self.scam]).output.contains("ftc.gov"))
    }

    private func session() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("results-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await ServerProcess(
            arguments: ["--database", folder.appendingPathComponent("results").path])
        let user = try DesktopUser(server: server.url(""))
        #expect(try await !user.run(["text", Self.scam, "--json"]).output.contains(#""stored" : true"#))
        try await set(.session, "on", user)
        #expect(try await user.run(["text", Self.scam, "--json"]).output.contains(#""stored" : true"#))
    }

    /// Scans a text before and after the setting gets the value. Only the first scan may come into the history.
    private func history(_ setting: ClientSetting, _ value: String) async throws {
        let user = try await DesktopUser.atSharedServer()
        _ = try await user.run(["text", Self.scam])
        #expect(try await user.history().count == 1)
        #expect(try await user.run(["history", "clear"]).status == 0)
        try await set(setting, value, user)
        _ = try await user.run(["text", Self.scam])
        #expect(try await user.history().isEmpty)
    }
}
