import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output, shared by all that print: whole lines, above a prompt line that stays at the bottom.
final class Screen: Sendable {
    private let terminal: Terminal
    private let prompt = Mutex<String?>(nil)

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    func print(_ lines: [String]) {
        prompt.withLock { prompt in
            write((prompt == nil ? "" : "\r\u{1B}[K") + lines.joined(separator: "\n") + "\n" + (prompt ?? ""))
        }
    }

    /// Shows a prompt line, another one, or none. Only terminals have one.
    func show(prompt text: String?) {
        guard terminal.isTerminal else { return }
        prompt.withLock { prompt in
            if prompt == nil, text == nil { return }
            prompt = text.map { String($0.prefix(terminal.width - 1)) }
            write("\r\u{1B}[K" + (prompt ?? ""))
        }
    }

    /// A reader that went away ends the program, as SIGPIPE is left alone; one that is slow is waited for.
    private func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeBytes(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// What is for the person at the terminal and not for the next program.
enum ErrorOutput {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    static func line(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    /// A line that the next one overwrites; nothing where nobody looks.
    static func progress(_ text: String) {
        guard isTerminal else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
    }
}
