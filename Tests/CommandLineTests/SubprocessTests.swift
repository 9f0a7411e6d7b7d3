import Foundation
import Testing

@testable import typesafe

@Suite("Helper programs")
struct SubprocessTests {
    private func isRunning(_ id: pid_t) -> Bool { kill(id, 0) == 0 }

    /// A script that starts another program and waits for it, and a function that returns the other program's process id.
    private func wrapper(trap: String = "") throws -> (script: String, child: () async throws -> pid_t) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID())")
        let script = "\(trap.isEmpty ? ":" : trap); sleep 1000 & echo $! > \(file.path); wait"
        return (
            script,
            {
                for _ in 0..<3_000 {
                    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                    if text.hasSuffix("\n"), let id = pid_t(text.dropLast()) {
                        try FileManager.default.removeItem(at: file)
                        return id
                    }
                    try await Task.sleep(for: .milliseconds(10))
                }
                throw CancellationError()
            }
        )
    }

    private func waitForEnd(_ id: pid_t) async throws {
        for _ in 0..<3_000 where isRunning(id) { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!isRunning(id))
    }

    @Test("What a program started ends with it, when its time is over")
    func limit() async throws {
        let (script, child) = try wrapper()
        let output = await Subprocess.output(
            of: "/bin/sh", ["-c", script], within: .seconds(2), sizeLimit: 100)
        #expect(output == nil)
        try await waitForEnd(try await child())
    }

    @Test("Cancelled, it is asked to end, and made to where it doesn't", arguments: ["", "trap '' INT"])
    func cancellation(_ trap: String) async throws {
        let (script, child) = try wrapper(trap: trap)
        let task = Task {
            await Subprocess.output(of: "/bin/sh", ["-c", script], within: .seconds(900), sizeLimit: 100)
        }
        let id = try await child()
        task.cancel()
        #expect(await task.value == nil)
        try await waitForEnd(id)
    }

    @Test("Output is whole, or nothing")
    func output() async {
        func run(_ script: String) async -> Data? {
            await Subprocess.output(of: "/bin/sh", ["-c", script], within: .seconds(60), sizeLimit: 10)
        }
        #expect(await run("printf 1234567890") == Data("1234567890".utf8))
        #expect(await run("printf 12345678901") == nil)
        #expect(await run("printf 1; exit 3") == nil)
        #expect(await run("yes") == nil)
    }
}
