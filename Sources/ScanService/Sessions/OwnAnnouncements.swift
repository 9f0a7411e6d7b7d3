import SystemSupport
import Foundation
import Synchronization

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
