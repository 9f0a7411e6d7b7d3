package import Foundation

/// What the processes of one user tell each other: that a screenshot was taken, and how the latest scan came out. Never a
/// path, a picture or a text.
package struct SharedStore: Sendable {
    /// Seconds a notification lives.
    package static let lifetime: TimeInterval = 60
    /// The least seconds between two notifications.
    package static let spacing: TimeInterval = 5

    private struct Content: Codable, Equatable, Sendable {
        var notifications: [ScreenshotNotification] = []
        var latest: LatestScan?
        /// Of the last notification that was posted, also after it is gone.
        var lastPosted: Date?
        var lastCheck: Date?
        var lastFetch: Date?

        private enum CodingKeys: String, CodingKey {
            case notifications, latest
            case lastPosted = "last_posted"
            case lastCheck = "last_check"
            case lastFetch = "last_fetch"
        }

        /// Also drops what claims to live longer than anything may, so that a clock set back does no lasting harm.
        mutating func sweep(_ now: Date) {
            notifications.removeAll { !$0.isCurrent(now) }
        }
    }

    private let store: JSONStore<Content>

    package init(path: String) {
        store = JSONStore(file: LockedFile(path: path, sizeLimit: 65_536), empty: Content())
    }

    /// Tells that a screenshot was taken. nil within 5 s of the one before: it stands for both.
    @discardableResult
    package func post(now: Date = Date()) throws -> ScreenshotNotification? {
        try store.update { content in
            content.sweep(now)
            if let last = content.lastPosted, Self.isClose(now, last) {
                return nil
            }
            let notification = ScreenshotNotification(now: now)
            content.notifications.append(notification)
            content.lastPosted = now
            return notification
        }
    }

    /// Either way, as the process that comes second may have looked at the clock first.
    private static func isClose(_ now: Date, _ last: Date) -> Bool {
        abs(now.timeIntervalSince(last)) < spacing
    }

    /// Those that are neither expired nor dismissed, newest last.
    package func active(now: Date = Date()) -> [ScreenshotNotification] {
        store.value().notifications.filter { $0.isActive && $0.isCurrent(now) }
    }

    /// A notification that was answered doesn't come back. Unknown ones are none of anybody's business.
    package func dismiss(_ id: String, now: Date = Date()) throws {
        try store.update { content in
            content.sweep(now)
            for index in content.notifications.indices where content.notifications[index].id == id {
                content.notifications[index].isActive = false
            }
        }
    }

    /// Removes what has expired; makes no file where there is none.
    package func sweep(now: Date = Date()) throws {
        guard store.value().notifications.contains(where: { !$0.isCurrent(now) }) else { return }
        try store.update { $0.sweep(now) }
    }

    /// Whether the caller may fetch: not while another may still be at it, which is 5 s.
    package func beginFetch(now: Date = Date()) throws -> Bool {
        try store.update { content in
            if let last = content.lastFetch, Self.isClose(now, last) { return false }
            content.lastFetch = now
            return true
        }
    }

    /// How the latest scan came out.
    package var latest: LatestScan? { store.value().latest }

    package func setLatest(_ scan: LatestScan?) throws {
        try store.update { $0.latest = scan }
    }

    /// When a screenshot was last notified of.
    package var lastDetection: Date? { store.value().lastPosted }

    /// Until when the folders were looked at, over restarts.
    package var lastCheck: Date? { store.value().lastCheck }

    package func setLastCheck(_ date: Date) throws {
        try store.update { $0.lastCheck = date }
    }
}

/// A screenshot was taken and may be scanned. Says nothing about which: under 100 bytes as JSON.
package struct ScreenshotNotification: Codable, Equatable, Sendable {
    /// 16 random hex digits.
    package let id: String
    package let timestamp: Date
    package var isActive: Bool
    /// `timestamp` and 60 s.
    package let expiresAt: Date

    private enum CodingKeys: String, CodingKey {
        case id, timestamp
        case isActive = "is_active"
        case expiresAt = "expires_at"
    }

    /// Whole seconds, rounded up, so that a screenshot is never after its notification by rounding alone.
    package init(now: Date) {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        id = String(repeating: "0", count: 16 - digits.count) + digits
        timestamp = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.up))
        isActive = true
        expiresAt = timestamp + SharedStore.lifetime
    }

    func isCurrent(_ now: Date) -> Bool {
        now < expiresAt && timestamp <= now + SharedStore.lifetime
    }
}

/// The latest verdict, for other programs to show: no text, no picture, under 1 kB.
package struct LatestScan: Codable, Equatable, Sendable {
    package let timestamp: Date
    /// As on the wire: low, medium, high, unknown.
    package let risk: String
    package let category: String
    package let confidence: Double

    package init(timestamp: Date, risk: String, category: String, confidence: Double) {
        self.timestamp = timestamp
        self.risk = risk
        self.category = category
        self.confidence = confidence
    }
}
