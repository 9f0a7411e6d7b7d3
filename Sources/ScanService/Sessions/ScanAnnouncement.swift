import Foundation
import Storage
import Synchronization
import SystemSupport
import TypeSafeAPI

/// What is said of a session's scan where it comes in, so that those who follow the session hear of it.
struct ScanAnnouncement: Codable, Sendable, Equatable {
    let scan: UUID
    /// Name of the API key whose requests may see the scan, of an asynchronous one; nil where the server asks for none.
    var owner: String?
    /// The verdict of a scan that was answered at once; nil for an asynchronous one.
    var verdict: SessionEvent?
}

/// Where a session's latest scans are announced. Each announcement is forgotten after a while, and of very many, the oldest.
protocol ScanAnnouncements: Sendable {
    /// - Parameter client: the client whose share of memory is taken.
    func announce(_ announcement: ScanAnnouncement, of session: UUID, by client: ClientID)

    /// Returns announcements in their order, and the position of the last one.
    /// - Parameter position: returns those after it; nil for all.
    /// - Throws: where they can't be read now.
    func announcements(
        of session: UUID, after position: String?
    ) async throws -> (all: [ScanAnnouncement], position: String?)

    /// Says that there may be new announcements: at first, and after each.
    func signals(of session: UUID) -> AsyncStream<Void>

    func forget(_ session: UUID) async
}

enum AnnouncementLimits {
    /// Largest number of announcements of one session that are kept.
    static let ofOne = 64
}

/// Announcements of scans on a server that does its asynchronous scans alone.
final class OwnAnnouncements: ScanAnnouncements {
    private struct Entry {
        let number: Int
        let announcement: ScanAnnouncement
        let expires: ContinuousClock.Instant
    }

    private struct State {
        var number = 0
        var listeners: [UUID: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    /// Announcements of all sessions together. Each takes some hundred bytes.
    private static let capacity = 16_384

    private let lifetime: Duration
    private let kept: ExpiringCache<UUID, [Entry]>
    private let state = Mutex(State())

    /// - Parameter lifetime: how long an announcement is kept.
    init(lifetime: Duration) {
        self.lifetime = lifetime
        kept = ExpiringCache(capacity: Self.capacity, lifetime: lifetime)
    }

    func announce(_ announcement: ScanAnnouncement, of session: UUID, by client: ClientID) {
        let now = ContinuousClock.now
        let listeners = state.withLock { state in
            state.number += 1
            let entry = Entry(number: state.number, announcement: announcement, expires: now + lifetime)
            let earlier = (kept.value(for: session) ?? []).filter { $0.expires > now }
            let entries = earlier.suffix(AnnouncementLimits.ofOne - 1) + [entry]
            kept.insert(Array(entries), for: session, cost: entries.count, of: client)
            return state.listeners[session].map { Array($0.values) } ?? []
        }
        for listener in listeners { listener.yield() }
    }

    func announcements(
        of session: UUID, after position: String?
    ) -> (all: [ScanAnnouncement], position: String?) {
        let (now, last) = (ContinuousClock.now, position.flatMap { Int($0) } ?? 0)
        let entries = (kept.value(for: session) ?? []).filter { $0.expires > now && $0.number > last }
        return (entries.map(\.announcement), entries.last.map { String($0.number) } ?? position)
    }

    func signals(of session: UUID) -> AsyncStream<Void> {
        // One signal is as good as many.
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let number = state.withLock { state in
                state.number += 1
                state.listeners[session, default: [:]][state.number] = listener
                return state.number
            }
            listener.onTermination = { [weak self] _ in
                self?.state.withLock { state in
                    state.listeners[session]?[number] = nil
                    if state.listeners[session]?.isEmpty == true { state.listeners[session] = nil }
                }
            }
            listener.yield()
        }
    }

    func forget(_ session: UUID) {
        state.withLock { _ in kept.remove(session) }
    }
}

/// Announcements of scans that any server hears of which shares a Redis with this one.
struct SharedAnnouncements: ScanAnnouncements {
    private let scans: AnnouncedScans
    private let subscriber: RedisSubscriber

    init(_ shared: SharedWork) {
        scans = AnnouncedScans(shared.records)
        subscriber = shared.subscriber
    }

    /// Nobody waits for it, and one that gets lost with Redis is no loss to the scan.
    func announce(_ announcement: ScanAnnouncement, of session: UUID, by client: ClientID) {
        guard let content = try? WireCoding.bytes(announcement) else { return }
        Task { [scans] in
            try? await scans.announce(content, of: session, limit: AnnouncementLimits.ofOne)
        }
    }

    func announcements(
        of session: UUID, after position: String?
    ) async throws -> (all: [ScanAnnouncement], position: String?) {
        let entries = try await scans.entries(of: session, after: position)
        let decoder = WireCoding.decoder()
        let all = entries.compactMap { entry in
            // A newer server may announce what this one doesn't understand.
            try? decoder.decode(ScanAnnouncement.self, from: Data(entry.content))
        }
        return (all, entries.last?.position ?? position)
    }

    func signals(of session: UUID) -> AsyncStream<Void> {
        subscriber.signals(of: scans.channel(of: session))
    }

    func forget(_ session: UUID) async { try? await scans.forget(session) }
}
