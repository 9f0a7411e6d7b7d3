import SystemSupport
import Foundation
import Outbound
import Storage
import TypeSafeAPI

/// Tells followers how scans go. It follows each scan that has followers as a client would, so it doesn't matter which server does the
/// scan. Where the server that tells of a scan is gone, another one goes on after `lease`, or the same one when it has started again:
/// what can't go on then ends.
actor ScanFollowing {
    /// Largest number of scans that one round takes over from others.
    private static let batch = 500
    /// Pause after a failure of the store.
    private static let retryPause = Duration.milliseconds(250)
    /// Number of attempts to store a scan's end here. After them, a later round tries again.
    private static let attempts = 40
    /// Time that the ends of the last scans get when the server stops.
    private static let stopTime = Duration.seconds(1)

    private let options: FollowerOptions
    private let writer: PushWriter
    private let jobs: any ScanJobs
    /// The stored results; nil where none are kept.
    private let results: (any ResultStore)?
    private let dispatcher: PushDispatcher
    private var telling: [UUID: Task<Void, Never>] = [:]
    private var rounds: Task<Void, Never>?
    private let finished = AutoResetEvent()

    init(
        _ options: FollowerOptions, writer: PushWriter, jobs: any ScanJobs, results: (any ResultStore)?,
        dispatcher: PushDispatcher
    ) {
        self.options = options
        self.writer = writer
        self.jobs = jobs
        self.results = results
        self.dispatcher = dispatcher
    }

    private var store: any FollowerStore { options.store }

    // MARK: Life

    func start() {
        guard rounds == nil else { return }
        rounds = Task {
            // Whatever was followed before this process began is neglected, whatever the clock says.
            if options.isAlone { await takeOver(at: .distantFuture, limit: options.limits.activities) }
            while (try? await Task.sleep(for: options.round)) != nil {
                let ids = Array(telling.keys)
                if !ids.isEmpty { try? await store.keep(ids, check: Date() + options.lease) }
                await takeOver(at: Date(), limit: Self.batch)
            }
        }
    }

    /// Tells of the ends of scans that ended just now, and leaves the others to other servers.
    func stop() async {
        rounds?.cancel()
        let deadline = ContinuousClock.now + Self.stopTime
        while !telling.isEmpty, ContinuousClock.now < deadline {
            await finished.wait(atMost: ContinuousClock.now.duration(to: deadline))
        }
        let left = Array(telling.keys)
        for task in telling.values { task.cancel() }
        if !left.isEmpty { try? await store.keep(left, check: Date()) }
    }

    private func takeOver(at now: Date, limit: Int) async {
        let scans = try? await store.neglected(at: now, check: Date() + options.lease, limit: limit)
        for scan in scans ?? [] { tell(of: scan) }
    }

    /// Says that messages may wait.
    nonisolated func wake() { dispatcher.wake() }

    // MARK: Beginnings

    /// Tells of a scan that was accepted, where somebody follows its session.
    func accepted(_ scan: FollowedScan) async {
        do throws(StoreError) {
            guard let session = scan.session,
                try await !store.followers(of: .session(session), at: Date()).isEmpty,
                try await preferences(session).notifications
            else { return }
            if try await begin(scan, percent: 0, isOver: false) { tell(of: scan) }
        } catch {
            // The store logs its faults itself. The scan goes on untold.
        }
    }

    /// Tells a scan's new follower of it.
    /// - Parameter latest: the scan's latest event.
    func registered(_ scan: FollowedScan, _ latest: JobEvent) async throws(StoreError) {
        let isOver = latest.state.isFinal
        guard try await begin(scan, percent: latest.job?.percent ?? 0, isOver: isOver) else { return }
        if isOver { return await end(scan, with: latest) }
        tell(of: scan)
        // Whoever told of the scan until now may just have ended without this follower.
        if let event = try? await jobs.latest(of: scan.id, owner: scan.owner), event.state.isFinal {
            await end(scan, with: event)
        }
    }

    /// - Returns: whether anybody follows the scan.
    private func begin(
        _ scan: FollowedScan, percent: Int, isOver: Bool
    ) async throws(StoreError) -> Bool {
        let (now, writer) = (Date(), writer)
        let isFollowed = try await store.begin(
            scan, tellsStart: !isOver, at: now, check: now + options.lease
        ) { follower, _ in
            writer.start(scan.id, percent: percent, at: now, in: follower.language)
        }
        if isFollowed { dispatcher.wake() }
        return isFollowed
    }

    // MARK: Telling

    private func tell(of scan: FollowedScan) {
        guard telling[scan.id] == nil else { return }
        telling[scan.id] = Task {
            await follow(scan)
            telling[scan.id] = nil
            finished.set()
        }
    }

    private func follow(_ scan: FollowedScan) async {
        let job: any JobFollowing
        do throws(JobRefusal) {
            job = try await jobs.watch(scan.id, owner: scan.owner)
        } catch {
            // Of a scan that nobody knows any more, there will be no other news. Otherwise a later round asks again.
            if error == .unknown { await end(scan, with: nil) }
            return
        }
        let pause = options.limits.pause
        var (number, told) = (job.latest.number, ContinuousClock.now)
        var news: JobEvent? = job.latest
        while !Task.isCancelled {
            if let news, news.state.isFinal { return await end(scan, with: news) }
            if let event = news, ContinuousClock.now >= told + pause {
                await update(scan, event)
                (news, told) = (nil, .now)
            }
            let left = ContinuousClock.now.duration(to: told + pause)
            let events = await job.events(
                after: number, within: news == nil ? options.round : max(left, .zero))
            if let last = events.last {
                (number, news) = (last.number, last)
            } else if job.isOver {
                return
            }
        }
    }

    private func update(_ scan: FollowedScan, _ event: JobEvent) async {
        guard event.state != .queued, let percent = event.job?.percent else { return }
        let (now, writer) = (Date(), writer)
        // A lost update is as good as one that the next one replaced.
        let least = options.limits.pause
        try? await store.update(
            scan.id, step: percent, at: now,
            pause: { max(least, PushCarrier(rawValue: $0.carrier)?.updateInterval ?? least) }
        ) { follower, _ in
            writer.update(scan.id, percent: percent, at: now, in: follower.language)
        }
        dispatcher.wake()
    }

    /// Tells of a scan's end, as often as the store fails.
    /// - Parameter event: the last event; nil for a scan that nobody knows any more.
    private func end(_ scan: FollowedScan, with event: JobEvent?) async {
        for _ in 0..<Self.attempts {
            do throws(StoreError) {
                try await tryToEnd(scan, event?.job)
                return dispatcher.wake()
            } catch {
                if (try? await Task.sleep(for: Self.retryPause)) == nil { return }
            }
        }
    }

    private func tryToEnd(_ scan: FollowedScan, _ job: ScanJob?) async throws(StoreError) {
        var outcome = ScanOutcome(job)
        // The server may have died after it stored the result, and before it said so.
        if outcome == .failed(.restarted), let stored = try await results?.result(scan: scan.id),
            let response = try? WireCoding.decoder().decode(ScanResponse.self, from: stored.body)
        {
            outcome = .verdict(response.riskLevel, response.scamType)
        }
        let preferences = try await preferences(scan.session)
        let (now, writer, told) = (Date(), writer, outcome)
        try await store.end(scan.id, at: now) { follower, phase in
            if case .session = follower.target, phase == .alert, !preferences.allows(told) { return nil }
            return writer.end(scan.id, told, as: phase, at: now, in: follower.language)
        }
    }

    private func preferences(_ session: UUID?) async throws(StoreError) -> StoredPreferences {
        guard let session else { return .standard }
        return try await options.sharing.preferences(of: session) ?? .standard
    }

    // MARK: Alerts

    /// Tells a session's followers of a scan that was answered at once.
    func finished(_ response: ScanResponse, of session: UUID?) async {
        guard let session else { return }
        let outcome = ScanOutcome.verdict(response.riskLevel, response.scamType)
        let (now, writer) = (Date(), writer)
        _ = await alert(session, event: response.scanID, at: now, if: { $0.allows(outcome) }) { language in
            writer.end(response.scanID, outcome, as: .alert, at: now, in: language)
        }
    }

    /// Tells the followers of a subject's owner of a screenshot, or of its dismissal.
    /// - Parameter session: the session that reported it.
    /// - Returns: whether anybody is told.
    func noticed(_ screenshot: ScreenshotFacts, from session: UUID, for owner: UUID) async -> Bool {
        let (now, writer) = (Date(), writer)
        let event = WebhookPublisher.id(of: screenshot, from: session, for: owner)
        var taken = screenshot
        taken.dismissed = nil
        let subject = WebhookPublisher.id(of: taken, from: session, for: owner)
        let count = await alert(owner, event: event, at: now, if: { $0.allows(.screenshot) }) { language in
            writer.screenshot(screenshot, id: subject, at: now, in: language)
        }
        return count > 0
    }

    /// - Parameters:
    ///   - isWanted: whether the session's preferences allow the alert.
    ///   - write: writes the alert in a language.
    /// - Returns: the number of messages. Where the store fails, nobody is told.
    private func alert(
        _ session: UUID, event: UUID, at now: Date, if isWanted: (StoredPreferences) -> Bool,
        write: @escaping @Sendable (String) -> Data?
    ) async -> Int {
        do throws(StoreError) {
            if try await store.followers(of: .session(session), at: now).isEmpty { return 0 }
            guard isWanted(try await preferences(session)) else { return 0 }
            let count = try await store.alert(session, event: event, at: now) { follower, _ in
                // An activity shows scans, and nothing else.
                follower.carrier == PushCarrier.liveActivity.rawValue ? nil : write(follower.language)
            }
            if count > 0 { dispatcher.wake() }
            return count
        } catch {
            return 0
        }
    }
}

extension JobEvent {
    /// The job's state at this event; nil where its JSON has another form.
    var job: ScanJob? { try? WireCoding.decoder().decode(ScanJob.self, from: Data(json)) }
}

extension StoredPreferences {
    /// Whether a session wants an alert of a scan's end.
    fileprivate func allows(_ outcome: ScanOutcome) -> Bool {
        switch outcome {
        case .verdict(let level, _): level.isWarning && allows(.verdict(isHigh: level == .high))
        case .failed: false
        }
    }
}
