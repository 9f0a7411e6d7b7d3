import SystemSupport
import Foundation
import Storage
import TypeSafeAPI

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
