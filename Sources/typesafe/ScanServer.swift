import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// The server that scans for a command: the configured one; where none is configured, one that answers on the default address; where
/// none does, the user's own, which starts when it is needed.
struct ScanServer: Sendable {
    /// Which of the three it is. The raw values appear in `status --json`.
    enum Kind: String, Sendable, Encodable {
        case configured
        case defaultAddress = "default_address"
        case own
    }

    /// A client of the configured server, or of the default address.
    private(set) var named: ScanClient
    /// The user's own server; nil where a server is configured, which is never replaced, or where `typesafe-server` isn't installed.
    private(set) var own: OwnServer?

    /// Time in which a server on the default address, which is this machine's, must say that it is there.
    private static let probeLimit = Duration.seconds(1)

    /// - Parameter address: the server that the user named on the command line.
    init(_ address: String?, _ settings: ClientSettings, _ files: BaseDirectories) throws(CommandFailure) {
        let (value, source) = settings.value(.server)
        guard let url = URL(string: address ?? value) else {
            throw .usage(.noURL, ["address": .text(ClientSetting.withoutKey(address ?? value))])
        }
        named = try Self.client(
            ClientConfiguration(
                server: url, apiKey: settings.apiKey, language: UserTexts.current.language.tag))
        own = address == nil && source == .default ? try OwnServer(files) : nil
    }

    static func client(_ configuration: ClientConfiguration) throws(CommandFailure) -> ScanClient {
        do throws(ClientError) { return try ScanClient(configuration: configuration) } catch {
            throw .server(error)
        }
    }

    /// The same server by clients that are configured otherwise.
    func configured(
        _ change: (inout ClientConfiguration) -> Void
    ) throws(CommandFailure) -> ScanServer {
        func changed(_ client: ScanClient) throws(CommandFailure) -> ScanClient {
            var configuration = client.configuration
            change(&configuration)
            return try Self.client(configuration)
        }
        var server = self
        server.named = try changed(named)
        if let client = own?.client { server.own?.client = try changed(client) }
        return server
    }

    func kind() async -> Kind {
        guard own != nil else { return .configured }
        return await answersOnDefaultAddress() ? .defaultAddress : .own
    }

    /// Makes a call to the server.
    /// - Parameter kind: which of the three it is, where that was asked already.
    func call<Answer: Sendable>(
        as kind: Kind? = nil, _ body: @Sendable (ScanClient) async throws(ClientError) -> Answer
    ) async throws(CommandFailure) -> Answer {
        let kind = if let kind { kind } else { await self.kind() }
        guard let own, kind == .own else { return try await Self.call(named, body) }
        do throws(CommandFailure) {
            return try await Self.call(own, body)
        } catch {
            // The server was killed: the next one answers.
            guard case .server(let failure) = error, [.unreachable, .connectionLost].contains(failure.code)
            else {
                throw error
            }
            return try await Self.call(own, body)
        }
    }

    private static func call<Answer: Sendable>(
        _ own: OwnServer, _ body: @Sendable (ScanClient) async throws(ClientError) -> Answer
    ) async throws(CommandFailure) -> Answer {
        let use = try await own.use()
        defer { use.end() }
        return try await call(own.client, body)
    }

    private static func call<Answer: Sendable>(
        _ client: ScanClient, _ body: @Sendable (ScanClient) async throws(ClientError) -> Answer
    ) async throws(CommandFailure) -> Answer {
        do throws(ClientError) { return try await body(client) } catch { throw .server(error) }
    }

    private func answersOnDefaultAddress() async -> Bool {
        var configuration = named.configuration
        configuration.timeouts = .init(connect: Self.probeLimit, answer: Self.probeLimit)
        let probe = try? Self.client(configuration)
        return (try? await probe?.ready()) != nil
    }
}
