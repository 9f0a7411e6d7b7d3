import Foundation

/// Writes messages for the person at the terminal. The next program in a pipe doesn't get them.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// Prints a line that the next one overwrites. Does nothing where standard error isn't a terminal.
    static func progress(_ text: String) {
        if isTerminal { write("\r\u{1B}[K\(text)") }
    }

    static func endProgress() { progress("") }
}
