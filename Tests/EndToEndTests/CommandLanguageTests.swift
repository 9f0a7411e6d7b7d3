import Foundation
import TestSupport
import Testing
import Texts

@Suite("The language of the command line")
struct CommandLanguageTests {
    @Test(
        "Commands speak the language of the locale, also in their errors; machine values stay",
        arguments: ["de_AT.UTF-8", "es_MX", "fr_FR@euro", "it_IT", "nl_BE", "pt_BR", "zh_CN.UTF-8", "zh_TW"])
    func spoken(_ locale: String) async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere, environment: ["LC_ALL": locale])
        let tag = locale.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        let texts = try #require(ShippedTexts.library.texts(for: tag))
        let folder = user.screenshots.path
        let pair = Sentence(CommandText.takesCountry)
        let cases: [([String], CommandText, [String: Sentence.Argument])] = [
            (["scan"], .namePicture, [:]), (["scan", folder], .isFolder, ["folder": .text(folder)]),
            (["scan", "-r", folder], .noPictureInFolders, [:]),
            (["scan", "x.png"], .fileMissing, ["file": "x.png"]),
            (["scan", "x", "--jobs", "0"], .jobsRange, ["least": 1, "most": 64]),
            (
                ["scan", "x", "--redacted", "x.gif"], .outputEnding,
                ["option": "--redacted", "endings": ".png"]
            ),
            (["open", "https://example.com"], .noLink, [:]),
            (["wrong", "latest", "--should-be", "scam"], .historyEmpty, [:]),
            (["wrong", "--text", "hi", "--should-be", "scam"], .textNotSent, [:]),
            (["history", "show", "zz"], .noSuchScan, ["id": "zz"]),
            (["integrate"], .sayWhatToInstall, [:]), (["integrate", "--man"], .notInstalled, [:]),
            (["settings"], .settingRetentionDays, [:]),
            (
                ["settings", "set", "country", "Britain"], .settingRefused,
                ["setting": "country", "accepted": .sentence(pair)]
            ),
            (["watch", "--print-dirs"], .accessReadable, ["folder": .text(folder)]),
            (["status"], .accessReadable, ["folder": .text(folder)]),
        ]
        for (arguments, key, values) in cases {
            let run = try await user.run(arguments)
            let expected = texts.say(key, values)
            #expect((run.output + run.error).contains(expected), "\(arguments): \(run.output)\(run.error)")
        }
        #expect(try await user.run(["status", "--json"]).output.contains(#""state" : "readable""#))
    }

    @Test("A question is answered in its language")
    func answered() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere, environment: ["LC_ALL": "fr_FR.UTF-8"])
        let texts = try #require(ShippedTexts.library.texts(for: "fr"))
        let terminal = try PseudoTerminal(user, ["wrong", "--text", "hi", "--should-be", "scam"])
        try await terminal.waitFor("[o/N]")
        terminal.type("oui\n")
        try await terminal.waitFor(
            texts.say(CommandText.serverUnreachable, ["address": "127.0.0.1:1"]))
    }
}
