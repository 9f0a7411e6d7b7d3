import Foundation
import ScreenshotDetection
import TypeSafeAPI
import TypeSafeClient

/// The user's settings and stores, and the scan server, for one run of a command.
struct CommandContext: Sendable {
    let settings: ClientSettings
    let files: BaseDirectories
    let server: ScanServer
    let options: ScanOptions
    private let storesHistory: Bool

    /// - Throws: an error where the server's URL, the API key or the country is invalid.
    init(
        _ server: ServerOptions, languages: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CommandFailure) {
        files = BaseDirectories(environment: environment)
        settings = ClientSettings(path: files.settingsFile, environment: environment)
        for setting in settings.invalidInEnvironment {
            StandardError.line(
                "typesafe: \(setting.environment) is ignored, because it must be \(setting.accepted)."
            )
        }
        self.server = try ScanServer(server.server, settings, files)
        let country = server.country ?? settings.country ?? Self.localeCountry(environment)
        guard let country = country.map(ClientSetting.country.checked) ?? .some("") else {
            throw .usage("A country is two letters, such as GB.")
        }
        let session =
            settings.usesSession ? try? ScanSession(file: URL(fileURLWithPath: files.session)).id() : nil
        options = ScanOptions(
            session: session, country: country.isEmpty ? nil : country, languages: languages)
        storesHistory = settings.storesHistory && !server.noHistory
        // Expired entries must be deleted even where no new entry is written.
        try? history.sweep()
    }

    /// The country of the user's locale, such as `GB` of `en_GB.UTF-8`; nil where it names none. `LC_MONETARY` comes before `LANG`, as
    /// many use programs in English elsewhere.
    private static func localeCountry(_ environment: [String: String]) -> String? {
        let locale = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }.first {
            !$0.isEmpty
        }
        let region = locale?.split(separator: "_", maxSplits: 1).dropFirst().first?.prefix(while: \.isLetter)
        return region.flatMap { $0.isEmpty ? nil : ClientSetting.country.checked(String($0)) }
    }

    var store: SharedStore { SharedStore(path: files.sharedStore) }
    var seen: SeenScreenshots { SeenScreenshots(path: files.seenScreenshots) }
    var history: ScanHistory { ScanHistory(path: files.history, days: settings.retentionDays) }

    func scan(
        _ image: Data, name: String?, origin: HistoryEntry.Origin
    ) async -> ScanOutcome {
        do throws(CommandFailure) {
            let response = try await server.call { client throws(ClientError) in
                try await client.scan(image: image, options: options)
            }
            return record(response, name, origin)
        } catch {
            return ScanOutcome(name: name, origin: origin, result: .failure(error))
        }
    }

    /// Judges a text: on the server, or in this process where that would be the user's own.
    func analyze(_ text: String) async -> ScanOutcome {
        do throws(CommandFailure) {
            guard text.contains(where: { !$0.isWhitespace }) else { throw .usage("The text is empty.") }
            if await server.kind() == .own {
                return record(try TextJudge.answer(text, country: options.country), nil, .manual)
            }
            let response = try await server.call { client throws(ClientError) in
                try await client.analyze(text: text, options: options)
            }
            return record(response, nil, .manual)
        } catch {
            return ScanOutcome(name: nil, origin: .manual, result: .failure(error))
        }
    }

    /// Writes the verdict to the history. Where that fails, the user still sees the verdict.
    private func record(_ response: ScanResponse, _ name: String?, _ origin: HistoryEntry.Origin)
        -> ScanOutcome
    {
        if storesHistory {
            let entry = HistoryEntry(
                id: response.scanID, timestamp: response.timestamp, origin: origin,
                name: name.map { ($0 as NSString).lastPathComponent }, risk: response.riskLevel.rawValue,
                category: response.category.rawValue, scamType: response.scamType.rawValue,
                confidence: response.confidence, explanation: response.explanation)
            do {
                try history.add(entry)
                try store.setLatest(LatestScan(entry))
            } catch {
                StandardError.line("typesafe: \(files.state) can't be written; this scan isn't remembered.")
            }
        }
        return ScanOutcome(name: name, origin: origin, result: .success(response))
    }
}
