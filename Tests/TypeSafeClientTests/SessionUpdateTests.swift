import Foundation
import Testing
import TypeSafeAPI

@testable import TypeSafeClient

/// Tests of following a session against a server whose stream breaks, fails or is missing. `EndToEndTests` follows real scans.
@Suite("Following a session")
struct SessionUpdateTests {
    private let session = UUID()
    private let scan = UUID()
    private let other = UUID()

    private func event(_ scan: UUID, _ state: ScanJobState, _ more: String = "") -> String {
        let percent = state == .queued ? 0 : 100
        let id = scan.uuidString.lowercased()
        return
            "id: \(id)\ndata: {\"scan_id\":\"\(id)\",\"state\":\"\(state.rawValue)\",\"percent\":\(percent)\(more)}\n\n"
    }

    private let verdict = #","risk_level":"high","scam_type":"delivery""#

    private func stream(_ events: String...) -> ScriptedServer.Step {
        .answer(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nretry: 10\n\nid: -\n\n"
                + events.joined())
    }

    /// Follows the session against a script until the updates end, or there are as many as expected.
    private func updates(
        _ count: Int, _ script: [ScriptedServer.Step]
    ) async throws -> (updates: [SessionUpdate], failure: ClientError?, requests: [ScriptedServer.Request]) {
        let server = try ScriptedServer(script)
        defer { server.stop() }
        let client = try ScanClient(server: server.url)
        var updates: [SessionUpdate] = []
        var failure: ClientError?
        do {
            for try await update in client.updates(of: session) {
                updates.append(update)
                if updates.count == count { break }
            }
        } catch {
            failure = error as? ClientError
        }
        return (updates, failure, server.requests)
    }

    private func said(_ updates: [SessionUpdate]) -> [String] {
        updates.map { update in
            switch update {
            case .scan(let event): "\(event.scanID == scan ? "scan" : "other") \(event.state.rawValue)"
            case .lost: "lost"
            case .regained: "regained"
            }
        }
    }

    @Test("A lost connection is told once, and an end that a server tells again, once too")
    func lost() async throws {
        let refusal = ScriptedServer.Step.answer(
            "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        let (updates, failure, requests) = try await updates(
            5,
            [
                stream(event(scan, .queued), event(scan, .done, verdict)), refusal, .close,
                stream(event(scan, .done, verdict), event(other, .queued)),
            ])
        #expect(failure == nil)
        #expect(said(updates) == ["scan queued", "scan done", "lost", "regained", "other queued"])
        guard case .scan(let event) = updates[1] else { return }
        #expect(event.riskLevel == .high && event.scamType == .delivery)
        let id = scan.uuidString.lowercased()
        #expect(requests.map { $0.header("Last-Event-ID") } == [nil, id, id, id])
        #expect(
            requests.allSatisfy {
                $0.head.hasPrefix("GET /sessions/\(session.uuidString.lowercased())/events ")
            })
    }

    @Test(
        "A scan of which a server says nothing after a restart is asked for, and has failed if it is unknown")
    func forgotten() async throws {
        let waiting = ScriptedServer.Step.answerAndHang(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 10\n\nid: -\n\n"
                + event(other, .queued))
        let unknown = ScriptedServer.Step.json("{}", status: 404)
        let (updates, _, requests) = try await updates(
            6, [stream(event(scan, .queued), event(other, .queued)), waiting, unknown])
        #expect(
            said(updates) == [
                "scan queued", "other queued", "lost", "regained", "other queued", "scan failed",
            ])
        guard case .scan(let event)? = updates.last else { return }
        #expect(event.problemKind == .restarted)
        #expect(requests.last?.head.hasPrefix("GET /scans/\(scan.uuidString.lowercased()) ") == true)
    }

    @Test("A server that refuses, has no such route, or isn't there at first ends it")
    func refused() async throws {
        for (status, code) in [(401, ClientError.Code.unauthorized), (404, .notFound), (400, .rejected)] {
            let (updates, failure, requests) = try await updates(1, [.json("{}", status: status)])
            #expect(updates.isEmpty && failure?.code == code && requests.count == 1)
        }
        let (updates, failure, _) = try await updates(1, [.close])
        #expect(updates.isEmpty && failure?.code == .connectionLost)
    }
}
