import Foundation
import RouteCases
import TestSupport
import Testing

/// Replays what the existing phone app sends, and decodes the answers into the types that it decodes them into.
@Suite("The phone app")
struct PhoneAppTests {
    /// What the app decodes every verdict into, with `JSONDecoder`'s defaults.
    private struct Verdict: Decodable {
        let risk_level: String
        let confidence: Double
        let category: String
        let explanation: String
        let ts: String?
    }

    /// What its keyboard decodes a scan into: a verdict, or the task of an agent, which this server never starts.
    private struct Union: Decodable {
        let type: String
        let risk_level: String?
        let confidence: Double?
        let category: String?
        let explanation: String?
        let task_id: String?
        let ws_url: String?
        let estimated_time: String?
        let entities_found: Int?
    }

    @Test("Every request gets an answer that the app decodes, on one connection, with the key in the URL")
    func replay() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("phone", scope: "scan,read")
        let database = FileManager.default.temporaryDirectory.appendingPathComponent("phone-\(UUID())")
        try FileManager.default.createDirectory(at: database, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: database) }
        let server = try await ServerProcess(
            arguments: folder.arguments + ["--database", database.appendingPathComponent("results.db").path],
            limits: ["scan_seconds": 120, "scan_cpu_seconds": 120])
        let requests = try RecordedRequest.all
        #expect(requests.count == 9)
        let client = try RawClient(port: server.port)
        for request in requests {
            let before = client.received.count
            try await client.send(try request.bytes(key: key))
            try await client.receive(within: 120) { Self.isWhole($0.received[before...]) }
            let answer = try RouteResponse(http: Array(client.received[before...]))
            #expect(answer.status == request.status, "\(request.name)")
            #expect(answer.fields["connection"] != "close", "\(request.name)")
            try check(answer, request)
        }
        #expect(!client.text.contains(key) && !server.log.contains(key))
    }

    private func check(_ answer: RouteResponse, _ request: RecordedRequest) throws {
        switch request.shape {
        case "verdict":
            let verdict = try JSONDecoder().decode(Verdict.self, from: answer.body)
            #expect(request.risk == "-" || verdict.risk_level == request.risk, "\(request.name)")
            #expect(!verdict.explanation.isEmpty && (0...1).contains(verdict.confidence))
            #expect(Self.categories.contains(verdict.category))
            #expect(try Date(verdict.ts ?? "", strategy: .iso8601) <= Date())
        case "union":
            let answer = try JSONDecoder().decode(Union.self, from: answer.body)
            #expect(answer.type == "simple" && answer.task_id == nil)
            #expect(answer.risk_level == request.risk && answer.confidence != nil, "\(request.name)")
            #expect(Self.categories.contains(answer.category ?? "") && answer.explanation?.isEmpty == false)
        default:
            // Of other statuses the app reads nothing.
            #expect(answer.fields["content-type"] == "application/problem+json")
        }
    }

    private static let categories: Set<String> = ["otp_phishing", "payment_scam", "impersonation", "unknown"]

    /// Whether the bytes hold a whole response of announced length.
    private static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        guard let length = head.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap({ Int($0.1) }) else {
            return false
        }
        return bytes[end.upperBound...].count >= length
    }
}

/// A request of `PhoneApp/requests.http`.
private struct RecordedRequest {
    struct Malformed: Error {}

    let status: Int
    let shape: String
    let risk: String
    let name: String
    private let text: String

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("PhoneApp")

    static var all: [RecordedRequest] {
        get throws {
            let file = try String(contentsOf: folder.appendingPathComponent("requests.http"), encoding: .utf8)
            return try ("\n" + file).components(separatedBy: "\n### ").dropFirst().map(RecordedRequest.init)
        }
    }

    private init(_ section: String) throws {
        let lines = section.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 3).map(String.init)
        guard lines.count == 2, words.count == 4, let status = Int(words[0]) else { throw Malformed() }
        (self.status, shape, risk, name) = (status, words[1], words[2], words[3])
        text = String(lines[1]).replacing("\n", with: "\r\n")
    }

    func bytes(key: String) throws -> [UInt8] {
        // A request without a body has lost the end of its head to the line before the next request.
        let parts = text.components(separatedBy: "\r\n\r\n")
        let head = parts[0].trimmingCharacters(in: .newlines).replacing("{key}", with: key)
        var rest = Substring(parts.dropFirst().joined(separator: "\r\n\r\n").replacing("{lf}", with: "\n"))
        var body: [UInt8] = []
        while let place = rest.firstMatch(of: /\{(file|cut|letters) ([a-z0-9.]+)\}/) {
            body += Array(rest[..<place.range.lowerBound].utf8)
            body += try Self.content(String(place.1), String(place.2))
            rest = rest[place.range.upperBound...]
        }
        body += Array(rest.utf8)
        return Array("\(head.replacing("{length}", with: String(body.count)))\r\n\r\n".utf8) + body
    }

    private static func content(_ kind: String, _ argument: String) throws -> [UInt8] {
        if kind == "letters" {
            return Array(repeating: UInt8(ascii: "a"), count: Int(argument) ?? 0)
        }
        let file = Array(try Data(contentsOf: folder.appendingPathComponent(argument)))
        return kind == "cut" ? Array(file.prefix(file.count / 2)) : file
    }
}
