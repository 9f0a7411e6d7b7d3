import Foundation
import ScreenshotDetection
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Tests of screenshots that wait, with real servers and `watch` processes that are killed.
@Suite("Waiting screenshots")
struct WaitingTests {
    private static let sample = "benign-code-android-light.png"
    private static let clean = ["watch", "--auto", "--ndjson", "--no-notify"]

    /// A server that can be started again on its port, and keeps its results. It is released with this object.
    private final class Service: Sendable {
        let port: UInt16
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("service-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            port = try FreePort.take()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? folder }

        func start() async throws -> ServerProcess {
            try await ServerProcess(
                arguments: [
                    "--port", "\(port)", "--database", folder.appendingPathComponent("results").path,
                ],
                limits: ["queue_seconds": 120, "scan_seconds": 120, "scan_cpu_seconds": 120])
        }

        func kill(_ server: ServerProcess) async throws {
            server.signal(SIGKILL)
            _ = try await server.exitStatus()
        }
    }

    /// Waits until the names of all verdicts that were recorded are these, each once.
    private func waitForVerdicts(_ user: DesktopUser, on numbers: Range<Int>) async throws {
        let expected = numbers.map { "Screenshot \($0).png" }.sorted()
        var recorded: [String] = []
        _ = try? await eventually(within: 180) {
            recorded = user.recordedNames.sorted()
            return recorded.count >= expected.count && user.waitingPaths.isEmpty ? true : nil
        }
        #expect(recorded == expected)
        #expect(user.waitingPaths.isEmpty)
    }

    /// Number of results that the server stores for the user's session.
    private func results(_ user: DesktopUser, _ service: Service) async throws -> Int {
        let session = try ScanSession(file: user.state.appendingPathComponent("session")).id()
        return try await ScanClient(server: service.url).results(session: session, limit: 100).results.count
    }

    @Test(
        "What is taken while the server is down waits, also over a restart of watch, and is judged when it answers"
    )
    func down() async throws {
        let service = try Service()
        let user = try DesktopUser(server: service.url)
        let first = try user.start(["watch", "--auto", "--no-notify"])
        try await first.waitFor("Watching")
        for number in 0..<3 { try user.takeScreenshot(number, of: Self.sample) }
        try await first.waitFor("Screenshots wait")
        _ = try await eventually(within: 30) { user.waitingPaths.count == 3 ? true : nil }
        let status = try await user.run(["status"])
        #expect(status.output.contains("Waiting  3 screenshots for the server, the oldest taken "))
        first.signal(SIGKILL)
        let told = try await first.finished()
        #expect(
            told.error.ranges(of: "Screenshots wait").count == 1 && !told.output.contains("Screenshot"))

        let second = try user.start(Self.clean)
        try await second.waitFor("Screenshots wait")
        try user.takeScreenshot(3, of: Self.sample)
        _ = try await eventually(within: 30) { user.waitingPaths.count == 4 ? true : nil }
        let server = try await service.start()
        try await waitForVerdicts(user, on: 0..<4)
        try await second.waitFor(#""event":"result""#, count: 4)
        #expect(!second.output.contains(#""error""#))
        #expect(try await !user.run(["status"]).output.contains("Waiting  "))
        withExtendedLifetime(server) {}
    }

    @Test("Only what is still there unchanged is judged, and only within the time that is set")
    func outdated() async throws {
        let service = try Service()
        let user = try DesktopUser(server: service.url)
        let watch = try user.start(Self.clean)
        try await watch.waitFor("Watching")
        let files = try (0..<3).map { try user.takeScreenshot($0, of: Self.sample) }
        _ = try await eventually(within: 30) { user.waitingPaths.count == 3 ? true : nil }
        watch.signal(SIGKILL)
        _ = try await watch.finished()
        try FileManager.default.removeItem(at: files[0])
        try Data("no picture".utf8).write(to: files[1])
        let server = try await service.start()
        let again = try user.start(Self.clean)
        try await waitForVerdicts(user, on: 2..<3)
        again.signal(SIGINT)
        #expect(try await again.finished().status == 130)

        try await service.kill(server)
        let third = try user.start(Self.clean)
        try await third.waitFor("Watching")
        try user.takeScreenshot(3, of: Self.sample)
        _ = try await eventually(within: 30) { user.waitingPaths.count == 1 ? true : nil }
        third.signal(SIGKILL)
        _ = try await third.finished()
        // Any command forgets what has waited too long.
        let file = user.state.appendingPathComponent("waiting.json")
        let old = try String(contentsOf: file, encoding: .utf8).replacing(#/"noticed":[0-9.]+/#) { _ in
            "\"noticed\":\(Date().timeIntervalSince1970 - 3_601)"
        }
        try Data(old.utf8).write(to: file)
        _ = try await user.run(["status"])
        #expect(user.waitingPaths.isEmpty)
    }

    @Test("The server is killed and started again: each screenshot is judged once, here and there")
    func serverKilled() async throws {
        let service = try Service()
        let user = try DesktopUser(server: service.url, environment: ["TYPESAFE_SESSION": "on"])
        var server = try await service.start()
        let watch = try user.start(Self.clean)
        try await watch.waitFor("Watching")
        for number in 0..<12 {
            try user.takeScreenshot(number, of: Self.sample)
            switch number {
            case 3, 9:
                // One scan at least is under way, or has just begun.
                try await watch.waitFor(#""event":"result""#, count: number - 2)
                try await service.kill(server)
            case 6: server = try await service.start()
            default: continue
            }
        }
        server = try await service.start()
        try await waitForVerdicts(user, on: 0..<12)
        try await watch.waitFor(#""event":"result""#, count: 12)
        #expect(!watch.output.contains(#""error""#))
        #expect(watch.output.ranges(of: #""event":"result""#).count == 12)
        #expect(try await results(user, service) == 12)
    }

    @Test("watch is killed and started again: each screenshot is judged once, here and there")
    func watchKilled() async throws {
        let service = try Service()
        let user = try DesktopUser(server: service.url, environment: ["TYPESAFE_SESSION": "on"])
        let server = try await service.start()
        var watch = try user.start(Self.clean)
        try await watch.waitFor("Watching")
        for number in 0..<12 {
            try user.takeScreenshot(number, of: Self.sample)
            guard number == 5 || number == 9 else { continue }
            watch.signal(SIGKILL)
            _ = try await watch.finished()
            watch = try user.start(Self.clean)
            try await watch.waitFor("Watching")
        }
        try await waitForVerdicts(user, on: 0..<12)
        #expect(try await results(user, service) == 12)
        withExtendedLifetime(server) {}
    }

    @Test("A request that comes again after the server was killed is stored once, as the same scan")
    func storedOnce() async throws {
        let service = try Service()
        let image = try Sample.image(Self.sample)
        let options = ScanOptions(session: UUID(), idempotencyKey: "a-key")
        var scans: [UUID] = []
        for _ in 0..<2 {
            let server = try await service.start()
            scans.append(
                try await ScanClient(server: service.url).scan(image: image, options: options).scanID)
            try await service.kill(server)
        }
        let server = try await service.start()
        let client = try ScanClient(server: service.url)
        let other = try await client.scan(
            image: image, options: ScanOptions(session: options.session, idempotencyKey: "another"))
        let stored = try await client.results(session: options.session ?? UUID()).results
        #expect(stored.map(\.scanID) == [other.scanID, scans[0]] && scans[0] == scans[1])
        withExtendedLifetime(server) {}
    }

    @Test("Two that watch at once judge each screenshot once, also if one of them is killed")
    func two() async throws {
        let service = try Service()
        let user = try DesktopUser(server: service.url)
        let watches = try (0..<2).map { _ in try user.start(Self.clean) }
        for watch in watches { try await watch.waitFor("Watching") }
        for number in 0..<6 { try user.takeScreenshot(number, of: Self.sample) }
        _ = try await eventually(within: 30) { user.waitingPaths.count == 6 ? true : nil }
        watches[0].signal(SIGKILL)
        _ = try await watches[0].finished()
        try user.takeScreenshot(6, of: Self.sample)
        let server = try await service.start()
        try await waitForVerdicts(user, on: 0..<7)
        withExtendedLifetime((server, watches)) {}
    }

    @Test("What a process that was killed has left is judged by one that watches already")
    func left() async throws {
        let user = try await DesktopUser.atSharedServer()
        let watch = try user.start(Self.clean)
        try await watch.waitFor("Watching")
        let shot = try user.takeScreenshot(0, of: Self.sample)
        try await watch.waitFor(#""event":"result""#)
        let other = user.home.appendingPathComponent("Screenshot 1.png")
        let content = DesktopUser.numbered(try Sample.image(Self.sample), 1)
        try content.write(to: other)
        // The first has a verdict, which the process that was killed had recorded.
        let entries = [(shot, try Data(contentsOf: shot)), (other, content)].map { file, content in
            "{\"holder\":\"\(UUID())\",\"noticed\":\(Date().timeIntervalSince1970),\"path\":\"\(file.path)\","
                + "\"picture\":\"\(ContentHash(of: content))\"}"
        }
        _ = try await eventually(within: 30) { user.waitingPaths.isEmpty ? true : nil }
        try Data("[\(entries.joined(separator: ","))]".utf8).write(
            to: user.state.appendingPathComponent("waiting.json"), options: .atomic)
        try await waitForVerdicts(user, on: 0..<2)
    }

    @Test("What a person wanted scanned waits too")
    func asked() async throws {
        let service = try Service()
        let user = try DesktopUser(server: service.url)
        let terminal = try PseudoTerminal(user, ["watch", "--no-notify"])
        try await terminal.waitFor("Watching")
        try user.takeScreenshot(0, of: Self.sample)
        try await terminal.waitFor("Scan for scams?")
        terminal.type("s")
        try await terminal.waitFor("Screenshots wait")
        let server = try await service.start()
        try await terminal.waitFor("LOW RISK")
        try await waitForVerdicts(user, on: 0..<1)
        withExtendedLifetime(server) {}
    }

    @Test("A picture that the server can't use doesn't wait")
    func refused() async throws {
        let user = try await DesktopUser.atSharedServer()
        let watch = try user.start(Self.clean)
        try await watch.waitFor("Watching")
        let file = user.screenshots.appendingPathComponent("Screenshot.png")
        // Its structure is whole, but it has no pixels.
        var broken = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        broken += Data(count: 13 + 4 + 4) + Data("IEND".utf8) + Data(count: 4)
        try broken.write(to: file)
        try await watch.waitFor(#""event":"result""#)
        #expect(watch.output.contains(#""error""#))
        _ = try await eventually(within: 10) { user.waitingPaths.isEmpty ? true : nil }
    }
}

/// A free port of the loopback address. Nothing else takes it before its server does, as far as the kernel gives ports in turn.
enum FreePort {
    struct None: Error {}

    static func take() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw None() }
        return UInt16(bigEndian: address.sin_port)
    }
}
