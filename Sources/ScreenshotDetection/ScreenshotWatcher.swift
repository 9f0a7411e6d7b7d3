package import Foundation
import Synchronization

/// Waits for screenshots in folders, by events and by looking, whichever comes first, and hands each picture out once.
///
/// A thread of its own waits in the kernel, so that an idle watcher costs a few system calls every few seconds.
package final class ScreenshotWatcher: Sendable {
    package struct Options: Sendable {
        package var folders: [String]
        /// Whether the kernel is asked to tell; without it only looking is left, as on network mounts.
        package var usesEvents = true
        package var sizeLimit = ScreenshotFetch.usualSizeLimit
        /// Screenshots older than this were dealt with, or weren't meant to be.
        package var since: Date

        package init(folders: [String], since: Date) {
            self.folders = folders
            self.since = since
        }
    }

    private struct State {
        var ready: [DetectedScreenshot] = []
        var readyBytes = 0
        var waiting: [CheckedContinuation<DetectedScreenshot?, Never>] = []
        var isStopped = false
    }

    /// Bytes of pictures that wait for a taker; beyond it, they stay on disk until there is room.
    private static let readyLimit = 64 << 20

    private let state = Mutex(State())
    private let wake: WakeUp

    /// - Parameters:
    ///   - seen: tells which pictures are new.
    ///   - problem: told when that can't be kept; screenshots are handed out all the same.
    package init(
        _ options: Options, seen: SeenScreenshots, problem: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws(SystemFailure) {
        wake = try WakeUp()
        let thread = Thread { [self] in
            var search = ScreenshotSearch(options: options, seen: seen, problem: problem)
            while !state.withLock({ $0.isStopped }) {
                search.wait(wake: wake.reading)
                wake.drain()
                search.look(hasRoom: { self.hasRoom }, found: { self.offer($0) })
            }
        }
        thread.name = "screenshots"
        thread.stackSize = 512 << 10
        thread.start()
    }

    /// The next new screenshot; nil once the watcher is stopped.
    package func next() async -> DetectedScreenshot? {
        await withCheckedContinuation { continuation in
            let (answer, isReady) = state.withLock { state -> (DetectedScreenshot?, Bool) in
                if !state.ready.isEmpty {
                    let first = state.ready.removeFirst()
                    state.readyBytes -= first.picture.content.count
                    return (first, true)
                }
                if state.isStopped { return (nil, true) }
                state.waiting.append(continuation)
                return (nil, false)
            }
            guard isReady else { return }
            continuation.resume(returning: answer)
            // There is room again.
            wake.signal()
        }
    }

    /// Ends the thread and everybody's waiting. What is ready can still be taken.
    package func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return state.waiting
        }
        wake.signal()
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    private var hasRoom: Bool { state.withLock { $0.readyBytes < Self.readyLimit && !$0.isStopped } }

    private func offer(_ screenshot: DetectedScreenshot) {
        let taker = state.withLock { state -> CheckedContinuation<DetectedScreenshot?, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.ready.append(screenshot)
            state.readyBytes += screenshot.picture.content.count
            return nil
        }
        taker?.resume(returning: screenshot)
    }
}

/// A screenshot that nobody dealt with before.
package struct DetectedScreenshot: Sendable {
    package enum Detector: String, Sendable, CaseIterable {
        case events, polling
    }

    package let picture: PictureFile
    package let hash: ContentHash
    package let detector: Detector
    /// When it was noticed that something is there.
    package let noticed: Date
}
