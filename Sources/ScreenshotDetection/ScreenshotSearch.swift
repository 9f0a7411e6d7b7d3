import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The watcher's own state, on its thread: what is watched, what was noticed and isn't a picture yet, what was looked at.
struct ScreenshotSearch: ~Copyable {
    /// Seconds a screenshot may be old: when an event told of it, when looking found it, when looking begins again after a
    /// start or a sleep.
    enum Reach {
        static let events: TimeInterval = 60
        static let polling: TimeInterval = 10
        static let activation: TimeInterval = 30
        /// A file server's clock may be ahead of ours.
        static let ahead: TimeInterval = 5
    }

    /// Noticed, and not decided on.
    private struct Pending {
        let noticed: Date
        let reach: TimeInterval
        let detector: DetectedScreenshot.Detector
        /// As it was when it turned out not to be ready: unchanged, it needn't be read again.
        var examined: FileIdentity?
    }

    private static let pendingLimit = 16_384

    private let options: ScreenshotWatcher.Options
    private let seen: SeenScreenshots
    private let problem: @Sendable (any Error) -> Void
    private var pending: [String: Pending] = [:]
    /// In the order they were noticed.
    private var order: [String] = []
    private var decided = DecidedFiles()
    /// Claimed while the store couldn't be written.
    private var claimedHere: Set<ContentHash> = []
    private var pace = PollingPace(now: .now)
    private var nextPoll = ContinuousClock.now
    private var lastPoll: Date?
    private var places: [FolderGlance]
    #if canImport(Glibc) || os(macOS)
        private var events: FolderEvents?
    #endif

    init(
        options: ScreenshotWatcher.Options, seen: SeenScreenshots,
        problem: @escaping @Sendable (any Error) -> Void
    ) {
        self.options = options
        self.seen = seen
        self.problem = problem
        places = options.folders.map { FolderGlance(folder: $0) }
        #if canImport(Glibc) || os(macOS)
            events = options.usesEvents ? FolderEvents() : nil
        #endif
    }

    /// Until an event, the next time to look, or a wake-up.
    func wait(wake: Int32) {
        var descriptors = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        #if canImport(Glibc) || os(macOS)
            if let descriptor = eventsDescriptor {
                descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
        #endif
        let rest = max(.zero, nextPoll - .now)
        // Rounded up, or the last millisecond would be spent asking.
        let milliseconds =
            rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: milliseconds))
    }

    /// Takes in what happened and hands out what is ready, as long as there is room.
    mutating func look(hasRoom: () -> Bool, found: (DetectedScreenshot) -> Void) {
        let now = Date()
        takeEvents(now)
        if ContinuousClock.now >= nextPoll {
            takeGlances(now)
            nextPoll = .now + pace.interval(.now)
        }
        var undecided: [String] = []
        for path in order {
            guard hasRoom() else {
                undecided.append(path)
                continue
            }
            if let screenshot = examine(path, now) {
                pace.noteActivity(.now)
                nextPoll = min(nextPoll, .now + pace.interval(.now))
                found(screenshot)
            }
            if pending[path] != nil { undecided.append(path) }
        }
        order = undecided
    }

    #if canImport(Glibc) || os(macOS)
        private var eventsDescriptor: Int32? {
            switch events {
            case .some(let events): events.descriptor
            case .none: nil
            }
        }

        private mutating func takeEvents(_ now: Date) {
            guard let happened = events?.read() else { return }
            for event in happened {
                switch event {
                case .file(let path): note(path, now, Reach.events, .events)
                case .overflow: lookAgain(now)
                }
            }
        }

        private mutating func lookAgain(_ now: Date) {
            let since = max(now - Reach.events, options.since)
            let found = FolderListing.newest(in: options.folders, since: since, limit: Self.pendingLimit)
            for candidate in found.reversed() {
                note(candidate.path, now, Reach.events, .events)
            }
        }
    #else
        private mutating func takeEvents(_ now: Date) {}
    #endif

    private mutating func takeGlances(_ now: Date) {
        // After a start, and after a sleep in which nobody looked.
        let isActivation = lastPoll.map { now.timeIntervalSince($0) > Reach.polling || now < $0 } ?? true
        let reach = isActivation ? Reach.activation : Reach.polling
        lastPoll = now
        for index in places.indices {
            var isNew = false
            #if canImport(Glibc) || os(macOS)
                // Folders come and go.
                isNew = events?.add(places[index].folder) ?? false
            #endif
            let since = max(now - reach, options.since)
            for path in places[index].changed(since: since, mustList: isNew || isActivation) {
                note(path, now, reach, .polling)
            }
        }
    }

    private mutating func note(
        _ path: String, _ now: Date, _ reach: TimeInterval, _ detector: DetectedScreenshot.Detector
    ) {
        if pending[path] != nil { return }
        guard pending.count < Self.pendingLimit else { return }
        pending[path] = Pending(noticed: now, reach: reach, detector: detector)
        order.append(path)
    }

    /// Decides on one file, or leaves it pending.
    private mutating func examine(_ path: String, _ now: Date) -> DetectedScreenshot? {
        guard let entry = pending[path] else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0, let identity = FileIdentity(status),
            !decided.contains(path, identity)
        else {
            pending[path] = nil
            return nil
        }
        let age = entry.noticed.timeIntervalSince(identity.modified)
        let isPatient = now.timeIntervalSince(entry.noticed) <= Reach.events
        guard age <= entry.reach, identity.modified <= now + Reach.ahead, identity.modified >= options.since
        else {
            pending[path] = nil
            return nil
        }
        if entry.examined == identity {
            if !isPatient { pending[path] = nil }
            return nil
        }
        do throws(PictureFileError) {
            let picture = try PictureFile(path: path, sizeLimit: options.sizeLimit)
            pending[path] = nil
            decided.insert(path, picture.identity)
            let hash = ContentHash(of: picture.content)
            guard claim(hash) else { return nil }
            return DetectedScreenshot(
                picture: picture, hash: hash, detector: entry.detector, noticed: entry.noticed)
        } catch {
            if error.mayPass, isPatient {
                pending[path]?.examined = identity
            } else {
                pending[path] = nil
                decided.insert(path, identity)
            }
            return nil
        }
    }

    private mutating func claim(_ hash: ContentHash) -> Bool {
        if claimedHere.contains(hash) { return false }
        do {
            return try seen.claim(hash)
        } catch {
            problem(error)
            return claimedHere.insert(hash).inserted
        }
    }
}
