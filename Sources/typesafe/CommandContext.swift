import Foundation
import ScreenshotDetection
import Texts
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
                "typesafe: "
                    + UserTexts.say(
                        .environmentIgnored,
                        [
                            "variable": .text(setting.environment),
                            "accepted": .sentence(setting.accepted),
                        ]))
        }
        self.server = try ScanServer(server.server, settings, files)
        let country = server.country ?? settings.country ?? Self.localeCountry(environment)
        guard let country = country.map(ClientSetting.country.checked) ?? .some("") else {
            throw .usage(
                .settingRefused,
                ["setting": "--country", "accepted": .sentence(ClientSetting.country.accepted)])
        }
        let session =
            settings.usesSession ? try? ScanSession(file: URL(fileURLWithPath: files.session)).id() : nil
        options = ScanOptions(
            session: session, country: country.isEmpty ? nil : country, languages: languages)
        storesHistory = settings.storesHistory && !server.noHistory
        // Expired entries must be deleted even where no new entry is written.
        try? history.sweep()
        try? waiting.sweep()
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
    /// Each call makes an owner of its own: what one has in hand, another leaves alone.
    var waiting: WaitingScreenshots {
        WaitingScreenshots(path: files.waitingScreenshots, minutes: settings.waitMinutes)
    }
    var history: ScanHistory { ScanHistory(path: files.history, days: settings.retentionDays) }

    /// - Parameter picture: the image's hash where nobody asked for this scan, so that it is done and recorded once.
    func scan(
        _ image: Data, name: String?, origin: HistoryEntry.Origin, picture: ContentHash? = nil
    ) async -> ScanOutcome {
        do throws(CommandFailure) {
            var options = options
            options.idempotencyKey = picture.map { idempotencyKey($0) }
            let response = try await server.call { [options] client throws(ClientError) in
                try await client.scan(image: image, options: options)
            }
            return record(response, name, origin, picture)
        } catch {
            return ScanOutcome(name: name, origin: origin, result: .failure(error))
        }
    }

    /// Scans pictures as one conversation. The history has it once.
    func scan(conversation pictures: [ScanInput.Picture], isInOrder: Bool) async -> ScanOutcome {
        let name =
            pictures.count == 1
            ? pictures[0].name
            : pictures.map { ($0.name as NSString).lastPathComponent }.joined(separator: ", ")
        do throws(CommandFailure) {
            var options = options
            options.keepsOrder = isInOrder
            let response = try await server.call { [options] client throws(ClientError) in
                try await client.scan(conversation: pictures.map(\.content), options: options)
            }
            return record(response, name, .manual)
        } catch {
            return ScanOutcome(name: name, origin: .manual, result: .failure(error))
        }
    }

    /// The key depends on the options too, because a server refuses another request under the same key.
    /// - Parameter name: tells requests for the same picture apart.
    func idempotencyKey(_ picture: ContentHash, for name: String? = nil) -> String {
        let options = [
            self.options.session?.uuidString, self.options.country, self.options.languages,
            UserTexts.current.language.tag, name,
        ]
        return "\(picture)\(ContentHash(of: Data("\(options)".utf8)))"
    }

    /// Judges a text: on the server, or in this process where that would be the user's own.
    func analyze(_ text: String) async -> ScanOutcome {
        do throws(CommandFailure) {
            guard text.contains(where: { !$0.isWhitespace }) else { throw .usage(.textEmpty) }
            let kind = await server.kind()
            if kind == .own {
                return record(try TextJudge().answer(text, country: options.country), nil, .manual)
            }
            let response = try await server.call(as: kind) { client throws(ClientError) in
                try await client.analyze(text: text, options: options)
            }
            return record(response, nil, .manual)
        } catch {
            return ScanOutcome(name: nil, origin: .manual, result: .failure(error))
        }
    }

    /// Writes the verdict to the history. Where that fails, the user still sees the verdict.
    private func record(
        _ response: ScanResponse, _ name: String?, _ origin: HistoryEntry.Origin,
        _ picture: ContentHash? = nil
    ) -> ScanOutcome {
        if storesHistory {
            let entry = HistoryEntry(
                id: response.scanID, timestamp: response.timestamp, origin: origin,
                name: name.map { ($0 as NSString).lastPathComponent }, risk: response.riskLevel.rawValue,
                category: response.category.rawValue, scamType: response.scamType.rawValue,
                confidence: response.confidence, explanation: response.explanation, picture: picture)
            do {
                try history.add(entry)
                try store.setLatest(LatestScan(entry))
            } catch {
                StandardError.line(
                    "typesafe: " + UserTexts.say(.notRemembered, ["path": .text("\(files.state)")]))
            }
        }
        return ScanOutcome(name: name, origin: origin, result: .success(response))
    }
}
