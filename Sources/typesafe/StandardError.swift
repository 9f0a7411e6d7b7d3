import Foundation

/// Messages for the person at the terminal, which the next program in a pipe doesn't get.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// Prints a line that the next one overwrites, if standard error is a terminal.
    static func progress(_ text: String) {
        if isTerminal { write("\r\u{1B}[K\(text)") }
    }

    static func endProgress() { progress("") }
}
