import Foundation
import Testing

@testable import ScreenshotDetection

@Suite("Settings")
struct SettingsTests {
    private let workspace: Workspace
    private let path: String

    init() throws {
        workspace = try Workspace()
        path = workspace.file("settings.json")
    }

    static let values: [ClientSetting: (good: String, stored: String, bad: String?)] = [
        .server: ("https://scan.example:8443/x", "https://scan.example:8443/x", "scan.example"),
        .apiKey: ("k3y", "k3y", "a b"), .prompts: ("no", "off", "maybe"), .autoScan: ("0", "off", "2"),
        .folders: ("/a:/b", "/a:/b", nil), .waitMinutes: ("0", "0", "1441"),
        .notify: (
            "ntfy://ntfy.example/my_topic-1", "ntfy://ntfy.example/my_topic-1", "https://ntfy.example/t"
        ),
        .notifyTokenFile: ("/a/token", "/a/token", nil),
        .country: ("gb", "GB", "GBR"), .session: ("TRUE", "on", "id"),
        .storeHistory: ("Off", "off", "maybe"), .retentionDays: ("30", "30", "-1"),
    ]

    @Test(
        "The environment comes before the file, that before the default", arguments: ClientSetting.allCases)
    func order(_ setting: ClientSetting) throws {
        let (good, stored, bad) = try #require(Self.values[setting])
        #expect(
            ClientSettings(path: path, environment: [:]).value(setting) == (setting.defaultValue, .default))
        try ClientSettings(path: path, environment: [:]).set(setting, to: good)
        let settings = ClientSettings(path: path, environment: [:])
        #expect(settings.value(setting) == (stored, .file) && settings.isConfigured)
        let other = setting.defaultValue == "on" ? "on" : good
        let environment = ClientSettings(path: path, environment: [setting.environment: other])
        #expect(environment.value(setting).source == .environment)
        if let bad {
            #expect(throws: SettingError.invalid(setting, value: bad)) { try settings.set(setting, to: bad) }
            let invalid = ClientSettings(path: path, environment: [setting.environment: bad])
            #expect(invalid.value(setting).source == .file && invalid.invalidInEnvironment == [setting])
        }
        try settings.reset(setting)
        #expect(ClientSettings(path: path, environment: [:]).value(setting).source == .default)
    }

    @Test("The default is valid", arguments: ClientSetting.allCases)
    func defaultValue(_ setting: ClientSetting) {
        #expect(setting.checked(setting.defaultValue) == setting.defaultValue)
        #expect(setting.environment.hasPrefix("TYPESAFE_") && !setting.environment.contains("-"))
    }

    @Test(
        "A key isn't shown, nor is one in the server's URL, nor a password there",
        arguments: [
            ("https://scan.example/k/tsk_secret", "https://scan.example/k/…"),
            ("https://scan.example/k/tsk_secret/", "https://scan.example/k/…/"),
            ("https://scan.example:8443/api/%6B//tsk_secret/x?y", "https://scan.example:8443/api/%6B//…/x?y"),
            ("https://me:tsk_secret@scan.example/x", "https://…@scan.example/x"),
            ("scan.example/K/tsk_secret", "scan.example/K/…"),
            ("https://k/work", "https://k/work"), ("https://scan.example/k", "https://scan.example/k"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ])
    func hiddenKey(_ url: String, _ shown: String) {
        #expect(ClientSetting.server.displayed(url) == shown)
        #expect(ClientSetting.apiKey.displayed("tsk_secret") == "(set)")
    }

    @Test("A damaged file counts as empty, and can be written again")
    func damaged() throws {
        try workspace.write("settings.json", Data(#"{"server": 3"#.utf8))
        let settings = ClientSettings(path: path, environment: [:])
        #expect(settings.server == "http://127.0.0.1:8080" && !settings.isConfigured)
        try settings.set(.country, to: "AU")
        #expect(ClientSettings(path: path, environment: [:]).country == "AU")
    }

    @Test("Folders follow the base directories, but not relative ones")
    func dataFolders() {
        let defaults = BaseDirectories(environment: ["HOME": "/home/a", "XDG_STATE_HOME": "relative"])
        #expect(defaults.settingsFile == "/home/a/.config/typesafe/settings.json")
        #expect(defaults.history == "/home/a/.local/state/typesafe/history.json")
        #expect(defaults.cache == "/home/a/.cache/typesafe")
        let moved = BaseDirectories(environment: [
            "HOME": "/home/a", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c",
        ])
        #expect(
            moved.sharedStore == "/s/typesafe/shared.json"
                && moved.settingsFile == "/c/typesafe/settings.json")
    }
}
