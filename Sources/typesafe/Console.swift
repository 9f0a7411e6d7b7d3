import Foundation
import Synchronization
import Texts

/// Writes whole lines to standard output, from any task. On a terminal, a prompt can stay below them on the last line.
final class Console: Sendable {
    /// The control sequence that returns to the first column and deletes the line.
    static let clearLine = "\r\u{1B}[K"

    private let terminal: Terminal
    private let prompt = Mutex<String?>(nil)

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    func print(_ lines: [String]) {
        prompt.withLock { prompt in
            write(
                (prompt == nil ? "" : Self.clearLine) + lines.joined(separator: "\n") + "\n" + (prompt ?? ""))
        }
    }

    /// Shows or replaces the prompt; nil removes it. Does nothing where standard output isn't a terminal.
    /// - Parameter ending: words that are added if the line has room for all of them.
    func show(prompt text: String?, orLonger ending: String = "") {
        guard terminal.isTerminal else { return }
        let text = text.map { TerminalWidth.of($0 + ending) < terminal.width ? $0 + ending : $0 }
        prompt.withLock { prompt in
            if prompt == nil, text == nil { return }
            prompt = text.map { TerminalWidth.cut($0, to: terminal.width - 1) }
            write(Self.clearLine + (prompt ?? ""))
        }
    }

    /// Blocks while the program that reads the output is slow. Where that program has ended, SIGPIPE ends this one.
    private func write(_ text: String) {
        StandardError.clearProgress()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Writes messages to standard error. They are for the person at the terminal and are no part of a command's output.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1
    /// Whether a line of progress is shown, which other output must clear first.
    private static let showsProgress = Mutex(false)

    static func line(_ text: String) {
        clearProgress()
        write(text + "\n")
    }

    /// Deletes the line of progress before something else is written to the terminal.
    static func clearProgress() {
        let isShown = showsProgress.withLock { isShown in
            defer { isShown = false }
            return isShown
        }
        if isShown { write(Console.clearLine) }
    }

    /// Asks a question that is answered with yes or no; nil where there is no terminal to ask at.
    static func agrees(to question: CommandText) -> Bool? {
        guard isTerminal, isatty(STDIN_FILENO) == 1 else { return nil }
        write(UserTexts.say(question) + " ")
        let answer = readLine()?.lowercased()
        return UserTexts.say(.yes).split(separator: " ").contains { $0 == answer ?? "" }
    }

    /// Shows a line that the next one replaces; an empty one ends the progress. Does nothing where standard error isn't a terminal.
    static func progress(_ text: String) {
        guard isTerminal else { return }
        if text.isEmpty { return clearProgress() }
        showsProgress.withLock { $0 = true }
        write(Console.clearLine + text)
    }

    private static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
