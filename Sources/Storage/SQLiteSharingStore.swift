package import Foundation

/// What became of a subject that somebody registered.
package enum SubjectChange: Sendable, Equatable {
    case saved(StoredSubject)
    /// It belongs to another session.
    case foreign
    /// No more are kept.
    case tooMany
}

/// A screenshot that a program tells of.
package struct ScreenshotReport: Sendable {
    package let subject: String
    package let session: UUID
    package let takenAt: Date

    package init(subject: String, session: UUID, takenAt: Date) {
        self.subject = subject
        self.session = session
        self.takenAt = takenAt
    }
}

/// What became of it.
package enum ScreenshotChange: Sendable, Equatable {
    case unknownSubject
    /// Whoever told of it doesn't share the subject.
    case notParticipant
    /// Nothing happened: it was the owner's own, was told of before, or is one of too many.
    case ignored(screenshotAt: Date?)
    case noted(screenshotAt: Date?, OutboxReceipt)
}

/// Preferences and subjects in an embedded database.
package struct SQLiteSharingStore: Sendable {
    /// Screenshots of a subject that one participant is believed to take in a day.
    package static let screenshotLimit = 100

    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    /// - Returns: false where no more are kept.
    package func put(_ preferences: StoredPreferences, of session: UUID, at now: Date)
        async throws(StoreError)
        -> Bool
    {
        // An old secret must not be found in the log.
        try await store.write(erases: true) { [limits = store.configuration.sharing] db in
            try PreferenceTable.put(preferences, of: session, at: now, limits: limits, in: db)
        }
    }

    package func put(_ subject: StoredSubject, at now: Date) async throws(StoreError) -> SubjectChange {
        try await store.write { [limits = store.configuration.sharing] db in
            try SubjectTable.put(subject, at: now, limits: limits, in: db)
        }
    }

    /// - Parameter notice: for the owner's session; sent where the owner wants it.
    package func note(
        _ report: ScreenshotReport, at now: Date,
        notice: @escaping @Sendable (_ owner: UUID) -> WebhookNotice?
    ) async throws(StoreError) -> ScreenshotChange {
        let configuration = store.configuration
        return try await store.write { db in
            let id = report.subject
            guard let owner = try SubjectTable.owner(of: id, in: db) else { return .unknownSubject }
            if owner == report.session {
                return .ignored(screenshotAt: try SubjectTable.screenshotAt(id, in: db))
            }
            guard try SubjectTable.isParticipant(report.session, of: id, in: db) else {
                return .notParticipant
            }
            let count = try SubjectTable.screenshotCount(id, by: report.session, in: db)
            guard count < Self.screenshotLimit,
                try SubjectTable.record(id, by: report.session, takenAt: report.takenAt, in: db)
            else { return .ignored(screenshotAt: try SubjectTable.screenshotAt(id, in: db)) }
            try SubjectTable.noteScreenshot(
                id, takenAt: report.takenAt, at: now, limits: configuration.sharing, in: db)
            let receipt = try notice(owner).map { try OutboxTable.insert($0, configuration, in: db) }
            return .noted(screenshotAt: try SubjectTable.screenshotAt(id, in: db), receipt ?? OutboxReceipt())
        }
    }
}
