import Foundation
import SystemSupport
import TestSupport
import Testing

private enum DefaultAddress {
    static let isFree: Bool = {
        guard let address = SocketAddress(host: "127.0.0.1", port: 8080) else { return false }
        return (try? BlockingClient.connect(to: address, timeoutSeconds: 1)) == nil
    }()
}

/// Tests of the server that the commands start for themselves where none is configured. They need the default address free.
@Suite("The user's own server", .enabled(if: DefaultAddress.isFree))
struct OwnServerTests {
    /// A user without a configured server.
    private final class Person: Sendable {
        let user: DesktopUser
        let runtime: URL

        var socket: String { runtime.appendingPathComponent("typesafe/server.sock").path }

        init(_ environment: [String: String] = [:]) throws {
            runtime = URL(fileURLWithPath: "/tmp/ts-\(UUID().uuidString.prefix(8))")
            try FileManager.default.createDirectory(
                at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            user = try DesktopUser(
                server: CommandLineTests.nowhere,
                environment: ["XDG_RUNTIME_DIR": runtime.path, "TYPESAFE_SERVER": ""]
                    .merging(environment) { $1 })
        }

        /// The process that listens on the socket; nil where none does.
        var serverID: pid_t? {
            guard let address = SocketAddress(unixPath: socket),
                let connection = try? BlockingClient.connect(to: address, timeoutSeconds: 1)
            else { return nil }
            // A process id, a user and a group (`ucred`).
            var credentials: [Int32] = [0, 0, 0]
            var length = socklen_t(3 * MemoryLayout<Int32>.size)
            let code = getsockopt(connection.raw, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
            return code == 0 ? credentials[0] : nil
        }

        deinit {
            if let serverID { kill(serverID, SIGTERM) }
            try? FileManager.default.removeItem(at: runtime)
        }
    }

    @Test("Any number of commands start one server, which only its user reaches")
    func together() async throws {
        let person = try Person()
        let runs = try await withThrowingTaskGroup(of: DesktopUser.Run.self) { group in
            for _ in 1...6 {
                group.addTask { [user = person.user] in try await user.run(["scan", CommandLineTests.scam]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs.map(\.status) == [Int32](repeating: 1, count: 6), "\(runs.map(\.output))")
        let id = try #require(person.serverID)
        let files = try FileManager.default.attributesOfItem(atPath: person.socket)
        let folder = try FileManager.default.attributesOfItem(
            atPath: (person.socket as NSString).deletingLastPathComponent)
        #expect(files[.posixPermissions] as? Int == 0o600 && folder[.posixPermissions] as? Int == 0o700)
        // All of them are the children of none of the commands, and one is still the server of the next.
        #expect(try await person.user.run(["scan", CommandLineTests.benign]).status == 0)
        #expect(person.serverID == id)
        let status = try await person.user.run(["status"])
        #expect(status.status == 0 && status.output.contains("your own at \(person.socket): ready"))
        #expect(status.output.contains("server.log"))
    }

    @Test("A batch starts one too, with more scans at once than there are processor cores")
    func batch() async throws {
        let person = try Person()
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        for number in 0..<count { try person.user.takeScreenshot(number) }
        let run = try await person.user.run([
            "batch", person.user.screenshots.path, "--out",
            person.user.home.appendingPathComponent("results.jsonl").path, "--in-flight", "\(count)",
        ])
        #expect(
            run.status == 1 && run.output.contains("\(count) scanned: \(count) high risk"), "\(run.error)")
    }

    @Test("A server that is killed is replaced, and what is left of it harms nobody")
    func killed() async throws {
        let person = try Person()
        #expect(try await person.user.run(["scan", CommandLineTests.scam]).status == 1)
        for _ in 1...3 {
            let id = try #require(person.serverID)
            async let scan = person.user.run(["scan", CommandLineTests.scam])
            kill(id, SIGKILL)
            #expect(try await scan.status == 1)
        }
    }

    @Test("Commands that are killed while they start the server keep none from the next")
    func killedStarters() async throws {
        let person = try Person()
        for milliseconds in [20, 60, 120, 250, 500] {
            let command = try person.user.start(["scan", CommandLineTests.scam])
            try await Task.sleep(for: .milliseconds(milliseconds))
            command.signal(SIGKILL)
        }
        #expect(try await person.user.run(["scan", CommandLineTests.scam]).status == 1)
    }

    @Test("A text is judged without any server")
    func text() async throws {
        let person = try Person()
        let run = try await person.user.run(
            [
                "text",
                "Mum, my phone broke, this is my new number. Can you pay a bill for me today? 480 pounds",
            ])
        #expect(run.status == 1 && run.output.contains("HIGH RISK"))
        #expect(person.serverID == nil)
        let empty = try await person.user.run(["text", " "])
        #expect(empty.status == 2 && empty.output.contains("The text is empty."))
        let status = try await person.user.run(["status"])
        #expect(status.status == 0 && status.output.contains("starts when it is needed"))
    }

    @Test("A configured server that is down is never replaced")
    func configured() async throws {
        let person = try Person(["TYPESAFE_SERVER": CommandLineTests.nowhere.absoluteString])
        let run = try await person.user.run(["scan", CommandLineTests.scam])
        #expect(run.status == 2 && run.output.contains("127.0.0.1:1 can't be reached"))
        #expect(person.serverID == nil)
    }

    @Test("A folder that others can enter isn't used")
    func foreignFolder() async throws {
        let person = try Person()
        try FileManager.default.createDirectory(
            at: person.runtime.appendingPathComponent("typesafe"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        let run = try await person.user.run(["scan", CommandLineTests.scam])
        #expect(run.status == 2 && run.output.contains("only you can enter"))
    }

    @Test("An idle server stops, but not while a client holds its lock")
    func idle() async throws {
        let path = "/tmp/ts-\(UUID().uuidString.prefix(8)).sock"
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(lock)
            unlink(path + ".lock")
        }
        #expect(flock(lock, LOCK_SH) == 0)
        let server = try await ServerProcess(arguments: [
            "--address", "unix:\(path)", "--stop-when-idle", "1",
        ])
        let address = try #require(SocketAddress(unixPath: path))
        // Three times as long as the server would wait without the lock.
        try await Task.sleep(for: .seconds(3))
        #expect((try? BlockingClient.connect(to: address, timeoutSeconds: 1)) != nil)
        #expect(flock(lock, LOCK_UN) == 0)
        #expect(try await server.exitStatus() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        for value in ["0", "86401", "soon"] {
            #expect(try ServerProcess.run(["--port", "0", "--stop-when-idle", value]).status == 64)
        }
    }
}
