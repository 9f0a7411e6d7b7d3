import ArgumentParser
import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts

/// `typesafe history`: shows and deletes the verdicts of the last days.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show or delete the last scans.",
        discussion:
            "Verdicts are kept for 7 days (setting retention-days), without pictures and without texts.",
        subcommands: [List.self, Show.self, Delete.self, Clear.self], defaultSubcommand: List.self)

    private static func history() -> ScanHistory {
        let files = BaseDirectories()
        return ScanHistory(path: files.history, days: ClientSettings(path: files.settingsFile).retentionDays)
    }

    /// Finds the only entry whose id begins with `id`, or with `latest` the newest entry.
    static func entry(_ id: String) throws(CommandFailure) -> HistoryEntry {
        let entries = history().entries()
        if id == "latest" {
            guard let newest = entries.first else { throw .usage(.historyEmpty) }
            return newest
        }
        let found = entries.filter { $0.id.uuidString.lowercased().hasPrefix(id.lowercased()) }
        guard found.count == 1, !id.isEmpty else {
            throw .usage(
                found.isEmpty ? .noSuchScan : .severalScans,
                ["count": .number(found.count), "id": .text(id)])
        }
        return found[0]
    }

    private static func mark(_ origin: HistoryEntry.Origin) -> String {
        switch origin {
        case .auto: UserTexts.say(.originAuto)
        case .manual: UserTexts.say(.originManual)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the last scans, newest first.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let history = HistoryCommand.history()
            try? history.sweep()
            let entries = history.entries()
            let terminal = Terminal()
            let console = Console(terminal)
            if json { return console.print([JSONOutput.text(entries, isPretty: true)]) }
            if entries.isEmpty { return console.print([UserTexts.say(.noScans)]) }
            let words = VerdictWords(UserTexts.current)
            let rows = entries.map { entry in
                [
                    String(entry.id.uuidString.lowercased().prefix(8)),
                    TextFormat.age(Date().timeIntervalSince(entry.timestamp)),
                    HistoryCommand.mark(entry.origin),
                    words.headline(risk: entry.risk, scamType: entry.scamType),
                    UserTexts.name(entry.name),
                ].map(VisibleText.of)
            }
            console.print(TextFormat.columns(rows, width: terminal.width))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one scan.")

        @Argument(help: "The beginning of its id, as `history list` shows it, or latest.") var id: String
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            try await CommandRunner.run {
                let entry = try HistoryCommand.entry(id)
                let console = Console(Terminal())
                if json {
                    console.print([JSONOutput.text(entry, isPretty: true)])
                    return .clean
                }
                let words = VerdictWords(UserTexts.current)
                let lines = [
                    words.headline(risk: entry.risk, scamType: entry.scamType)
                        + (words.certainty(entry.confidence, risk: entry.risk).map { "  " + $0 } ?? ""),
                    "\(UserTexts.name(entry.name)), \(HistoryCommand.mark(entry.origin)), "
                        + TextFormat.age(Date().timeIntervalSince(entry.timestamp)),
                    entry.explanation,
                ]
                console.print(lines.map(VisibleText.of))
                return .clean
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete one scan.")

        @Argument(help: "The beginning of its id, as `history list` shows it, or latest.") var id: String

        func run() async throws {
            try await CommandRunner.run {
                let entry = try HistoryCommand.entry(id)
                guard (try? HistoryCommand.history().delete(entry.id)) != nil else {
                    throw CommandFailure.store(path: BaseDirectories().history)
                }
                return .clean
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete all scans, and the latest result.")

        @Flag(help: "Don't ask.") var yes = false

        func run() async throws {
            try await CommandRunner.run {
                guard yes || StandardError.agrees(to: .askToClear) ?? true else { return .clean }
                do {
                    try HistoryCommand.history().clear()
                    try SharedStore(path: BaseDirectories().sharedStore).setLatest(nil)
                } catch {
                    throw CommandFailure.store(path: BaseDirectories().history)
                }
                return .clean
            }
        }
    }
}
