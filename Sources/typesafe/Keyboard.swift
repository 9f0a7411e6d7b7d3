import Foundation

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
