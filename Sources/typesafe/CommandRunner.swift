import ArgumentParser
import Dispatch
import Foundation
import ScanDocuments
import Synchronization
import TypeSafeAPI

/// Runs a command and ends the process with its exit code. SIGINT and SIGTERM cancel the command's task, so that it can
/// restore the terminal and finish its writes.
final class CommandRunner: Sendable {
    // Sound: dispatch sources are thread-safe, and the array is only set in `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private let received = Atomic<Int32>(0)
    /// Number of reads of standard input under way. They can't be cancelled.
    private static let reads = Atomic(0)

    /// Reads standard input. A signal meanwhile ends the process at once.
    static func reading<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        reads.add(1, ordering: .relaxed)
        defer { reads.subtract(1, ordering: .relaxed) }
        return try body()
    }

    private init(_ handler: @escaping @Sendable () -> Void) {
        // The parent process may have blocked the signals, and this process inherits that.
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM] {
            sigaddset(&set, number)
            signal(number, SIG_IGN)
        }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        sources = [SIGINT, SIGTERM].map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip([SIGINT, SIGTERM], sources) {
            source.setEventHandler { @Sendable [weak self] in
                // The second signal ends the process without waiting for the command; so does the first while it waits for input.
                if self?.received.exchange(number, ordering: .relaxed) != 0
                    || Self.reads.load(ordering: .relaxed) > 0
                {
                    _exit(128 + number)
                }
                handler()
            }
            source.resume()
        }
    }

    /// Runs the body of a command. Ends the process with the code that the body returns, with 130 after SIGINT, 143 after
    /// SIGTERM, and 2 and a line on standard error where the body throws.
    static func run(_ body: sending @escaping () async throws -> CommandExit) async throws {
        let task = Task {
            try UserTexts.check()
            return try await body()
        }
        let runner = CommandRunner { task.cancel() }
        let result = await task.result
        let number = runner.received.load(ordering: .relaxed)
        if number != 0 { throw ExitCode(128 + number) }
        do {
            throw try result.get().code
        } catch let code as ExitCode {
            throw code
        } catch {
            // ArgumentParser would end the process with the code 1, which means here that a scam was found.
            let message = (error as? CommandFailure)?.message ?? "\(error)"
            StandardError.line("typesafe: \(VisibleText.of(message))")
            throw CommandExit.failed.code
        }
    }
}

/// Exit code of a scanning command. Where there are several outcomes, a scam that was found decides first, then an
/// error, then an image without text.
enum CommandExit: Int32, Sendable, CaseIterable {
    /// No verdict has the risk level of `--fail-on` or a higher one.
    case clean = 0
    case found = 1
    case failed = 2
    case noText = 3
    case interrupted = 130

    var code: ExitCode { ExitCode(rawValue) }

    /// - Parameter isExitZero: replaces `found` and `noText` by `clean`. Errors stay errors.
    init(_ outcomes: OutcomeTally, failOn: RiskThreshold, isExitZero: Bool) {
        let status: CommandExit =
            if RiskLevel.allCases.contains(where: { outcomes[$0] > 0 && failOn.isReached(by: $0) }) {
                .found
            } else if outcomes[nil] > 0 {
                .failed
            } else if outcomes[.unknown] > 0 {
                .noText
            } else {
                .clean
            }
        self = isExitZero && status != .failed ? .clean : status
    }

    /// The list of exit codes for `--help` and the manual page.
    static let help =
        "Exit codes: 0 nothing at or above --fail-on, 1 found, 2 error, 3 not readable or understood, 64 wrong usage, 130 interrupted."
}

/// The lowest risk level at which a command ends with `CommandExit.found`.
enum RiskThreshold: String, ExpressibleByArgument, CaseIterable, Sendable {
    case low, medium, high, never

    func isReached(by risk: RiskLevel) -> Bool {
        switch self {
        case .never: false
        case .high: risk == .high
        case .medium: risk == .high || risk == .medium
        case .low: risk != .unknown
        }
    }
}

/// The commands that speak to a scan server, for the executable to list.
enum ScanCommands {
    static let all: [any ParsableCommand.Type] = [
        ScanCommand.self, BatchCommand.self, TextCommand.self, WatchCommand.self, FollowCommand.self,
        OpenCommand.self, HistoryCommand.self,
        WrongCommand.self, TeachCommand.self, CampaignsCommand.self, MemoryCommand.self,
        SettingsCommand.self, StatusCommand.self, IntegrateCommand.self, ManualCommand.self,
    ]
}
