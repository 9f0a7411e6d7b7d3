import Foundation
import Synchronization
import Texts

/// Decides how many pictures of a batch are under way, and how long a server that doesn't answer is waited for.
///
/// Unless the user names a number, the server decides: it says of each scan whether it waits or is being read, and as many may wait as
/// are read, so that a server with more workers gets more, and none a long queue.
final class BatchFlow: Sendable {
    /// Accepted values of `--in-flight`. Each holds an image in memory and a connection open.
    static let range = 1...1_024
    /// Largest number under way unless the user names one: a server takes 256 connections from one address.
    static let most = 250
    /// Number that may always wait: a server with few workers begins the next one at once.
    private static let leastWaiting = 4
    /// How many may wait for each that is read. Two of them cover the time that a picture and its first event are on their way.
    private static let waitingForEach = 2
    /// Silence of the server after which the user is told that it is waited for.
    private static let silence = Duration.seconds(5)

    private struct State {
        var underWay = 0
        /// Numbers of the pictures that the server reads, as far as it has said.
        var read: Set<Int> = []
        /// Whether the server refused a picture, or didn't answer, and hasn't taken another one since.
        var isHeld = false
        var answered = ContinuousClock.now
        var hasTold = false
    }

    /// Has an element after changes that may let the next picture start.
    let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation
    private let chosen: Int?
    private let patience: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - chosen: number of pictures under way; nil lets the server decide.
    ///   - patience: time for which a server that doesn't answer is waited for.
    init(chosen: Int?, patience: Duration) {
        self.chosen = chosen
        self.patience = patience
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var limit: Int { chosen ?? Self.most }

    /// - Returns: whether another picture may start. It is counted then.
    func start() -> Bool {
        state.withLock { state in
            guard !state.isHeld, state.underWay < limit else { return false }
            if chosen == nil {
                let waiting = state.underWay - state.read.count
                guard waiting < max(Self.leastWaiting, state.read.count * Self.waitingForEach) else {
                    return false
                }
            }
            state.underWay += 1
            return true
        }
    }

    func end(_ number: Int) {
        state.withLock { state in
            state.underWay -= 1
            state.read.remove(number)
        }
        change.yield()
    }

    /// Notes that the server said something of a picture.
    func hear() { state.withLock { $0.answered = .now } }

    /// Notes that the server reads a picture.
    func startReading(_ number: Int) {
        let isNew = state.withLock { state in
            state.answered = .now
            return state.read.insert(number).inserted
        }
        if isNew { change.yield() }
    }

    func stopReading(_ number: Int) { state.withLock { _ = $0.read.remove(number) } }

    /// Notes that the server took a picture, or said that it can't use it.
    func answer() {
        state.withLock { state in
            state.answered = .now
            (state.isHeld, state.hasTold) = (false, false)
        }
        change.yield()
    }

    /// Notes that the server didn't take a picture now.
    /// - Throws: the failure, where the server has been silent for too long.
    func wait(for failure: CommandFailure) throws(CommandFailure) {
        let (silence, tells) = state.withLock { state in
            state.isHeld = true
            let silence = state.answered.duration(to: .now)
            let tells = silence > Self.silence && !state.hasTold
            if tells { state.hasTold = true }
            return (silence, tells)
        }
        guard silence < patience else { throw failure }
        guard tells else { return }
        let minutes = Int(patience.components.seconds) / 60
        StandardError.line(
            "typesafe: "
                + UserTexts.current.joined([
                    failure.message, UserTexts.say(.batchWaits, ["minutes": .number(minutes)]),
                ]))
    }

    var isBusy: Bool { state.withLock { $0.underWay > 0 } }
}
