import CLinux
package import Foundation
import Glibc

/// A program that goes on when the one that started it, and its terminal, end.
package struct DetachedProcess: Sendable {
    private let id: pid_t

    /// Starts a program in a session of its own, with no input and default signal handling.
    /// - Parameters:
    ///   - environment: all variables that it gets.
    ///   - log: the file that gets its output and errors. What an earlier process wrote into it is lost.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String], log: String
    ) throws(POSIXError) {
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        let id = sb_spawn_detached(program, words, variables, log)
        guard id > 0 else { throw POSIXError(POSIXErrorCode(rawValue: -id) ?? .EIO) }
        self.id = id
    }

    /// Whether the program has ended; it stays so. Asking takes the exit status away.
    package func hasEnded() -> Bool { waitpid(id, nil, WNOHANG) != 0 }

    /// Leaves a thread behind that waits for the program's end, so that it doesn't stay as a zombie of a process that goes on for days.
    package func reapLater() {
        let id = id
        let thread = Thread { waitpid(id, nil, 0) }
        thread.stackSize = 64 << 10
        thread.start()
    }
}
