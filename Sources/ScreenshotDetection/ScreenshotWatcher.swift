package import Foundation
import Synchronization

/// Watches folders for screenshots by events and by polling, and hands out each image once.
///
/// A thread of its own waits in the kernel, so that an idle watcher costs a few system calls every 2.8 s.
package final class ScreenshotWatcher: Sendable {
    package struct Options: Sendable {
        package var folders: [String]
        /// Whether the kernel's file events are used besides polling. Network mounts have none.
        package var usesEvents = true
        package var sizeLimit = ScreenshotFinder.defaultSizeLimit
        /// Whether cameras' photos count too.
        package var includesPhotos = false
        /// Files that are there at the start and have an older date are ignored: an earlier run has handled them, or no run was watching.
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

    /// Bytes of images that may wait for `next`. Further files stay on disk until there is room. 64 MiB hold four images of
    /// the largest size.
    private static let readyLimit = 64 << 20
    /// Longest time in seconds that the first look at the folders holds up the start. It takes 40 ms for 20,000 files, but a
    /// network mount without its server can block forever.
    private static let startLimit = 2.0
    /// Stack of the thread in bytes: more than it needs, and less than the system's default of 8 MiB.
    private static let stackSize = 512 << 10

    private let state = Mutex(State())
    private let wakeup: WakeupPipe

    /// Starts to watch. What comes into the folders after this returns has arrived, whatever its date.
    /// - Parameters:
    ///   - seen: the images that were handed out before.
    ///   - waiting: takes each screenshot before it is handed out; nil where none is kept for later.
    ///   - problem: called when a store can't be written. Screenshots are handed out all the same.
    package init(
        _ options: Options, seen: SeenScreenshots, waiting: WaitingScreenshots? = nil,
        problem: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws(POSIXError) {
        wakeup = try WakeupPipe()
        let started = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            var detector = ScreenshotDetector(
                options: options, seen: seen, waiting: waiting, problem: problem)
            detector.process(hasRoom: { self.hasRoom }, found: { self.offer($0) })
            started.signal()
            while !state.withLock({ $0.isStopped }) {
                detector.wait(wakeup: wakeup.reading)
                wakeup.drain()
                detector.process(hasRoom: { self.hasRoom }, found: { self.offer($0) })
            }
        }
        thread.name = "screenshots"
        thread.stackSize = Self.stackSize
        thread.start()
        _ = started.wait(timeout: .now() + Self.startLimit)
    }

    /// Waits for the next new screenshot. Returns nil when the watcher is stopped and no screenshot is left.
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
            // There is room again, so files that waited for it can be read now.
            wakeup.signal()
        }
    }

    /// Ends the thread and all waiting calls of `next`. Screenshots that were read before can still be taken.
    package func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return state.waiting
        }
        wakeup.signal()
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    private var hasRoom: Bool { state.withLock { $0.readyBytes < Self.readyLimit && !$0.isStopped } }

    private func offer(_ screenshot: DetectedScreenshot) {
        let consumer = state.withLock { state -> CheckedContinuation<DetectedScreenshot?, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.ready.append(screenshot)
            state.readyBytes += screenshot.picture.content.count
            return nil
        }
        consumer?.resume(returning: screenshot)
    }
}

/// A new screenshot that no process of this user has claimed before.
package struct DetectedScreenshot: Sendable {
    /// How a file was noticed. The raw values appear in `watch --ndjson`.
    package enum Source: String, Sendable, CaseIterable {
        case events, polling
    }

    package let picture: PictureFile
    package let hash: ContentHash
    package var reference: PictureReference {
        PictureReference(hash: hash, size: picture.content.count)
    }
    package let source: Source
    /// Time at which the file was noticed, which is before it was complete.
    package let noticed: Date
}
