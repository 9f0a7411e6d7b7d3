import Foundation
import Testing

@testable import Outbound

/// The types that docs/phone.md gives to the app. ActivityKit isn't on Linux, so that the protocol's name is a test's own.
@Suite("What the app declares")
struct ContentStateTests {
    private protocol ActivityAttributes: Codable {
        associatedtype ContentState: Codable, Hashable
    }

    // docs/phone.md
    private struct TypeSafeScan: ActivityAttributes {
        struct ContentState: Codable, Hashable {
            var state: String
            var failure: String?
            var percent: Int?
            var level: String?
            var scamType: String?
            var title: String
            var body: String
            var at: Int
            var sequence: Int
        }

        var scanID: String
    }
    // docs/phone.md

    @Test("docs/phone.md declares the same as this test")
    func sameText() throws {
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let page = try String(
            contentsOf: PushPeers.root.appendingPathComponent("docs/phone.md"), encoding: .utf8)
        let lines = try #require(source.components(separatedBy: "    // docs/phone.md\n").dropFirst().first)
            .split(separator: "\n")
        #expect(lines.count > 10)
        let declared = Set(page.split(separator: "\n").map { $0.drop { $0 == " " } })
        for line in lines {
            let wanted = line.replacing("private ", with: "").drop { $0 == " " }
            #expect(declared.contains(wanted), "\(wanted)")
        }
    }

    @Test("They read what is sent, as ActivityKit does", arguments: PushContent.Phase.allCases)
    func decoded(_ phase: PushContent.Phase) throws {
        struct Payload: Decodable {
            struct Notification: Decodable {
                let attributes: TypeSafeScan?
                let state: TypeSafeScan.ContentState

                enum CodingKeys: String, CodingKey {
                    case attributes
                    case state = "content-state"
                }
            }

            let aps: Notification
        }

        guard phase != .alert else { return }
        var content = PushContent.sample(phase, state: .failed, percent: nil, level: nil)
        content.failure = "restarted"
        let parts = try APNsMessage.liveActivity(
            content, updateToken: phase == .start ? nil : "cd", startToken: "ab", id: UUID(),
            topic: "example.typesafe")
        #expect(parts.token == (phase == .start ? "ab" : "cd"))
        let aps = try JSONDecoder().decode(Payload.self, from: Data(parts.payload)).aps
        #expect(aps.attributes?.scanID == (phase == .start ? content.scanID?.uuidString.lowercased() : nil))
        #expect(aps.state.state == "failed" && aps.state.failure == "restarted" && aps.state.percent == nil)
        #expect(aps.state.at == Int(content.at.timeIntervalSince1970) && aps.state.sequence == 3)
        #expect(aps.state.title == content.title && aps.state.body == content.body)
    }
}
