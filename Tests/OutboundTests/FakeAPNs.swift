import Foundation
import Glibc
@testable import Outbound
import TestSupport

/// An APNs of the test's own, in Python: `Peers/apns.py` says what it checks and answers.
final class FakeAPNs {
    /// A request that came.
    struct Request {
        let connection: Int
        let status: Int
        let reason: String?
        let fields: [String: String]
        let payload: [String: Any]

        var aps: [String: Any] { payload["aps"] as? [String: Any] ?? [:] }
        var state: [String: Any] { aps["content-state"] as? [String: Any] ?? [:] }
        var device: String { fields[":path"]?.split(separator: "/").last.map(String.init) ?? "" }
    }

    static let keyID = "ABC123DEFG"
    static let teamID = "DEF123GHIJ"
    static let topic = "example.typesafe"

    let key = SigningKey()
    let port: Int
    private let files: TestAuthority
    private let process: Process
    private let log: URL

    /// - Parameter streams: requests at once on a connection, once a token was found valid on it.
    init(streams: Int = 1_000) async throws {
        files = try TestAuthority()
        log = files.folder.appendingPathComponent("log")
        let signing = files.folder.appendingPathComponent("signing.p8")
        try Data(key.pem.utf8).write(to: signing)
        try Data().write(to: log)
        process = PushPeers.process(
            "apns.py",
            [
                files.certificate, files.key, signing.path, Self.keyID, Self.teamID, Self.topic, "\(streams)",
            ])
        process.standardOutput = try FileHandle(forWritingTo: log)
        try process.run()
        let (log, process) = (log, process)
        port = try await eventually {
            guard process.isRunning else { throw PushPeers.Failed(output: "apns.py has ended") }
            return Self.lines(of: log).first?["port"] as? Int
        }
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func lines(of log: URL) -> [[String: Any]] {
        let data = (try? Data(contentsOf: log)) ?? Data()
        // The last line may not have come in full yet.
        guard let end = data.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return data[..<end].split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
        }
    }

    private var events: [[String: Any]] { Self.lines(of: log) }

    var requests: [Request] {
        events.compactMap { event in
            guard let connection = event["connection"] as? Int, let status = event["status"] as? Int else {
                return nil
            }
            let payload = (event["payload"] as? String).map { Data($0.utf8) } ?? Data()
            return Request(
                connection: connection, status: status, reason: event["reason"] as? String,
                fields: event["fields"] as? [String: String] ?? [:],
                payload: (try? JSONSerialization.jsonObject(with: payload) as? [String: Any]) ?? [:])
        }
    }

    /// Number of connections that were opened, and whether all of them speak HTTP/2.
    var connections: (count: Int, areHTTP2: Bool) {
        let opened = events.filter { $0["event"] as? String == "opened" }
        return (opened.count, opened.allSatisfy { $0["protocol"] as? String == "h2" })
    }

    /// Number of requests that came although as many were open as the server allows.
    var refused: Int { events.count { $0["event"] as? String == "refused" } }

    /// Largest number of requests that were open at once on a connection.
    var mostAtOnce: Int { events.compactMap { $0["open"] as? Int }.max() ?? 0 }

    func settings(clock: PushClock = PushClock(), timeLimit: Duration = .seconds(20)) throws -> PushSettings {
        var transfer = TransferSettings()
        transfer.policy = DestinationPolicy(allowsLocal: true)
        transfer.authorities = files.path
        transfer.timeLimit = timeLimit
        var settings = PushSettings()
        settings.transfer = transfer
        settings.clock = clock
        settings.apns = APNsSettings(
            key: key, keyID: Self.keyID, teamID: Self.teamID, topic: Self.topic,
            server: try OutboundURL("https://localhost:\(port)", policy: transfer.policy), transfer: transfer)
        return settings
    }

    /// The device token that makes the server answer so.
    static func token(_ order: String) -> String {
        order.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
