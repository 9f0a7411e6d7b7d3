import Foundation

/// What is for the person, not for the next program.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// A line that the next one overwrites; nothing where nobody looks.
    static func progress(_ text: String) {
        if isTerminal { write("\r\u{1B}[K\(text)") }
    }

    static func endProgress() { progress("") }
}
