import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import Scanning

/// Shell scripts play workers that an image has taken over.
@Suite("Workers that can't be trusted", .serialized)
struct HostileWorkerTests {
    /// A script that greets as a worker does, waits for a request, and answers it with the given shell commands.
    private func worker(answering commands: String) throws -> String {
        var setup = try Fixture.setup()
        setup.parent = getpid()
        let length = 4 + setup.encoded.count
        return try script(
            #"""
            head -c \#(length) <&3 >/dev/null
            printf '\014\000\000\000+\000\000\000\000\000\000\000\000\000\000\000' >&3
            head -c 4 <&3 >/dev/null
            \#(commands)
            """#)
    }

    private func script(_ commands: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID()).sh")
        try Data("#!/bin/bash\n\(commands)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file.path
    }

    /// A thousand random bytes as the shell's `printf` takes them. The first four announce a length beyond every limit.
    private static let randomBytes: String = {
        var generator = SeededGenerator(state: 1)
        return (0..<1_000).map { _ in #"\"# + String(UInt8.random(in: 0...255, using: &generator), radix: 8) }
            .joined()
    }()

    @Test(
        "A worker that sends no proper answer is lost to the server",
        arguments: [
            // An announced length beyond every limit.
            #"printf '\377\377\377\377' >&3; exec sleep 60"#,
            // An empty answer.
            #"printf '\000\000\000\000' >&3; exec sleep 60"#,
            // An answer with the number of another request.
            #"printf '\011\000\000\000\007\000\000\000\000\000\000\000d' >&3; exec sleep 60"#,
            // An answer of an unknown kind.
            #"printf '\011\000\000\000\001\000\000\000\000\000\000\000z' >&3; exec sleep 60"#,
            // A time-out with a byte too many.
            #"printf '\012\000\000\000\001\000\000\000\000\000\000\000d!' >&3; exec sleep 60"#,
            // More lines read than were found.
            #"printf '\021\000\000\000\001\000\000\000\000\000\000\000l\002\000\000\000\001\000\000\000' >&3; exec sleep 60"#,
            // Progress without end, which never exceeds a deadline.
            #"while printf '\021\000\000\000\001\000\000\000\000\000\000\000l\001\000\000\000\002\000\000\000' >&3; do :; done"#,
            // Half an answer, and then the end of the process.
            #"printf '\011\000\000\000\001\000' >&3"#,
            // Random bytes, always the same ones: now and then the first four would announce a length that is allowed, and
            // then the server would rightly wait for the rest.
            #"printf '\#(randomBytes)' >&3; exec sleep 60"#,
            // A closed socket, while the process goes on.
            #"exec 3>&-; exec sleep 60"#,
            "exit 3", "kill -SEGV $$",
        ])
    func noAnswer(_ commands: String) async throws {
        let path = try worker(answering: commands)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let workers = try TestPool(executable: path)
        try await workers.pool.warmUp()
        #expect(await workers.read([1, 2, 3], timeLimit: .seconds(30)) == .failure(.workerDied))
        #expect(await workers.stop() == [])
    }

    @Test("A proper answer from a script is accepted, so that the tests above mean something")
    func trueAnswer() async throws {
        let path = try worker(
            answering: #"printf '\011\000\000\000\001\000\000\000\000\000\000\000d' >&3; exec sleep 60"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let workers = try TestPool(executable: path)
        try await workers.pool.warmUp()
        #expect(await workers.read([1, 2, 3]) == .failure(.deadlineExceeded(limit: .seconds(60))))
        #expect(workers.ends.isEmpty)
        #expect(await workers.stop() == [])
    }

    @Test("A worker that takes an image too slowly, or never answers, is killed")
    func silent() async throws {
        let path = try worker(answering: "exec sleep 60")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let workers = try TestPool(executable: path)
        try await workers.pool.warmUp()
        // More bytes than the socket holds.
        let image = [UInt8](repeating: 7, count: 8 << 20)
        #expect(
            await workers.read(image, timeLimit: .milliseconds(100))
                == .failure(.deadlineExceeded(limit: .milliseconds(100))))
        #expect(workers.ends.map(\.exit) == [.timedOut])
        #expect(await workers.stop() == [])
    }

    @Test("Workers that can't be started are tried again ever more rarely, and meanwhile no scan is accepted")
    func backsOff() async throws {
        let counter = FileManager.default.temporaryDirectory.appendingPathComponent("starts-\(UUID())").path
        let greeting = try worker(answering: "exit 1")
        // Greets at the first start, and fails at all others.
        let path = try script(
            #"echo >> \#(counter); [ "$(wc -l < \#(counter))" = 1 ] || exit 1; exec \#(greeting)"#)
        defer { for file in [counter, greeting, path] { try? FileManager.default.removeItem(atPath: file) } }
        let workers = try TestPool(executable: path)
        try await workers.pool.warmUp()
        #expect(await workers.read([1]) == .failure(.workerDied))
        try await holds { await !workers.pool.isReady }
        #expect(await workers.read([1]) == .failure(.notReady))
        // The pauses are 0.1, 0.2, 0.4, 0.8 s and so on.
        let started = ContinuousClock.now
        try await holds { await workers.pool.counts.restarted >= 5 }
        #expect(started.duration(to: .now) > .milliseconds(500))
        #expect(await workers.stop() == [])
    }
}
