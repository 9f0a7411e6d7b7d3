package import SystemSupport
package import Foundation

package struct SQLiteSharingStore: SharingStore {
    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func preferences(of session: UUID) async throws(StoreError) -> StoredPreferences? {
        try await store.read { try PreferenceTable.preferences(of: session, in: $0) }
    }

    package func put(
        _ preferences: StoredPreferences, of session: UUID, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> Bool {
        // The write is `immediate`, so that the old secret doesn't remain in the log.
        try await store.write(.immediate) { [limits = store.configuration.sharing] db in
            try PreferenceTable.put(preferences, of: session, at: now, by: client, limits: limits, in: db)
        }
    }

    package func put(
        _ subject: StoredSubject, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> SubjectChange {
        try await store.write { [limits = store.configuration.sharing] db in
            try SubjectTable.put(subject, at: now, by: client, limits: limits, in: db)
        }
    }

    package func record(
        _ report: ScreenshotReport, at now: Date,
        event: @escaping @Sendable (_ owner: UUID) -> OutboxEvent?
    ) async throws(StoreError) -> ScreenshotChange {
        let configuration = store.configuration
        return try await store.write { db in
            let id = report.subject
            let owners = try SubjectTable.owners(of: id, sharedWith: report.session, in: db)
                .filter { $0 != report.session }
            if owners.isEmpty {
                if try SubjectTable.isKnown(id, of: report.session, in: db) {
                    return .ignored(
                        screenshotAt: try SubjectTable.screenshotAt(id, of: report.session, in: db))
                }
                return try SubjectTable.isKnown(id, in: db) ? .notParticipant : .unknownSubject
            }
            var receipt = OutboxReceipt()
            var isNew = false
            for owner in owners {
                guard
                    try SubjectTable.record(
                        report, of: owner, limit: configuration.sharing.screenshots, in: db)
                else { continue }
                isNew = true
                try SubjectTable.recordScreenshot(
                    id, of: owner, takenAt: report.takenAt, at: now, limits: configuration.sharing, in: db)
                guard let event = event(owner) else { continue }
                let told = try OutboxTable.insert(event, configuration, in: db)
                receipt.queued += told.queued
                receipt.dropped += told.dropped
            }
            let screenshotAt = try owners.compactMap {
                try SubjectTable.screenshotAt(id, of: $0, in: db)
            }.max()
            return isNew
                ? .recorded(screenshotAt: screenshotAt, receipt) : .ignored(screenshotAt: screenshotAt)
        }
    }
}
