import Foundation
import Testing

@testable import OCRWorkers

/// Readers that a picture has taken over, played by shell scripts.
@Suite("Readers that can't be trusted", .serialized)
struct HostileReaderTests {
    /// A script that greets as a reader does, waits for a request and answers it with the shell commands given.
    private func reader(answering commands: String) throws -> String {
        var setup = try Fixture.setup()
        setup.parent = getpid()
        let length = 4 + setup.encoded.count
        return try script(
            #"""
            head -c \#(length) <&3 >/dev/null
            printf '\001\000\000\000+' >&3
            head -c 4 <&3 >/dev/null
            \#(commands)
            """#)
    }

    private func script(_ commands: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID()).sh")
        try Data("#!/bin/bash\n\(commands)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file.path
    }

    @Test(
        "What is no answer is a dead reader to the parent",
        arguments: [
            // Longer than any answer.
            #"printf '\377\377\377\377' >&3; exec sleep 60"#,
            // Nothing.
            #"printf '\000\000\000\000' >&3; exec sleep 60"#,
            // Another request's.
            #"printf '\011\000\000\000\007\000\000\000\000\000\000\000d' >&3; exec sleep 60"#,
            // An answer that doesn't exist.
            #"printf '\011\000\000\000\001\000\000\000\000\000\000\000z' >&3; exec sleep 60"#,
            // A time-out with something behind it.
            #"printf '\012\000\000\000\001\000\000\000\000\000\000\000d!' >&3; exec sleep 60"#,
            // More lines read than there are.
            #"printf '\021\000\000\000\001\000\000\000\000\000\000\000l\002\000\000\000\001\000\000\000' >&3; exec sleep 60"#,
            // Progress without end, which is never late.
            #"while printf '\021\000\000\000\001\000\000\000\000\000\000\000l\001\000\000\000\002\000\000\000' >&3; do :; done"#,
            // Half an answer, then the end.
            #"printf '\011\000\000\000\001\000' >&3"#,
            // Noise.
            #"head -c 100000 /dev/urandom >&3; exec sleep 60"#,
            // The socket closed, the process alive.
            #"exec 3>&-; exec sleep 60"#,
            "exit 3", "kill -SEGV $$",
        ])
    func noAnswer(_ commands: String) async throws {
        let path = try reader(answering: commands)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let readers = try TestPool(executable: path)
        try await readers.pool.warmUp()
        #expect(await readers.read([1, 2, 3], timeLimit: .seconds(30)) == .failure(.readerDied))
        #expect(await readers.stop() == [])
    }

    @Test("A true answer from a script is taken, so that the tests above mean something")
    func trueAnswer() async throws {
        let path = try reader(
            answering: #"printf '\011\000\000\000\001\000\000\000\000\000\000\000d' >&3; exec sleep 60"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let readers = try TestPool(executable: path)
        try await readers.pool.warmUp()
        #expect(await readers.read([1, 2, 3]) == .failure(.deadlineExceeded))
        #expect(readers.ends.isEmpty)
        #expect(await readers.stop() == [])
    }

    @Test("One that takes a picture slower than its deadline, or never answers, is killed")
    func silent() async throws {
        let path = try reader(answering: "exec sleep 60")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let readers = try TestPool(executable: path)
        try await readers.pool.warmUp()
        // More than the socket holds.
        let image = [UInt8](repeating: 7, count: 8 << 20)
        #expect(await readers.read(image, timeLimit: .milliseconds(100)) == .failure(.deadlineExceeded))
        #expect(readers.ends.map(\.end) == [.timedOut])
        #expect(await readers.stop() == [])
    }

    @Test("Readers that stop starting are tried again ever more rarely, and meanwhile nothing is taken")
    func backsOff() async throws {
        let counter = FileManager.default.temporaryDirectory.appendingPathComponent("starts-\(UUID())").path
        let greeting = try reader(answering: "exit 1")
        // Greets once; then it can't be started any more.
        let path = try script(
            #"echo >> \#(counter); [ "$(wc -l < \#(counter))" = 1 ] || exit 1; exec \#(greeting)"#)
        defer { for file in [counter, greeting, path] { try? FileManager.default.removeItem(atPath: file) } }
        let readers = try TestPool(executable: path)
        try await readers.pool.warmUp()
        #expect(await readers.read([1]) == .failure(.readerDied))
        try await holds { await !readers.pool.isReady }
        #expect(await readers.read([1]) == .failure(.notReady))
        // 0.1 + 0.2 + 0.4 + 0.8 s …
        let started = ContinuousClock.now
        try await holds { await readers.pool.counts.restarted >= 5 }
        #expect(started.duration(to: .now) > .milliseconds(500))
        #expect(await readers.stop() == [])
    }
}
