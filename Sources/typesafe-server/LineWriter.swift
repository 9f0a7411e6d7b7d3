import Dispatch
import Foundation
import Synchronization

/// Writes lines to a file without blocking the caller. Lines wait in a bounded buffer; if the file's reader doesn't keep up,
/// lines are lost, and a line says how many.
final class LineWriter: Sendable {
    /// Largest number of bytes that wait: some thousand lines.
    private static let bufferLimit = 1 << 20
    /// Time in which further lines are gathered before the first is written: waking the writing thread for each line costs a busy
    /// server more than anything else of a short request. Nobody who reads along sees it.
    private static let gathering = DispatchTimeInterval.milliseconds(10)

    private struct State {
        var buffer: [UInt8] = []
        var lost = 0
        var isWriting = false
    }

    static let standardOutput = LineWriter(.standardOutput)
    static let standardError = LineWriter(.standardError)

    private let file: FileHandle
    private let queue = DispatchQueue(label: "lines", qos: .utility)
    private let state = Mutex(State())

    private init(_ file: FileHandle) {
        self.file = file
    }

    func write(_ line: String) { write(Array(line.utf8)) }

    func write(_ line: [UInt8]) {
        let mustStart = state.withLock { state in
            if state.buffer.count + line.count > Self.bufferLimit {
                state.lost += 1
            } else {
                state.buffer.append(contentsOf: line)
                state.buffer.append(0x0A)
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.asyncAfter(deadline: .now() + Self.gathering) { self.drain() } }
    }

    /// Waits until all lines are written, for at most a second. Called at the end of the process.
    func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async {
            self.drain()
            written.signal()
        }
        _ = written.wait(timeout: .now() + .seconds(1))
    }

    private func drain() {
        while true {
            let (bytes, lost) = state.withLock { state in
                defer {
                    state.isWriting = !state.buffer.isEmpty
                    state.buffer = []
                    state.lost = 0
                }
                return (state.buffer, state.lost)
            }
            if bytes.isEmpty { return }
            // If the reader has gone, its lines are lost and the server goes on.
            try? file.write(contentsOf: Data(bytes))
            if lost > 0 { try? file.write(contentsOf: Data("(\(lost) lines lost)\n".utf8)) }
        }
    }
}
