import ArgumentParser
import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts
import TypeSafeClient

extension ClientSetting: ExpressibleByArgument {}

/// `typesafe settings`: shows, sets and resets the user's settings.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change settings.",
        discussion: "Settings:\n"
            + ClientSetting.allCases.map { "  \($0.rawValue): \($0.meaning) (\($0.environment))" }.joined(
                separator: "\n"),
        subcommands: [Get.self, Set.self, Reset.self], defaultSubcommand: Get.self)

    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show all settings, or one's value.")

        @Argument(help: "The setting.") var setting: ClientSetting?
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let settings = ClientSettings(path: BaseDirectories().settingsFile)
            let console = Console(Terminal())
            let shown = (setting.map { [$0] } ?? ClientSetting.allCases).map { setting in
                let (value, source) = settings.value(setting)
                return (setting: setting, value: setting.displayed(value), source: source)
            }
            if json {
                let values = Dictionary(uniqueKeysWithValues: shown.map { ($0.setting.rawValue, $0.value) })
                return console.print([JSONOutput.text(values, isPretty: true)])
            }
            if setting != nil { return console.print(shown.map(\.value)) }
            console.print(
                TextFormat.columns(
                    shown.map { row in
                        let title = Sentence.Argument.text(row.setting.title)
                        let variable = Sentence.Argument.text(row.setting.environment)
                        return [
                            row.setting.rawValue, VisibleText.of(row.setting.spoken(row.value)),
                            row.source == .environment
                                ? UserTexts.say(.fromEnvironment, ["setting": title, "variable": variable])
                                : row.setting.title,
                        ]
                    }))
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change a setting.")

        @Argument(help: "The setting.") var setting: ClientSetting
        @Argument(help: ArgumentHelp("Its value; - is standard input, for keys.")) var value: String

        func run() async throws {
            try await CommandRunner.run {
                let value = value == "-" ? CommandRunner.reading { readLine() } ?? "" : value
                do {
                    try ClientSettings(path: BaseDirectories().settingsFile).set(setting, to: value)
                } catch is SettingError {
                    throw CommandFailure.usage(
                        .settingRefused,
                        ["setting": .text(setting.rawValue), "accepted": .sentence(setting.accepted)])
                } catch {
                    throw CommandFailure.store(path: BaseDirectories().settingsFile)
                }
                return .clean
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Go back to the default.",
            discussion: "`reset session` also starts a new anonymous id.")

        @Argument(help: "The setting; without it, all of them.") var setting: ClientSetting?

        func run() async throws {
            try await CommandRunner.run {
                do {
                    try ClientSettings(path: BaseDirectories().settingsFile).reset(setting)
                    if setting == nil || setting == .session {
                        try ScanSession(file: URL(fileURLWithPath: BaseDirectories().session)).reset()
                    }
                } catch {
                    throw CommandFailure.store(path: BaseDirectories().settingsFile)
                }
                return .clean
            }
        }
    }
}
