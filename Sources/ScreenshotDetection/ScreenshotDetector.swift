import AtomicFile
import Foundation

/// The state of `ScreenshotWatcher`'s thread. It collects paths from events and polling, and decides which of the files are
/// new screenshots.
struct ScreenshotDetector: ~Copyable {
    /// Largest age in seconds, by its own date, at which a file still counts as a new screenshot. A file that arrived while
    /// the folder was watched is new whatever its date: programs that sync keep the date of the original.
    enum MaxAge {
        /// Age for a file whose event may have been lost. A notification lives as long.
        static let event = SharedStore.lifetime
        /// Age for a file that a poll found. Polls run at least every 2.8 s.
        static let polling: TimeInterval = 10
        /// Age for a file that was found by the first poll after the start, or after the machine slept.
        static let firstPoll: TimeInterval = 30
        /// Number of seconds after which a file that was noticed must be complete. A screenshot tool may write for a while.
        static let completion: TimeInterval = 60
        /// Number of seconds that a file's date may lie in the future. The clock of a file server may be ahead.
        static let future: TimeInterval = 5
    }

    /// A file that was noticed and isn't decided on yet.
    private struct Pending {
        let noticed: Date
        /// Nil where the file arrived while its folder was watched.
        var maxAge: TimeInterval?
        let source: DetectedScreenshot.Source
        /// Whether it is certain that the file wasn't there before, whatever the baseline says.
        var isCertain = false
        /// The state that the file had when it was found to be incomplete. A file in the same state needn't be read
        /// again.
        var examined: FileIdentity?
    }

    /// Largest number of files that wait for a decision. It bounds the memory; the storm test has 500 of them at once.
    private static let pendingLimit = 16_384

    private let options: ScreenshotWatcher.Options
    private let seen: SeenScreenshots
    private let waiting: WaitingScreenshots?
    private let problem: @Sendable (any Error) -> Void
    private var pending: [String: Pending] = [:]
    /// The paths in `pending`, in the order in which they were noticed.
    private var order: [String] = []
    private var processed = ProcessedFiles()
    private var baseline = BaselineFiles()
    /// Hashes of images that were claimed while the file of `seen` couldn't be written.
    private var claimedInMemory: Set<ContentHash> = []
    private var pollingInterval = PollingInterval(now: .now)
    private var nextPoll = ContinuousClock.now
    private var lastPoll: Date?
    private var pollers: [DirectoryPoller]
    private var events: DirectoryEvents?

    init(
        options: ScreenshotWatcher.Options, seen: SeenScreenshots, waiting: WaitingScreenshots?,
        problem: @escaping @Sendable (any Error) -> Void
    ) {
        self.options = options
        self.seen = seen
        self.waiting = waiting
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

    /// - Parameter isCertain: whether the files of these events weren't there before.
    private mutating func takeEvents(_ now: Date, isCertain: Bool = false) {
        guard let received = events?.read() else { return }
        var hasLostEvents = false
        for event in received {
            switch event {
            case .file(let path): enqueue(path, now, nil, .events, isCertain: isCertain)
            case .overflow: hasLostEvents = true
            }
        }
        guard hasLostEvents else { return }
        let since = max(now - MaxAge.event, options.since)
        for index in pollers.indices {
            for change in pollers[index].changed(since: since, mustList: true, baseline: &baseline) {
                enqueue(change.path, now, change.isArrival ? nil : MaxAge.event, .events)
            }
        }
    }

    private mutating func pollDirectories(_ now: Date) {
        // A long gap between two polls means that the machine slept. What came meanwhile must be young, as at the start.
        let isFirst = lastPoll.map { now.timeIntervalSince($0) > MaxAge.polling || now < $0 } ?? true
        let maxAge = isFirst ? MaxAge.firstPoll : MaxAge.polling
        lastPoll = now
        let since = max(now - maxAge, options.since)
        for index in pollers.indices {
            // A folder may have been created, or replaced by another one, since the last poll.
            let isNew = events?.add(pollers[index].folder) ?? false
            let changes = pollers[index].changed(
                since: since, mustList: isFirst, isNew: isNew, baseline: &baseline)
            for change in changes {
                enqueue(change.path, now, change.isArrival && !isFirst ? nil : maxAge, .polling)
            }
            // These events came while the folder was listed, so the listing took their files for older ones.
            if isNew { takeEvents(now, isCertain: true) }
        }
    }

    private mutating func enqueue(
        _ path: String, _ now: Date, _ maxAge: TimeInterval?, _ source: DetectedScreenshot.Source,
        isCertain: Bool = false
    ) {
        if pending[path] != nil {
            if maxAge == nil { pending[path]?.maxAge = nil }
            if isCertain { pending[path]?.isCertain = true }
            return
        }
        guard pending.count < Self.pendingLimit else { return }
        pending[path] = Pending(noticed: now, maxAge: maxAge, source: source, isCertain: isCertain)
        order.append(path)
    }

    /// Whether the file was in its folder before the folder was watched, and is only touched, renamed or saved again.
    private func isOld(_ path: String, _ identity: FileIdentity) -> Bool {
        if baseline.holds(identity) { return true }
        // Bitmaps of one screen all have the same size, so it says nothing about their content.
        return baseline.holds(path, size: identity.size) && !ScreenshotFinder.beginsAsBitmap(path)
    }

    /// Whether a file's own date leaves it as a new screenshot.
    private func isYoung(_ identity: FileIdentity, _ entry: Pending, _ now: Date) -> Bool {
        guard let maxAge = entry.maxAge else { return true }
        return entry.noticed.timeIntervalSince(identity.modified) <= maxAge
            && identity.modified <= now + MaxAge.future && identity.modified >= options.since
    }

    /// Decides about one file and removes it from `pending`, or leaves it there where it may become complete.
    private mutating func examine(_ path: String, _ now: Date) -> DetectedScreenshot? {
        guard let entry = pending[path] else { return nil }
        var status = stat()
        guard lstat(path.filePath, &status) == 0, let identity = FileIdentity(status),
            !processed.contains(path, identity)
        else {
            pending[path] = nil
            return nil
        }
        let mayBecomeComplete = now.timeIntervalSince(entry.noticed) <= MaxAge.completion
        guard isYoung(identity, entry, now), entry.isCertain || !isOld(path, identity) else {
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
            if picture.isPhoto, !options.includesPhotos { return nil }
            let hash = ContentHash(of: picture.content)
            guard claim(hash, path, entry.noticed) else { return nil }
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

    /// Claims an image. Where screenshots wait for the server, it is among them before it counts as seen, so that a kill at
    /// any moment leaves it to the next run.
    private mutating func claim(_ hash: ContentHash, _ path: String, _ noticed: Date) -> Bool {
        guard let waiting else { return claim(hash) }
        if claimedInMemory.contains(hash) || seen.contains(hash) { return false }
        do {
            // One that waits already is another's, or was left by a process that has ended, and may have a verdict: `take` returns it.
            guard try waiting.add(hash, at: path, noticed: noticed) else { return false }
        } catch {
            problem(error)
        }
        if claim(hash) { return true }
        try? waiting.remove(hash)
        return false
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
