import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("The server's life")
struct LifeTests {
    @Test("Says that it lives, is ready, and what it is made of")
    func status() async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        #expect(try await client.send("GET", "/health").decoded(HealthResponse.self) == HealthResponse())
        #expect(try await client.send("GET", "/ready").decoded(ReadyResponse.self).ready)
        let version = try await client.send("GET", "/version").decoded(VersionResponse.self)
        #expect(version.tesseract.hasPrefix("5"))
        #expect(version.tessdata["eng"] != nil)
        #expect(!version.rulesVersion.isEmpty)
        let page = try await client.send("GET", "/")
        let markup = String(decoding: page.body, as: UTF8.self)
        #expect(markup.contains("<html lang=en ") && !markup.contains("{{"))
        let description = try await client.send("GET", "/openapi.yaml")
        #expect(try description.body == Data(contentsOf: Sample.root.appendingPathComponent("openapi.yaml")))
    }

    @Test("Keeps a harmless request id and replaces others")
    func requestID() async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        func id(_ offered: String) async throws -> String? {
            try await client.send("GET", "/health", headers: ["X-Request-ID": offered])
                .header("X-Request-ID")
        }
        #expect(try await id("abc-1.2_3") == "abc-1.2_3")
        #expect(try await id("a b") != "a b")
        #expect(try await id(String(repeating: "a", count: 65))?.count == 36)
    }

    @Test("SIGTERM lets a scan in flight finish and exits with 0")
    func drains() async throws {
        let server = try await ServerProcess()
        let image = try Sample.image("scam-parcel-imessage-light.png")
        let client = try RawClient(port: server.port)
        try await client.send(
            "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: \(image.count)\r\n"
                + "Expect: 100-continue\r\n\r\n")
        // The interim answer shows that the request's handler is running.
        try await client.receive { $0.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n") }
        server.signal(SIGTERM)
        _ = try await eventually(within: 20) { server.log.contains("stopping") ? true : nil }
        try await client.send(Array(image))
        let answer = try await client.receiveAll()
        #expect(answer.contains("HTTP/1.1 200 OK\r\n") && answer.contains("\r\nConnection: close\r\n"))
        #expect(try await server.exitStatus() == 0)
    }

    @Test("With a cache directory it keeps a snapshot of the shipped rules, and judges from it as before")
    func snapshot() async throws {
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: cache) }
        let message = "Your parcel is on hold, pay the fee: https://usps-redelivery-help.top/track"
        var answers: [ScanResponse] = []
        var kept: [[String: Int]] = []
        for _ in 0..<2 {
            let server = try await ServerProcess(
                arguments: ["--workers", "1"], environment: ["CACHE_DIRECTORY": cache.path])
            let answer = try await ServiceClient(server: server).analyze(json: #"{"text": "\#(message)"}"#)
            answers.append(try answer.decoded(ScanResponse.self))
            // The number of a file that is made anew is another one.
            var numbers: [String: Int] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: cache.path) {
                let file = cache.appendingPathComponent(name).path
                numbers[name] =
                    try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
            }
            kept.append(numbers)
        }
        #expect(kept[0].count == 1 && kept[0] == kept[1])
        #expect(answers[0].riskLevel == .high && answers[0].findings == answers[1].findings)
        #expect(answers[0].confidence == answers[1].confidence)
    }

    @Test("What it holds in memory goes into no core dump and no backtrace")
    func privateMemory() async throws {
        let server = try await ServerProcess(shell: #"ulimit -c unlimited 2>/dev/null; exec "$0" "$@""#)
        let process = "/proc/\(server.processID)"
        #expect(
            try String(contentsOfFile: process + "/limits", encoding: .utf8).contains(
                #/Max core file size +0 +0 /#))
        let environment = try String(contentsOfFile: process + "/environ", encoding: .utf8)
        #expect(
            environment.split(separator: "\0").contains { $0.hasPrefix("SWIFT_BACKTRACE=registers=none") })
        // The kernel gives the files of a process that can't be dumped to root.
        let owner =
            try FileManager.default.attributesOfItem(atPath: process + "/environ")[.ownerAccountID] as? Int
        #expect(owner == 0)
    }

    @Test("With --require-sandbox it serves with confined workers, or ends with a line and a code of its own")
    func requiredSandbox() async throws {
        let server = try await ServerProcess(arguments: ["--require-sandbox"])
        #expect(await isEventuallyTrue { server.log.contains("system_calls, landlock") })
        // Root that may not signal other users can't make its workers somebody else.
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--bounding-set", "-kill", ServerProcess.executable.path, "--require-sandbox", "--port", "0",
        ]
        let error = Pipe()
        process.standardError = error
        try process.run()
        let log = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 77)
        #expect(log.contains("typesafe-server: --require-sandbox: a worker is unprotected (without user)"))
    }

    @Test("A process that never gets ready is not left behind")
    func neverReady() async throws {
        let error = await #expect(throws: ServerProcess.NotStarted.self) {
            _ = try await ServerProcess(shell: "echo process $$ >&2; exec sleep 1000", within: 1)
        }
        let log = try #require(error).log
        let process = try #require(log.firstMatch(of: /process ([0-9]+)/).flatMap { Int32($0.1) })
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    @Test("The health check tells alive from not")
    func healthCheck() async throws {
        let server = try await SharedServer.get()
        #expect(try ServerProcess.run(["healthcheck", "--port", "\(server.port)"]).status == 0)
        #expect(try ServerProcess.run(["healthcheck", "--port", "1"]).status == 1)
    }

    @Test(
        "Settings that can't be used end the start with one line",
        arguments: [
            (["--port", "99999"], Int32(64), "--port"), (["--nonsense"], 64, "--nonsense"),
            (["--port"], 64, "--port"),
            (["--log-level", "loud"], 64, "--log-level"), (["--languages", "xyz"], 78, "xyz"),
            (["--rules", "/nonexistent"], 78, "/nonexistent"), (["--address", "192.0.2.1"], 69, "192.0.2.1"),
        ])
    func badSettings(_ arguments: [String], _ status: Int32, _ named: String) throws {
        let result = try ServerProcess.run(["--port", "0"] + arguments)
        #expect(result.status == status)
        #expect(result.error.contains(named))
        #expect(result.error.split(separator: "\n").count == 1)
    }

    @Test("Environment variables count, and flags before them")
    func environment() throws {
        let refused = try ServerProcess.run([], environment: ["TYPESAFE_RATE": "x"])
        #expect(refused.status == 64 && refused.error.contains("TYPESAFE_RATE"))
        let flag = try ServerProcess.run(["--log-format", "x"], environment: ["TYPESAFE_LOG_FORMAT": "json"])
        #expect(flag.status == 64)
    }

    @Test("Settings change what the server does")
    func settings() async throws {
        let server = try await ServerProcess(
            arguments: ["--log-format", "json"], limits: ["body_bytes": 2_048, "pixels": 1_000],
            environment: ["TYPESAFE_WORKERS": "1"])
        let client = ServiceClient(server: server)
        #expect(try await client.scan(image: BlankPicture.png).status == 413)
        #expect(try await client.scan(image: Data(count: 2_049)).decoded(Problem.self).kind == .bodyTooLarge)
        let line = try await eventually(within: 10) {
            server.log.split(separator: "\n").last { $0.contains("/scan-image") }
        }
        let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(fields["route"] == "/scan-image" && fields["status"] == "413" && fields["request_id"] != nil)
    }

    @Test("Neither message nor reading goes to the log")
    func privacy() async throws {
        let server = try await ServerProcess(arguments: ["--log-level", "trace"])
        let client = ServiceClient(server: server)
        for sample in Sample.all { _ = try await client.scan(form: [.image(try Sample.image(sample.file))]) }
        _ = try await client.analyze(json: #"{"text": "xylophone zeppelin https://quagga.example/"}"#)
        _ = try await client.scan(form: [
            .text("session_id", "xylophone"), .text("ocr_text", "zeppelin quagga"),
        ])
        _ = try await client.send("GET", "/quagga?xylophone=zeppelin")
        let log = try await eventually(within: 10) {
            server.log.occurrences(of: "request_id") >= Sample.all.count + 3 ? server.log : nil
        }
        for word in ["xylophone", "zeppelin", "quagga", "parcel", "verification", "bakery", "redelivery"] {
            #expect(!log.lowercased().contains(word), "\(word)")
        }
    }
}
