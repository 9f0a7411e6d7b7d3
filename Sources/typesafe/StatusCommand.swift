import ArgumentParser
import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// `typesafe status`: shows whether the server, the folders and the settings are in order.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell whether the server, the folders and the settings are in order.",
        discussion: "Exit codes: 0 the server is ready, 2 it isn't.")

    @OptionGroup var server: ServerOptions
    @Flag(help: "Print JSON.") var json = false

    private struct Report: Encodable {
        let server: String
        /// Which server scans: the configured one, one on the default address, or the user's own.
        let kind: ScanServer.Kind
        /// Whether the server answers; the user's own needs to run only while it is used.
        let ready: Bool
        /// What the user's own server writes.
        let log: String?
        let error: String?
        let version: VersionResponse?
        let access: String
        let folders: [FolderAccess]
        let advice: String?
        let settings: [String: String]
        /// Number of screenshots that wait for the server, and the time at which the oldest was taken.
        let waiting: Int
        let waitingSince: Date?
        let lastDetection: Date?
        let latestScan: LatestScan?
    }

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server)
            let report = await report(context)
            let console = Console(Terminal())
            console.print(json ? [JSONOutput.text(report, isPretty: true)] : Self.lines(report))
            return report.ready ? .clean : .failed
        }
    }

    private func report(_ context: CommandContext) async -> Report {
        let kind = await context.server.kind()
        let own = kind == .own ? context.server.own : nil
        let client = own?.client ?? context.server.named
        var (isReady, failure, version) = (own != nil, String?.none, VersionResponse?.none)
        if own?.isRunning != false {
            do throws(ClientError) {
                isReady = try await client.ready().ready
                version = try await client.version()
            } catch {
                failure = error.spoken
            }
        }
        try? context.store.sweep()
        let folders = FolderAccess.of(ScreenshotFolders.all(chosen: context.settings.folders))
        let access = AuthorizationStatus(folders, isConfigured: context.settings.isConfigured)
        let values = ClientSetting.allCases.map { setting in
            (setting.rawValue, setting.displayed(context.settings.value(setting).value))
        }
        let waiting = context.waiting.entries()
        return Report(
            server: client.configuration.unixSocket
                ?? ClientSetting.withoutKey(client.configuration.server.absoluteString), kind: kind,
            ready: isReady, log: own?.log, error: failure, version: version, access: access.rawValue,
            folders: folders,
            advice: access.advice(folders), settings: Dictionary(uniqueKeysWithValues: values),
            waiting: waiting.count, waitingSince: waiting.map(\.noticed).min(),
            lastDetection: context.store.lastDetection, latestScan: context.store.latest)
    }

    private static func serverLine(_ report: Report) -> String {
        let state = Sentence.Argument.text(UserTexts.say(report.ready ? .ready : .notReady))
        let address = Sentence.Argument.text(report.server)
        return switch report.kind {
        case .configured: UserTexts.say(.serverConfigured, ["address": address, "state": state])
        case .defaultAddress:
            UserTexts.say(.serverDefault, ["address": address, "state": state])
        case .own where report.version == nil && report.ready:
            UserTexts.say(.serverOwnStarts)
        case .own: UserTexts.say(.serverOwn, ["address": address, "state": state])
        }
    }

    private static func age(of date: Date) -> String { TextFormat.age(Date().timeIntervalSince(date)) }

    private static func lines(_ report: Report) -> [String] {
        var rows = [[UserTexts.say(.statusServer), serverLine(report)]]
        if let error = report.error { rows.append(["", error]) }
        if let version = report.version {
            rows.append([
                "",
                UserTexts.say(
                    .serverVersion,
                    [
                        "version": .text(version.version), "rules": .text(version.rulesVersion),
                        "tesseract": .text(version.tesseract),
                    ]),
            ])
        }
        if let log = report.log { rows.append(["", UserTexts.say(.serverLog, ["path": .text(log)])]) }
        for (index, folder) in report.folders.enumerated() {
            rows.append([
                index == 0 ? UserTexts.say(.statusFolders) : "", folder.line,
            ])
        }
        if let advice = report.advice { rows.append(["", advice]) }
        if let since = report.waitingSince {
            rows.append([
                UserTexts.say(.statusWaiting),
                UserTexts.say(
                    .waitingCount, ["count": .number(report.waiting), "age": .text(age(of: since))]),
            ])
        }
        var lines = TextFormat.columns(rows)
        if let last = report.lastDetection {
            lines.append(UserTexts.say(.lastScreenshot, ["age": .text(age(of: last))]))
        }
        if let latest = report.latestScan {
            let headline = VerdictWords(UserTexts.current).headline(
                risk: latest.risk, scamType: latest.scamType ?? "unknown")
            lines.append(
                UserTexts.say(
                    .latestScan, ["headline": .text(headline), "age": .text(age(of: latest.timestamp))]))
        }
        lines += TextFormat.columns(
            ClientSetting.allCases.map { setting in
                [setting.title, setting.spoken(report.settings[setting.rawValue] ?? "")]
            })
        return lines.map(VisibleText.of)
    }
}
