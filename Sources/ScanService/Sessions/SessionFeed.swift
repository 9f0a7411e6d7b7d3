import Foundation
import HTTPServer
import HTTPTypes
import Storage
import Synchronization
import SystemSupport
import TypeSafeAPI

/// Tells those who follow a session by its event stream how its scans go, whichever server does them. It stores nothing.
final class SessionFeed: Sendable {
    private struct State {
        /// How many follow each session here.
        var followers: [UUID: Int] = [:]
        var listeners: [UUID: SessionListener] = [:]
        var isStopping = false
    }

    /// Time that the ends of the last scans get when the server stops.
    private static let stopTime = Duration.seconds(1)
    private static let stopPause = Duration.milliseconds(20)

    private let announcements: any ScanAnnouncements
    private let jobs: any ScanJobs
    private let limits: JobRegistry.Limits
    private let streams: FairQuota<ClientID>
    private let state = Mutex(State())

    /// - Parameter limits: those of asynchronous scans, whose streams have the same bounds.
    init(_ announcements: any ScanAnnouncements, jobs: any ScanJobs, limits: JobRegistry.Limits) {
        self.announcements = announcements
        self.jobs = jobs
        self.limits = limits
        streams = FairQuota(limit: limits.subscribers)
    }

    /// Number of streams that are open here.
    var count: Int { streams.total }

    // MARK: Scans

    /// Tells of an asynchronous scan that was accepted.
    func accepted(_ scan: FollowedScan, by client: ClientID) {
        guard let session = scan.session else { return }
        announcements.announce(ScanAnnouncement(scan: scan.id, owner: scan.owner), of: session, by: client)
    }

    /// Tells of a scan that was answered at once.
    func finished(_ response: ScanResponse, of session: UUID?, by client: ClientID) {
        guard let session else { return }
        announcements.announce(
            ScanAnnouncement(scan: response.scanID, verdict: SessionEvent(response)), of: session, by: client)
    }

    /// Forgets what was announced of a session.
    func forget(_ session: UUID) async { await announcements.forget(session) }

    // MARK: Followers

    /// - Parameters:
    ///   - hearsEnds: whether it is also told of the session's latest scans that have ended by now.
    ///   - client: the client whose share of the streams is taken.
    /// - Returns: what tells of scans for as long as it is referred to.
    func follow(
        _ session: UUID, hearsEnds: Bool, client: ClientID
    ) throws(JobRefusal) -> SessionFollowing {
        guard streams.take(1, for: client) else { throw .full }
        let id = UUID()
        let listener = SessionListener(session, hearsEnds: hearsEnds, announcements, jobs)
        let refusal = state.withLock { state -> JobRefusal? in
            if state.isStopping { return .stopping }
            guard state.followers[session, default: 0] < limits.subscribersOfOne else { return .full }
            state.followers[session, default: 0] += 1
            state.listeners[id] = listener
            return nil
        }
        if let refusal {
            streams.giveBack(1, of: client)
            throw refusal
        }
        listener.start()
        return SessionFollowing(listener) { [weak self] in
            listener.stop()
            self?.leave(session, id, client)
        }
    }

    private func leave(_ session: UUID, _ id: UUID, _ client: ClientID) {
        streams.giveBack(1, of: client)
        state.withLock { state in
            state.listeners[id] = nil
            let left = state.followers[session, default: 1] - 1
            state.followers[session] = left > 0 ? left : nil
        }
    }

    /// Tells of the scans that ended just now, and ends all streams: another server, or this one later, tells of the rest.
    func stop() async {
        let listeners = state.withLock { state in
            state.isStopping = true
            return Array(state.listeners.values)
        }
        let deadline = ContinuousClock.now + Self.stopTime
        while ContinuousClock.now < deadline, listeners.contains(where: \.hasNews) {
            try? await Task.sleep(for: Self.stopPause)
        }
        for listener in listeners { listener.stop() }
    }
}

/// A client that follows a session. Its place among the streams is free again when the last reference is gone.
final class SessionFollowing: Sendable {
    let listener: SessionListener
    private let release: @Sendable () -> Void

    init(_ listener: SessionListener, release: @escaping @Sendable () -> Void) {
        self.listener = listener
        self.release = release
    }

    deinit { release() }
}

/// The route of a session's event stream. Whoever knows a session's id may act for that session.
struct SessionRoutes: Sendable {
    let feed: SessionFeed
    /// Length of a silence after which the stream sends a comment.
    let heartbeat: Duration

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/sessions/{id}/events", scope: .scan) { request throws(ServiceError) in
            let session = try request.pathID("id")
            let following = try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
                try feed.follow(
                    session, hearsEnds: request.fields[.lastEventID] != nil, client: request.caller.client)
            }
            return EventStream.response(following, heartbeat: heartbeat)
        }
    }
}
