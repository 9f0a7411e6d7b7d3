import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("More than the server can take")
struct AdmissionTests {
    private static func head(length: Int, _ more: String = "") -> String {
        "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    @Test(
        "With all workers taken and the queue full, a picture is refused before it is sent, and health answers"
    )
    func fullQueue() async throws {
        let server = try await ServerProcess(
            arguments: ["--workers", "1"],
            limits: ["queue_length": 2, "queue_seconds": 120, "scan_seconds": 120])
        let worker = try #require(server.workers.first)
        kill(worker, SIGSTOP)
        defer { kill(worker, SIGCONT) }
        // The worker has one of these images, and two wait in the queue.
        let waiting = try (1...3).map { _ in try RawClient(port: server.port) }
        for (index, client) in waiting.enumerated() {
            // The images differ, because an image that is being read already needs no second worker.
            let image = Array(BlankPicture.make(width: 65 + index, height: 64, rows: 64))
            try await client.send(Self.head(length: image.count))
            try await client.send(image)
        }
        let port = server.port
        let refusal = try await eventually(within: 20) {
            let client = try RawClient(port: port)
            try await client.send(Self.head(length: 10_000_000, "Expect: 100-continue\r\n"))
            try await client.receive { $0.text.contains("\r\n\r\n") }
            // Until all three images have arrived, the server asks this client to continue.
            return client.text.hasPrefix("HTTP/1.1 100 ") ? nil : try await client.receiveAll()
        }
        #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("\r\nRetry-After: "))
        #expect(refusal.contains(ProblemKind.busy.urn))
        let small = try await ServiceClient(server: server).scan(image: BlankPicture.png)
        #expect(small.status == 503 && small.header("Retry-After") != nil)
        for _ in 1...50 {
            #expect(try await ServiceClient(server: server).send("GET", "/health").status == 200)
        }
        #expect(try await ServiceClient(server: server).analyze(json: #"{"text": "Hello"}"#).status == 200)
        for client in waiting {
            client.readAvailable()
            #expect(client.text.isEmpty)
        }
        kill(worker, SIGCONT)
        for client in waiting { try await client.receive { $0.text.hasPrefix("HTTP/1.1 200 OK") } }
    }

    @Test("Uploads beyond the memory for all are refused, and taken when there is room again")
    func uploadMemory() async throws {
        let server = try await ServerProcess(limits: ["upload_mib": 1])
        let holding = try RawClient(port: server.port)
        try await holding.send(Self.head(length: 1_000_000) + "")
        try await holding.send([UInt8](repeating: 0, count: 900_000))
        let port = server.port
        let announced = try await eventually(within: 20) {
            let client = try RawClient(port: port)
            try await client.send(Self.head(length: 200_000, "Expect: 100-continue\r\n"))
            try await client.receive { $0.text.contains("\r\n\r\n") }
            return client.text.hasPrefix("HTTP/1.1 100 ") ? nil : try await client.receiveAll()
        }
        #expect(announced.hasPrefix("HTTP/1.1 503 ") && announced.contains("\r\nRetry-After: "))
        // An upload of unknown length is refused as soon as too much of it has arrived.
        let chunked = try RawClient(port: port)
        try await chunked.send(
            "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        try await chunked.send("30D40\r\n")
        try await chunked.send([UInt8](repeating: 0, count: 200_000))
        try await chunked.receive { $0.text.hasPrefix("HTTP/1.1 503 ") }
        // The memory is also too small for a form, and for a text.
        let client = ServiceClient(server: server)
        #expect(try await client.scan(form: [.image(Data(count: 200_000))]).status == 503)
        let long = #"{"text": "\#(String(repeating: "a", count: 200_000))"}"#
        #expect(try await client.analyze(json: long).status == 503)
        #expect(try await client.scan(image: BlankPicture.png).status == 200)
        try await holding.send([UInt8](repeating: 0, count: 100_000))
        try await holding.receive { $0.text.hasPrefix("HTTP/1.1 415 ") }
        #expect(try await client.analyze(json: long).status == 400)
        // A body that is larger than any allowed text is refused.
        let tooLong = #"{"text": "\#(String(repeating: "a", count: 300_000))"}"#
        #expect(try await client.analyze(json: tooLong).status == 413)
        let escaped = String(repeating: #"\ud83d\ude00"#, count: AnalyzeTextRequest.maxTextLength)
        #expect(try await client.analyze(json: #"{"text": "\#(escaped)"}"#).status == 200)
    }

    @Test("A client that goes away gives its memory back")
    func abandonedUpload() async throws {
        let server = try await ServerProcess(limits: ["upload_mib": 1])
        for _ in 1...5 {
            let client = try RawClient(port: server.port)
            try await client.send(Self.head(length: 1_000_000))
            try await client.send([UInt8](repeating: 0, count: 900_000))
        }
        _ = try await eventually(within: 20) {
            try await ServiceClient(server: server).scan(image: Data(count: 1_000_000)).status == 415
                ? true : nil
        }
    }

    @Test("Texts at once are bounded; what is refused may come again")
    func texts() async throws {
        let server = try await ServerProcess(limits: ["texts": 1, "event_loops": 2])
        let text = String(repeating: "Please send the code to https://example.com/a now. ", count: 390)
        let seen = try await eventually(within: 60) { () -> Set<Int>? in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...16 {
                    group.addTask {
                        let answer = try await ServiceClient(server: server)
                            .analyze(json: #"{"text": "\#(text)"}"#)
                        if answer.status == 503 { #expect(answer.header("Retry-After") == "1") }
                        return answer.status
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            return statuses.contains(503) ? statuses : nil
        }
        #expect(seen.isSubset(of: [200, 503]))
        #expect(try await ServiceClient(server: server).analyze(json: #"{"text": "Hello"}"#).status == 200)
    }
}
