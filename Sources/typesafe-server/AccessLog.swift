import Dispatch
import Foundation
import HTTPServer
import Synchronization

/// Writes a line for each answered request to standard output. Queries are left out: a text to analyse may stand there.
/// Lines wait in a bounded buffer; a reader that doesn't keep up loses lines and is told how many.
final class AccessLog: Sendable {
    private static let bufferLimit = 1 << 20

    private struct State {
        var buffer: [UInt8] = []
        var lost = 0
        var isWriting = false
    }

    private let format: Settings.AccessLogFormat
    private let queue = DispatchQueue(label: "access-log", qos: .utility)
    private let state = Mutex(State())

    /// nil where none is wanted.
    init?(format: Settings.AccessLogFormat) {
        if format == .off { return nil }
        self.format = format
    }

    @Sendable
    func observe(_ event: ServerEvent) {
        let entry: AccessLogEntry
        switch event {
        case .exchangeEnded(let record): entry = AccessLogEntry(record)
        case .messageRefused(let status, let peer): entry = AccessLogEntry(refusedWith: status, peer: peer)
        default: return
        }
        let line = format == .json ? entry.json : entry.combined
        let mustStart = state.withLock { state in
            if state.buffer.count + line.utf8.count > Self.bufferLimit {
                state.lost += 1
            } else {
                state.buffer.append(contentsOf: line.utf8)
                state.buffer.append(0x0A)
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.async { self.write() } }
    }

    private func write() {
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
            // A closed standard output is nobody's request: the lines are lost, the server goes on.
            try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
            if lost > 0 {
                FileHandle.standardError.write(Data("typesafe-server: \(lost) access log lines lost\n".utf8))
            }
        }
    }
}
