import Foundation
import ScreenshotDetection
import TypeSafeAPI
import TypeSafeClient

/// The user's settings and stores, and a client of the scan server, for one run of a command.
struct CommandContext: Sendable {
    let settings: ClientSettings
    let files: BaseDirectories
    let client: ScanClient
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
                "typesafe: \(setting.environment) is ignored; \(setting.rawValue) takes this: \(setting.meaning)."
            )
        }
        let address = server.server ?? settings.server
        guard let url = URL(string: address) else { throw .usage("\(address) is no URL.") }
        do throws(ClientError) {
            client = try ScanClient(configuration: ClientConfiguration(server: url, apiKey: settings.apiKey))
        } catch {
            throw .server(error)
        }
        let country = server.country ?? settings.country
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

    var store: SharedStore { SharedStore(path: files.sharedStore) }
    var seen: SeenScreenshots { SeenScreenshots(path: files.seenScreenshots) }
    var history: ScanHistory { ScanHistory(path: files.history, days: settings.retentionDays) }

    func scan(
        _ image: Data, name: String?, origin: HistoryEntry.Origin
    ) async -> ScanOutcome {
        do throws(ClientError) {
            return record(try await client.scan(image: image, options: options), name, origin)
        } catch {
            return ScanOutcome(name: name, origin: origin, result: .failure(.server(error)))
        }
    }

    func analyze(_ text: String) async -> ScanOutcome {
        do throws(ClientError) {
            return record(try await client.analyze(text: text, options: options), nil, .manual)
        } catch {
            return ScanOutcome(name: nil, origin: .manual, result: .failure(.server(error)))
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
