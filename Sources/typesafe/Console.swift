import AtomicFile
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
        var rest = Array(text.readable.utf8)[...]
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
        let answer = CommandRunner.reading { readLine() }?.lowercased()
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
        try? FileHandle.standardError.write(contentsOf: Data(text.readable.utf8))
    }
}

/// Shows on a terminal that something is under way, once it takes longer than a moment.
enum Spinner {
    /// Time after which a person begins to wonder whether anything happens.
    private static let delay = Duration.milliseconds(300)
    private static let frame = Duration.milliseconds(100)

    /// Runs `body`, and meanwhile shows `title` with a turning mark on standard error, where that is a terminal.
    static func during<Value: Sendable>(
        _ title: String, _ body: () async -> Value
    ) async -> Value {
        let spinning = Task {
            try await Task.sleep(for: delay)
            for mark in 0... {
                StandardError.progress("\(Array("|/-\\")[mark % 4]) \(title)")
                try await Task.sleep(for: frame)
            }
        }
        let value = await body()
        spinning.cancel()
        _ = await spinning.result
        StandardError.progress("")
        return value
    }
}

/// Reads single keys from the terminal, without waiting for the end of a line. Keys that send signals, such as Ctrl-C,
/// still send them.
final class Keyboard: Sendable {
    enum Key: Equatable, Sendable {
        case character(Character)
        case up, down, enter, escape
    }

    let keys: AsyncStream<Key>
    private let ending: AsyncStream<Key>.Continuation
    private let saved: termios

    /// Number of keys that may wait to be handled. Where there are more, the oldest are dropped.
    private static let bufferedKeys = 16
    /// Stack of the reading thread in bytes: more than it needs, and less than the default of 8 MiB.
    private static let stackSize = 512 << 10

    /// - Returns: nil where standard input isn't a terminal whose foreground process this is.
    init?() {
        var mode = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &mode) == 0
        else {
            return nil
        }
        saved = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0 else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Key.self, bufferingPolicy: .bufferingNewest(Self.bufferedKeys))
        keys = stream
        ending = continuation
        let thread = Thread { Self.read(continuation) }
        thread.stackSize = Self.stackSize
        thread.start()
    }

    /// Restores the terminal's mode. It must be called before the process ends.
    func restore() {
        var mode = saved
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
        ending.finish()
    }

    /// Reads keys until the terminal is closed. The process can end while this thread waits for a key.
    private static func read(_ continuation: AsyncStream<Key>.Continuation) {
        // A key is at most a few bytes long. Pasted text is read in several steps.
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for key in parse(bytes.prefix(count)) { continuation.yield(key) }
        }
        continuation.finish()
    }

    /// Parses the bytes of one read. Terminals send an arrow key as `ESC [ A` or `ESC O A` in one piece.
    static func parse(_ bytes: some Collection<UInt8>) -> [Key] {
        var keys: [Key] = []
        var rest = Array(bytes)[...]
        while let first = rest.popFirst() {
            switch first {
            case 0x1B:
                guard let second = rest.first, second == 0x5B || second == 0x4F else {
                    keys.append(.escape)
                    continue
                }
                rest.removeFirst()
                // Parameters of the control sequence are skipped. The letter after them identifies the key.
                while let next = rest.first, next < 0x40 { rest.removeFirst() }
                switch rest.popFirst() {
                case 0x41: keys.append(.up)
                case 0x42: keys.append(.down)
                default: continue
                }
            case 0x0A, 0x0D: keys.append(.enter)
            case 0x20...0x7E: keys.append(.character(Character(UnicodeScalar(first))))
            default: continue
            }
        }
        return keys
    }
}
