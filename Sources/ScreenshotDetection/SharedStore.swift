package import Foundation

/// State that the processes of one user share: notifications about screenshots, and the latest verdict. It holds no paths, no
/// images and no texts.
package struct SharedStore: Sendable {
    /// Seconds until a notification expires. Scanning the wrong screenshot becomes likelier with time.
    package static let lifetime: TimeInterval = 60
    /// Shortest time in seconds between two notifications, and between two fetches: a burst of screenshots is one prompt.
    package static let spacing: TimeInterval = 5

    private struct Content: Codable, Equatable, Sendable {
        var notifications: [ScreenshotNotification] = []
        var latest: LatestScan?
        /// Time of the newest notification, which stays after the notification expires.
        var lastPosted: Date?
        var lastCheck: Date?
        var lastFetch: Date?

        /// Drops expired notifications, and those from the future, which a clock that was set back leaves behind.
        mutating func sweep(_ now: Date) {
            notifications.removeAll { !$0.isCurrent(now) }
        }
    }

    private let store: JSONStore<Content>

    package init(path: String) {
        // The file holds about 1 kB, as there are at most twelve notifications a minute. The limit of 64 KiB is far
        // above that.
        store = JSONStore(file: LockedFile(path: path, sizeLimit: 65_536), empty: Content())
    }

    /// Adds a notification that a screenshot was taken. It stays that picture's, whatever comes after.
    /// - Returns: nil within 5 s of the previous notification, which then stands for both.
    @discardableResult
    package func post(_ picture: PictureReference? = nil, now: Date = Date()) throws
        -> ScreenshotNotification?
    {
        try store.update { content in
            content.sweep(now)
            if let last = content.lastPosted, Self.isClose(now, last) {
                return nil
            }
            let notification = ScreenshotNotification(picture, now: now)
            content.notifications.append(notification)
            content.lastPosted = now
            return notification
        }
    }

    /// Whether two times are close. It compares in both directions, because the process that gets the lock second may
    /// have read the clock first.
    private static func isClose(_ now: Date, _ last: Date) -> Bool {
        abs(now.timeIntervalSince(last)) < spacing
    }

    /// Returns the notifications that are neither expired nor answered, the newest last.
    package func active(now: Date = Date()) -> [ScreenshotNotification] {
        store.value().notifications.filter { $0.isActive && $0.isCurrent(now) }
    }

    /// Marks a notification as answered. An unknown id is ignored.
    package func dismiss(_ id: String, now: Date = Date()) throws {
        try store.update { content in
            content.sweep(now)
            for index in content.notifications.indices where content.notifications[index].id == id {
                content.notifications[index].isActive = false
            }
        }
    }

    /// Deletes expired notifications. Nothing is written where there are none.
    package func sweep(now: Date = Date()) throws {
        guard store.value().notifications.contains(where: { !$0.isCurrent(now) }) else { return }
        try store.update { $0.sweep(now) }
    }

    /// Claims the right to fetch the newest screenshot.
    /// - Returns: false where another process claimed it less than 5 s ago, because that process may still be fetching.
    package func beginFetch(now: Date = Date()) throws -> Bool {
        try store.update { content in
            if let last = content.lastFetch, Self.isClose(now, last) { return false }
            content.lastFetch = now
            return true
        }
    }

    /// Gives the right back after a fetch that found nothing to scan, so that the next one needn't wait.
    package func endFetch() throws {
        try store.update { $0.lastFetch = nil }
    }

    package var latest: LatestScan? { store.value().latest }

    package func setLatest(_ scan: LatestScan?) throws {
        try store.update { $0.latest = scan }
    }

    /// Time of the newest notification. It stays after the notification expires.
    package var lastDetection: Date? { store.value().lastPosted }

    /// Time until which the last run of `watch` observed the folders.
    package var lastCheck: Date? { store.value().lastCheck }

    package func setLastCheck(_ date: Date) throws {
        try store.update { $0.lastCheck = date }
    }
}

/// A notification that a screenshot was taken. It knows the picture by its hash, not by a path, and has less than 200 bytes as
/// JSON.
package struct ScreenshotNotification: Codable, Equatable, Sendable {
    /// 16 random hexadecimal digits.
    package let id: String
    package let timestamp: Date
    package var isActive: Bool
    /// Time of the expiry: `timestamp` plus `SharedStore.lifetime`.
    package let expiresAt: Date
    package let picture: PictureReference?

    /// The timestamp is rounded up to whole seconds, so that rounding never dates it before its screenshot.
    package init(_ picture: PictureReference?, now: Date) {
        self.picture = picture
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

/// The latest verdict, for other programs to show. It holds no text and no image, and has less than 1 kB as JSON.
package struct LatestScan: Codable, Equatable, Sendable {
    package let timestamp: Date
    /// Raw value of the API's `RiskLevel`: low, medium, high or unknown.
    package let risk: String
    package let category: String
    /// Raw value of the API's `ScamType`; nil in what versions before 0.1.0 wrote.
    package let scamType: String?
    package let confidence: Double

    package init(_ entry: HistoryEntry) {
        timestamp = entry.timestamp
        risk = entry.risk
        category = entry.category
        scamType = entry.scamType
        confidence = entry.confidence
    }
}
