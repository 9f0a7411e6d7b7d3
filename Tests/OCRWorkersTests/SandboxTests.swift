import Foundation
import Testing

@Suite("The sandbox of workers")
struct SandboxTests {
    enum Outcome { case works, refused, killed(Int32) }

    /// `sandbox-probe` gives up its rights as a worker does, and then makes the attempt.
    @Test(
        "A worker that was taken over can compute and read its language data, and nothing else",
        arguments: [
            ("compute", Outcome.works), ("start a thread", .works), ("read what it was given", .works),
            ("list what it was given", .works), ("read a file", .refused), ("list a directory", .refused),
            ("read the parent's memory", .refused), ("read the parent's environment", .refused),
            ("create a file", .refused), ("open a file to write", .refused),
            ("remove a file", .killed(SIGSYS)),
            ("open a socket", .killed(SIGSYS)), ("run a program", .killed(SIGSYS)),
            ("signal the parent", .killed(SIGSYS)), ("abort", .killed(SIGABRT)),
            ("take too much memory", .refused), ("open many files", .refused),
        ])
    func attempts(_ attempt: String, _ outcome: Outcome) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Fixture.executable).deletingLastPathComponent()
            .appendingPathComponent("sandbox-probe")
        process.arguments = [attempt]
        // As for workers: to report a crash, the runtime would start another program, which the filter answers with death.
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        try process.run()
        process.waitUntilExit()
        switch outcome {
        case .works: #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        case .refused: #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        case .killed(let signal):
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        }
    }
}
