import Dispatch
import Foundation
import Synchronization

/// Turns signals into asynchronous events. Any number of signals that arrive while one is handled cause one further event.
final class SignalStream: Sendable {
    /// Exit code that shells use for a process that SIGINT (2) ended: 128 + 2.
    private static let interruptedExitCode: Int32 = 130

    let arrivals: AsyncStream<Void>
    // Sound: dispatch sources are thread-safe, and these are set once in `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    private init(_ numbers: [Int32], _ observe: @escaping @Sendable (Int32) -> Void = { _ in }) {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        arrivals = stream
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                observe(number)
                continuation.yield()
            }
            source.resume()
            return source
        }
    }

    /// SIGHUP.
    static func reloads() -> SignalStream { SignalStream([SIGHUP]) }

    /// SIGTERM and SIGINT; a second SIGINT ends the process at once. SIGPIPE is ignored, so that the server outlives the reader of its
    /// log.
    static func terminations() -> SignalStream {
        signal(SIGPIPE, SIG_IGN)
        // Some supervisors leave SIGCHLD ignored. Then the kernel would reap workers before the server asks for their exit
        // status, and give their process ids to others.
        signal(SIGCHLD, SIG_DFL)
        let interrupts = Mutex(0)
        return SignalStream([SIGTERM, SIGINT]) { number in
            guard number == SIGINT else { return }
            let count = interrupts.withLock { count in
                count += 1
                return count
            }
            if count > 1 { _exit(interruptedExitCode) }
        }
    }

    /// Returns when the first signal arrives.
    func first() async {
        for await _ in arrivals { return }
    }
}
