import Dispatch
import Foundation
import Synchronization

/// Turns SIGTERM and SIGINT into one asynchronous event; a second SIGINT ends the process at once. SIGPIPE is ignored: a
/// log whose reader has gone must not end the server.
final class TerminationSignals: Sendable {
    private let stream: AsyncStream<Void>
    // Sound: dispatch sources are thread-safe objects; these are set once, here.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        signal(SIGPIPE, SIG_IGN)
        // Ignored, as some supervisors leave it, dead readers would vanish unasked and their numbers be given to others.
        signal(SIGCHLD, SIG_DFL)
        let interrupts = Counter()
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                if number == SIGINT, interrupts.next() > 1 { _exit(130) }
                continuation.yield()
            }
            source.resume()
            return source
        }
    }

    /// Returns when the process is asked to stop.
    func first() async {
        for await _ in stream { return }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }
}
