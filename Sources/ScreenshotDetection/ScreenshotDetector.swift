import Foundation

/// The state of `ScreenshotWatcher`'s thread. It collects paths from events and polling, and decides which of the files are
/// new screenshots.
struct ScreenshotDetector: ~Copyable {
    /// Largest age in seconds at which a file still counts as a new screenshot. It depends on how the file was noticed.
    enum MaxAge {
        /// Age for a file that an event reported. A screenshot tool may write for a while, and a notification lives as
        /// long.
        static let event = SharedStore.lifetime
        /// Age for a file that a poll found. Polls run at least every 2.8 s.
        static let polling: TimeInterval = 10
        /// Age for a file that was found by the first poll after the start, or after the machine slept.
        static let firstPoll: TimeInterval = 30
        /// Number of seconds that a file's date may lie in the future. The clock of a file server may be ahead.
        static let future: TimeInterval = 5
    }

    /// A file that was noticed and isn't decided on yet.
    private struct Pending {
        let noticed: Date
        let maxAge: TimeInterval
        let source: DetectedScreenshot.Source
        /// The state that the file had when it was found to be incomplete. A file in the same state needn't be read
        /// again.
        var examined: FileIdentity?
    }

    /// Largest number of files that wait for a decision. It bounds the memory; the storm test has 500 of them at once.
    private static let pendingLimit = 16_384

    private let options: ScreenshotWatcher.Options
    private let seen: SeenScreenshots
    private let problem: @Sendable (any Error) -> Void
    private var pending: [String: Pending] = [:]
    /// The paths in `pending`, in the order in which they were noticed.
    private var order: [String] = []
    private var processed = ProcessedFiles()
    /// Hashes of images that were claimed while the file of `seen` couldn't be written.
    private var claimedInMemory: Set<ContentHash> = []
    private var pollingInterval = PollingInterval(now: .now)
    private var nextPoll = ContinuousClock.now
    private var lastPoll: Date?
    private var pollers: [DirectoryPoller]
    private var events: DirectoryEvents?

    init(
        options: ScreenshotWatcher.Options, seen: SeenScreenshots,
        problem: @escaping @Sendable (any Error) -> Void
    ) {
        self.options = options
        self.seen = seen
        self.problem = problem
        pollers = options.folders.map { DirectoryPoller(folder: $0) }
        events = options.usesEvents ? DirectoryEvents() : nil
    }

    /// Waits until there are events, the next poll is due, or the descriptor `wakeup` is readable.
    func wait(wakeup: Int32) {
        var descriptors = [pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)]
        if let descriptor = eventsDescriptor {
            descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let rest = max(.zero, nextPoll - .now)
        // The time is rounded up, because a wait of 0 ms would keep the processor busy during the last millisecond.
        let milliseconds =
            rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: milliseconds))
    }

    /// Takes events, polls the folders, and passes new screenshots to `found` while `hasRoom` returns true.
    mutating func process(hasRoom: () -> Bool, found: (DetectedScreenshot) -> Void) {
        let now = Date()
        takeEvents(now)
        if ContinuousClock.now >= nextPoll {
            pollDirectories(now)
            nextPoll = .now + pollingInterval.interval(.now)
        }
        var undecided: [String] = []
        for path in order {
            guard hasRoom() else {
                undecided.append(path)
                continue
            }
            if let screenshot = examine(path, now) {
                pollingInterval.recordActivity(.now)
                nextPoll = min(nextPoll, .now + pollingInterval.interval(.now))
                found(screenshot)
            }
            if pending[path] != nil { undecided.append(path) }
        }
        order = undecided
    }

    private var eventsDescriptor: Int32? {
        switch events {
        case .some(let events): events.descriptor
        case .none: nil
        }
    }

    private mutating func takeEvents(_ now: Date) {
        guard let received = events?.read() else { return }
        for event in received {
            switch event {
            case .file(let path): enqueue(path, now, MaxAge.event, .events)
            case .overflow:
                let since = max(now - MaxAge.event, options.since)
                let found = DirectoryListing.newest(
                    in: options.folders, since: since, limit: Self.pendingLimit)
                for candidate in found.reversed() { enqueue(candidate.path, now, MaxAge.event, .events) }
            }
        }
    }

    private mutating func pollDirectories(_ now: Date) {
        // A long gap between two polls means that the machine slept.
        let isFirst = lastPoll.map { now.timeIntervalSince($0) > MaxAge.polling || now < $0 } ?? true
        let maxAge = isFirst ? MaxAge.firstPoll : MaxAge.polling
        lastPoll = now
        for index in pollers.indices {
            // A folder may have been created, or replaced by another one, since the last poll.
            let isNew = events?.add(pollers[index].folder) ?? false
            let since = max(now - maxAge, options.since)
            for path in pollers[index].changed(since: since, mustList: isNew || isFirst) {
                enqueue(path, now, maxAge, .polling)
            }
        }
    }

    private mutating func enqueue(
        _ path: String, _ now: Date, _ maxAge: TimeInterval, _ source: DetectedScreenshot.Source
    ) {
        if pending[path] != nil { return }
        guard pending.count < Self.pendingLimit else { return }
        pending[path] = Pending(noticed: now, maxAge: maxAge, source: source)
        order.append(path)
    }

    /// Decides about one file and removes it from `pending`, or leaves it there where it may become complete.
    private mutating func examine(_ path: String, _ now: Date) -> DetectedScreenshot? {
        guard let entry = pending[path] else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0, let identity = FileIdentity(status),
            !processed.contains(path, identity)
        else {
            pending[path] = nil
            return nil
        }
        let age = entry.noticed.timeIntervalSince(identity.modified)
        let mayBecomeComplete = now.timeIntervalSince(entry.noticed) <= MaxAge.event
        guard age <= entry.maxAge, identity.modified <= now + MaxAge.future,
            identity.modified >= options.since
        else {
            pending[path] = nil
            return nil
        }
        if entry.examined == identity {
            if !mayBecomeComplete { pending[path] = nil }
            return nil
        }
        do throws(PictureFileError) {
            let picture = try PictureFile(path: path, sizeLimit: options.sizeLimit)
            pending[path] = nil
            processed.insert(path, picture.identity)
            let hash = ContentHash(of: picture.content)
            guard claim(hash) else { return nil }
            return DetectedScreenshot(
                picture: picture, hash: hash, source: entry.source, noticed: entry.noticed)
        } catch {
            if error.isTransient, mayBecomeComplete {
                pending[path]?.examined = identity
            } else {
                pending[path] = nil
                processed.insert(path, identity)
            }
            return nil
        }
    }

    private mutating func claim(_ hash: ContentHash) -> Bool {
        if claimedInMemory.contains(hash) { return false }
        do {
            return try seen.claim(hash)
        } catch {
            problem(error)
            return claimedInMemory.insert(hash).inserted
        }
    }
}
