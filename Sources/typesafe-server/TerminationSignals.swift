import Dispatch
import Foundation
import Synchronization

/// Turns SIGTERM and SIGINT into one asynchronous event; a second SIGINT ends the process at once. SIGPIPE is ignored, so that
/// the server outlives the reader of its log.
final class TerminationSignals: Sendable {
    /// Exit code that shells use for a process that SIGINT (2) ended: 128 + 2.
    private static let interruptedExitCode: Int32 = 130

    private let stream: AsyncStream<Void>
    // Sound: dispatch sources are thread-safe, and these are set once in `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        signal(SIGPIPE, SIG_IGN)
        // Some supervisors leave SIGCHLD ignored. Then the kernel would reap workers before the server asks for their exit
        // status, and give their process ids to others.
        signal(SIGCHLD, SIG_DFL)
        let interrupts = Counter()
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                if number == SIGINT, interrupts.next() > 1 { _exit(Self.interruptedExitCode) }
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
