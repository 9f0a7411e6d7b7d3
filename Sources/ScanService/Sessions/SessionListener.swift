import SystemSupport
import Foundation
import Synchronization
import TypeSafeAPI

/// What one client is told of a session: it hears of announced scans, and follows each that is under way to its end.
final class SessionListener: Sendable {
    private struct State {
        /// What the client hasn't been sent yet: of each scan its first event, and the latest.
        var waiting: [SessionEvent] = []
        var reading: Task<Void, Never>?
        var following: [UUID: Task<Void, Never>] = [:]
        var isOver = false
    }

    /// Largest number of events that wait for a slow client. Of more, the oldest are lost.
    private static let waitingLimit = 4 * AnnouncementLimits.ofOne
    /// Shortest time between two updates of one scan.
    private static let pause = Duration.seconds(1)
    /// Longest time without a look for announcements, and until a job is asked for again. A signal that got lost costs no more.
    private static let longestSilence = Duration.seconds(10)
    /// Pause after a reading that failed.
    private static let retryPause = Duration.milliseconds(500)

    private let session: UUID
    private let hearsEnds: Bool
    private let announcements: any ScanAnnouncements
    private let jobs: any ScanJobs
    private let signal = AutoResetEvent()
    private let news = AutoResetEvent()
    private let state = Mutex(State())

    /// - Parameter hearsEnds: whether it tells also of scans that ended before it began.
    init(
        _ session: UUID, hearsEnds: Bool, _ announcements: any ScanAnnouncements, _ jobs: any ScanJobs
    ) {
        self.session = session
        self.hearsEnds = hearsEnds
        self.announcements = announcements
        self.jobs = jobs
    }

    // MARK: Life

    func start() {
        let reading = Task { [weak self, signal, announcements, session] in
            let forwarding = Task {
                for await _ in announcements.signals(of: session) { signal.set() }
            }
            defer { forwarding.cancel() }
            var (position, isFirst, pause) = (String?.none, true, Self.longestSilence)
            while !Task.isCancelled {
                await signal.wait(atMost: pause)
                guard !Task.isCancelled,
                    let found = try? await announcements.announcements(of: session, after: position)
                else {
                    pause = Self.retryPause
                    continue
                }
                guard let self else { return }
                for announcement in found.all { self.take(announcement, isOld: isFirst) }
                (position, isFirst, pause) = (found.position, false, Self.longestSilence)
            }
        }
        state.withLock { $0.reading = reading }
    }

    /// Ends it. What waits can still be read.
    func stop() {
        let tasks = state.withLock { state in
            state.isOver = true
            defer { state.following = [:] }
            return Array(state.following.values) + [state.reading].compactMap(\.self)
        }
        for task in tasks { task.cancel() }
        signal.set()
        news.set()
    }

    /// Whether nothing more will be told.
    var isOver: Bool { state.withLock { $0.isOver } }
    /// Whether something is to be told yet, of scans under way too.
    var hasNews: Bool { state.withLock { !$0.waiting.isEmpty || !$0.following.isEmpty } }

    /// Returns what there is to tell. It waits for it, and returns nothing where the time is over or the caller was cancelled.
    func events(within limit: Duration) async -> [SessionEvent] {
        let events = takeWaiting()
        if !events.isEmpty || isOver { return events }
        await news.wait(atMost: limit)
        return takeWaiting()
    }

    private func takeWaiting() -> [SessionEvent] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    // MARK: Scans

    /// - Parameter isOld: whether it was announced before this began.
    private func take(_ announcement: ScanAnnouncement, isOld: Bool) {
        if let verdict = announcement.verdict {
            if hearsEnds || !isOld { tell(verdict) }
            return
        }
        let (id, owner) = (announcement.scan, announcement.owner)
        state.withLock { state in
            guard !state.isOver, state.following.count < AnnouncementLimits.ofOne,
                state.following[id] == nil
            else { return }
            state.following[id] = Task { [weak self] in
                await self?.follow(id, owner, tellsEnd: self?.hearsEnds == true || !isOld)
                self?.left(id)
            }
        }
    }

    private func left(_ scan: UUID) { state.withLock { $0.following[scan] = nil } }

    /// - Parameter tellsEnd: whether it tells of a scan that has ended already.
    private func follow(_ id: UUID, _ owner: String?, tellsEnd: Bool) async {
        let job: any JobFollowing
        do throws(JobRefusal) {
            job = try await jobs.watch(id, owner: owner)
        } catch {
            // Of a scan that nobody knows any more, there is nothing to tell. Otherwise the client hears of it when it asks again.
            return
        }
        if job.latest.state.isFinal, !tellsEnd { return }
        var (number, told, next) = (0, ContinuousClock.now - Self.pause, JobEvent?.some(job.latest))
        while !Task.isCancelled {
            if let event = next, event.state.isFinal || ContinuousClock.now >= told + Self.pause {
                if let state = event.job { tell(SessionEvent(state)) }
                if event.state.isFinal { return }
                (number, told, next) = (max(number, event.number), .now, nil)
            }
            let left = ContinuousClock.now.duration(to: told + Self.pause)
            let events = await job.events(
                after: number, within: next == nil ? Self.longestSilence : max(left, .zero))
            if let last = events.last {
                (number, next) = (last.number, last)
            } else if job.isOver {
                return
            }
        }
    }

    private func tell(_ event: SessionEvent) {
        state.withLock { state in
            let earlier = state.waiting.indices.filter { state.waiting[$0].scanID == event.scanID }
            // The first event of a scan says that it began; of those between it and the latest nobody needs to know.
            if earlier.count > 1, let last = earlier.last { state.waiting.remove(at: last) }
            state.waiting.append(event)
            if state.waiting.count > Self.waitingLimit { state.waiting.removeFirst() }
        }
        news.set()
    }
}
