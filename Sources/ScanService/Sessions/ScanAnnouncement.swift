import SystemSupport
import Foundation
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
