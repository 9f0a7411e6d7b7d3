import Foundation
import Testing

@Suite("The sandbox of workers")
struct SandboxTests {
    enum Outcome { case works, refused, killed(Int32) }
    typealias Trial = (name: String, outcome: Outcome)

    /// What a worker that was taken over might try, and what comes of it.
    static let trials: [Trial] = [
        (name: "compute", outcome: .works), (name: "start a thread", outcome: .works),
        (name: "read what it was given", outcome: .works),
        (name: "list what it was given", outcome: .works), (name: "see another file", outcome: .refused),
        (name: "read a file", outcome: .refused),
        (name: "list a directory", outcome: .refused), (name: "read the parent's memory", outcome: .refused),
        (name: "read the parent's environment", outcome: .refused),
        (name: "create a file", outcome: .refused),
        (name: "open a file to write", outcome: .refused), (name: "remove a file", outcome: .killed(SIGSYS)),
        (name: "change a file's mode by a new call", outcome: .refused),
        (name: "open a socket", outcome: .killed(SIGSYS)),
        (name: "run a program", outcome: .killed(SIGSYS)),
        (name: "start a process", outcome: .killed(SIGSYS)),
        (name: "start a process by a new call", outcome: .refused),
        (name: "signal the parent", outcome: .killed(SIGSYS)),
        (name: "signal another process", outcome: .killed(SIGSYS)),
        (name: "send signals by a descriptor", outcome: .refused),
        (name: "get the parent's signals", outcome: .refused),
        (name: "use a clock's alarm", outcome: .refused), (name: "abort", outcome: .killed(SIGABRT)),
        (name: "take too much memory", outcome: .refused), (name: "open many files", outcome: .refused),
        (name: "map code", outcome: .refused),
        (name: "turn memory into code", outcome: .refused), (name: "become root", outcome: .refused),
        (name: "raise its priority", outcome: .refused),
        (name: "raise a limit", outcome: .refused),
    ]

    @Test(
        "A worker that was taken over can compute and read its language data, and nothing else",
        arguments: trials, [[], ["user"]])
    func attempts(_ attempt: Trial, _ options: [String]) throws {
        // Only root can become another user.
        if options == ["user"], geteuid() != 0 { return }
        let process = try Self.run([attempt.name] + options)
        switch attempt.outcome {
        case .works: #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        case .refused: #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        case .killed(let signal):
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        }
    }

    @Test(
        "Landlock, the file system of its own and the filter each keep files safe alone",
        arguments: [
            ["read a file", "without-files", "without-filter"],
            ["list a directory", "without-files", "without-filter"],
            ["create a file", "without-files", "without-filter"],
            ["read a file", "without-landlock", "without-filter"],
            ["see another file", "without-landlock", "without-filter"],
            ["create a file", "without-landlock", "without-filter"],
            ["open a file to write", "without-landlock", "without-files"],
            ["change a file's mode by a new call", "without-landlock", "without-files"],
        ])
    func parts(_ arguments: [String]) throws {
        let report = try Self.output(of: ["report"])
        // Containers may forbid namespaces, and then only the other two hold.
        if !arguments.contains("without-files"), !report.contains("files") { return }
        let process = try Self.run(arguments)
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    }

    @Test("What took hold is reported", arguments: [[], ["user"]])
    func report(_ options: [String]) throws {
        if options == ["user"], geteuid() != 0 { return }
        let held = try Self.output(of: ["report"] + options).split { $0.isWhitespace }
        #expect(Set(held).isSuperset(of: ["user", "capabilities", "landlock", "system_calls"]))
        let less = try Self.output(of: ["report", "without-landlock", "without-filter"] + options)
        #expect(!less.contains("landlock") && !less.contains("system_calls") && less.contains("capabilities"))
    }

    #if arch(x86_64)
        /// The system calls that docs/operations.md lists; some of them with certain arguments only.
        private static let allowed: [Int] = [
            0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20, 24, 25, 28, 38, 39, 44, 45, 56, 60, 72, 99,
            131, 157,
            186, 202, 204, 217, 219, 228, 230, 231, 234, 257, 262, 271, 273, 302, 318, 334,
        ]

        @Test("Every other system call, those that are yet to come included, is refused or ends the worker")
        func allCalls() throws {
            var (tried, ended, next) = (0, 0, 0)
            while true {
                let output = try Self.output(
                    of: ["try all calls"] + Self.allowed.map(String.init), ["FIRST_CALL": String(next)])
                let lines = output.split(separator: "\n").map { $0.split(separator: " ").map { Int($0) } }
                for line in lines where line.count == 2 {
                    // No filter sees `uprobe`, which the kernel refuses unless its own code makes the call.
                    let refusal = line[0] == 336 ? [ENOSYS, ENXIO] : [ENOSYS]
                    #expect(refusal.map { Int($0) }.contains(line[1]), "call \(line[0] ?? -1)")
                }
                tried += lines.count - 1
                guard let last = lines.last, last.count == 1, let number = last[0] else { break }
                (ended, next, tried) = (ended + 1, number + 1, tried + 1)
            }
            #expect(tried == 600 - Self.allowed.count)
            #expect(ended > 50, "calls that only an intruder makes end the worker")
        }
    #endif

    /// Runs `sandbox-probe`, which gives up its rights as a worker does, and then makes the attempt.
    private static func run(
        _ arguments: [String], _ environment: [String: String] = [:], output: Pipe? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Fixture.executable).deletingLastPathComponent()
            .appendingPathComponent("sandbox-probe")
        process.arguments = arguments
        // As for workers: to report a crash, the runtime would start another program, which the filter answers with death.
        process.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        if let output { process.standardOutput = output }
        try process.run()
        if output == nil { process.waitUntilExit() }
        return process
    }

    private static func output(of arguments: [String], _ environment: [String: String] = [:]) throws -> String
    {
        let pipe = Pipe()
        let process = try run(arguments, environment, output: pipe)
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
