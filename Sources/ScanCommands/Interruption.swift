import ArgumentParser
import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns SIGINT and SIGTERM into the end of the command's task, so that terminals and stores are left in order.
final class Interruption: Sendable {
    // Sound: dispatch sources are thread-safe objects; these are set once, in `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private let received = Atomic<Int32>(0)

    private init(_ handler: @escaping @Sendable () -> Void) {
        // Whoever started us may have blocked them.
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
                // Asked twice, it ends at once.
                if self?.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
                handler()
            }
            source.resume()
        }
    }

    /// Runs a command's body and ends the process as it says; 130 after SIGINT, 143 after SIGTERM, 2 with one line where
    /// it fails.
    static func ending(_ body: sending @escaping () async throws -> CommandExit) async throws {
        let task = Task { try await body() }
        let interruption = Interruption { task.cancel() }
        let result = await task.result
        let number = interruption.received.load(ordering: .relaxed)
        if number != 0 { throw ExitCode(128 + number) }
        do {
            throw try result.get().code
        } catch let code as ExitCode {
            throw code
        } catch let failure as CommandFailure {
            ErrorOutput.line("typesafe: \(Wording.plain(failure.sentence))")
            throw CommandExit.failed.code
        } catch {
            // Uncaught it would end with 1, which means that something was found.
            ErrorOutput.line("typesafe: \(Wording.plain("\(error)"))")
            throw CommandExit.failed.code
        }
    }
}
