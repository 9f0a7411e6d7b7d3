import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("Metrics, timing and traces")
struct MonitoringTests {
    private func scrape(_ client: ServiceClient) async throws -> PrometheusText {
        let answer = try await client.send("GET", "/metrics")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        return try PrometheusText(String(decoding: answer.body, as: UTF8.self))
    }

    @Test("GET /metrics tells what was done, by names known beforehand")
    func metrics() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"])
        let client = ServiceClient(server: server)
        let picture = try Sample.image("scam-parcel-imessage-light.png")
        #expect(try await client.scan(form: [.image(picture)]).status == 200)
        #expect(try await client.analyze(json: #"{"text": "xylophone zeppelin"}"#).status == 200)
        #expect(try await client.scan(image: Data("no picture".utf8)).status == 415)
        #expect(try await client.send("GET", "/quagga?xylophone").status == 404)
        #expect(try await client.send("BREW", "/health").status == 405)
        let refused = try await RawClient.exchange(port: server.port, Array("nonsense\r\n\r\n".utf8))
        #expect(refused.hasPrefix("HTTP/1.1 400 "))
        let told = try await eventually(within: 20) {
            let told = try await scrape(client)
            return told.value("typesafe_http_refused_messages_total", ["status": "400"]) == 1 ? told : nil
        }
        func requests(_ route: String, _ method: String, _ status: String) -> Double? {
            told.value(
                "typesafe_http_requests_total", ["route": route, "method": method, "status": status])
        }
        #expect(requests("/scan-image", "POST", "200") == 1)
        #expect(requests("/scan-image", "POST", "415") == 1)
        #expect(requests("/analyze-text", "POST", "200") == 1)
        #expect(requests("-", "GET", "404") == 1)
        #expect(requests("/health", "OTHER", "405") == 1)
        let verdict = ["risk": "high", "scam_type": "delivery", "source": "image"]
        #expect(told.value("typesafe_verdicts_total", verdict) == 1)
        #expect(told.value("typesafe_scan_failures_total", ["reason": "input"]) == 1)
        let stages = "typesafe_scan_stage_duration_seconds_count"
        #expect(told.value(stages, ["stage": "ocr"]) == 1)
        #expect(told.value(stages, ["stage": "classify"]) == 2)
        #expect(told.value("typesafe_workers", ["state": "alive"]) == 1)
        #expect(told.value("typesafe_missing_texts") == 0)
        #expect(try #require(told.value("typesafe_workers_resident_bytes")) > 1_000_000)
        #expect(try #require(told.value("typesafe_http_received_bytes_total")) >= Double(picture.count))
        #expect(told.samples.keys.contains { $0.name == "typesafe_build_info" && $0.labels["version"] != "" })
        let words = told.samples.keys.flatMap { [$0.name] + $0.labels.values }
        for word in ["xylophone", "zeppelin", "quagga", "BREW"] {
            #expect(!words.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test("A worker that is lost is counted")
    func workerLost() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"], limits: ["worker_images": 1])
        let client = ServiceClient(server: server)
        #expect(try await client.scan(image: BlankPicture.png).status == 200)
        let name = "typesafe_worker_restarts_total"
        _ = try await eventually(within: 20) {
            try await scrape(client).value(name, ["why": "recycled"]) == 1 ? true : nil
        }
    }

    @Test("What is stored is counted, and the store's size is told")
    func store() async throws {
        let folder = try ReadWorkspace()
        let server = try await ServerProcess(
            arguments: ["--workers", "1", "--database", folder.path("results.db")])
        let client = ServiceClient(server: server)
        let session = UUID().uuidString
        for text in ["one", "two"] {
            let json = #"{"text": "\#(text)", "session_id": "\#(session)"}"#
            #expect(try await client.analyze(json: json).status == 200)
        }
        #expect(try await client.analyze(json: #"{"text": "of no session"}"#).status == 200)
        let told = try await scrape(client)
        #expect(told.value("typesafe_store_operations_total", ["outcome": "written"]) == 2)
        #expect(told.value("typesafe_store_operations_total", ["outcome": "failed"]) == 0)
        #expect(told.value("typesafe_store_available") == 1)
        #expect(try #require(told.value("typesafe_store_bytes")) > 0)
    }

    @Test("Server-Timing says what each step of a scan took")
    func timing() async throws {
        // The test needs a server of its own, because the shared one may have kept a reading of the image.
        let server = try await ServerProcess(arguments: ["--workers", "1"])
        let client = ServiceClient(server: server)
        func steps(_ answer: ServiceClient.Answer) throws -> [String] {
            let field = try #require(answer.header("Server-Timing"))
            return field.split(separator: ",").map { entry in
                let parts = entry.trimmingCharacters(in: .whitespaces).components(separatedBy: ";dur=")
                #expect(parts.count == 2 && Double(parts[1]).map { $0 >= 0 } == true)
                return parts[0]
            }
        }
        let picture = try await client.scan(image: try Sample.image("scam-parcel-imessage-light.png"))
        #expect(try steps(picture) == ["queue", "decode", "ocr", "classify", "total"])
        #expect(try steps(try await client.analyze(json: #"{"text": "Hello"}"#)) == ["classify", "total"])
        #expect(try await client.send("GET", "/health").header("Server-Timing") == nil)
    }

    @Test("A caller's trace stands in the log and in the access log, and nothing that isn't one")
    func traces() async throws {
        let server = try await ServerProcess(arguments: ["--access-log", "json", "--log-format", "json"])
        let client = ServiceClient(server: server)
        let (trace, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")
        let value = "00-\(trace)-\(parent)-01"
        for (id, value) in [("good", value), ("bad", value.uppercased())] {
            let answer = try await client.send(
                "GET", "/version",
                headers: ["X-Request-ID": id, "traceparent": value, "tracestate": "quagga=1"])
            #expect(answer.status == 200)
            #expect(answer.header("traceparent") == nil)
        }
        let log = try await eventually(within: 20) {
            server.log.contains(#""request_id":"bad""#) ? server.log : nil
        }
        func line(_ id: String) throws -> [String: String] {
            let line = try #require(
                log.split(separator: "\n").first { $0.contains(#""request_id":"\#(id)""#) })
            return try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        }
        #expect(try line("good")["trace_id"] == trace)
        #expect(try line("good")["parent_id"] == parent)
        #expect(try line("bad")["trace_id"] == nil)
        let access = try await eventually(within: 20) {
            let lines = server.accessLog.split(separator: "\n").filter { $0.contains(#""path":"/version""#) }
            return lines.count == 2 ? lines : nil
        }
        #expect(
            access[0].contains(#""trace_id":"\#(trace)""#) && access[0].contains(#""parent_id":"\#(parent)""#)
        )
        #expect(!access[1].contains("trace_id"))
        #expect(!log.contains("quagga") && !server.accessLog.contains("quagga"))
    }
}
