package import Foundation

/// The outbox, for those who send what is in it and for those who look after it.
package struct Outbox: Sendable {
    /// What there is to do.
    package enum Work: Sendable {
        case send(OutboxEntry)
        /// Nothing before that time; nil where nothing waits.
        case rest(until: Date?)
    }

    private let store: SQLiteStore
    private var limits: OutboxLimits { store.configuration.outbox }

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    /// - Parameter busy: receivers that get something just now; each gets one message at a time.
    package func next(at now: Date, busy: Set<OutboxEndpoint>) async throws(StoreError) -> Work {
        let busy = Array(busy)
        return try await store.read { db in
            let now = now.storedMilliseconds
            if let endpoint = try OutboxReceivers.ready(at: now, busy: busy, in: db),
                let entry = try OutboxTable.first(for: endpoint, in: db)
            {
                return .send(entry)
            }
            let next = try OutboxReceivers.nextReady(busy: busy, in: db)
            return .rest(until: next.map { Date(storedMilliseconds: max($0, now + 1)) })
        }
    }

    package func delivered(_ entry: OutboxEntry) async throws(StoreError) {
        try await store.write { db in
            _ = try OutboxTable.delete(entry.number, in: db)
            try OutboxReceivers.wake(entry.endpoint.stored, in: db)
        }
    }

    /// The message is to be tried again.
    /// - Parameters:
    ///   - wait: how long the message waits.
    ///   - rest: how long its receiver gets nothing at all, after so many failures in a row.
    package func failed(
        _ entry: OutboxEntry, _ outcome: String, at now: Date, wait: Duration,
        rest: @escaping @Sendable (Int) -> Duration
    ) async throws(StoreError) {
        try await store.write { db in
            let now = now.storedMilliseconds
            let endpoint = entry.endpoint.stored
            let failures = try OutboxReceivers.failures(of: endpoint, in: db) + 1
            try OutboxReceivers.fail(
                endpoint, restsUntil: now + rest(failures).storedMilliseconds, in: db)
            try OutboxTable.fail(entry, outcome, due: now + wait.storedMilliseconds, in: db)
        }
    }

    /// The message is given up.
    package func bury(_ entry: OutboxEntry, _ outcome: String, at now: Date) async throws(StoreError) {
        try await store.write { [limits] db in
            try OutboxTable.bury(entry, outcome, at: now.storedMilliseconds, limits: limits, in: db)
        }
    }

    /// A session's webhook as it was registered; nil where there is none any more.
    package func webhook(of session: UUID) async throws(StoreError) -> StoredWebhook? {
        try await store.read { try PreferenceTable.preferences(of: session, in: $0)?.webhook }
    }

    /// Takes a session's webhook away: its receiver wants no more.
    package func forgetWebhook(of session: UUID) async throws(StoreError) {
        try await store.write { try PreferenceTable.forgetWebhook(of: session, in: $0) }
    }

    // MARK: - To be looked after

    package func counts() async throws(StoreError) -> OutboxCounts {
        try await store.read { try OutboxTable.counts(in: $0) }
    }

    package func list(limit: Int) async throws(StoreError) -> [OutboxEntry] {
        try await store.read { try OutboxTable.list(limit: limit, in: $0) }
    }

    /// Makes a message due now, with all its attempts before it; false where there is no such message.
    package func retry(_ number: Int64, at now: Date) async throws(StoreError) -> Bool {
        try await store.write { [limits] db in
            try OutboxTable.revive(number, at: now.storedMilliseconds, limits: limits, in: db)
        }
    }

    /// Deletes a message; false where there is no such message.
    package func drop(_ number: Int64) async throws(StoreError) -> Bool {
        try await store.write(erases: true) { try OutboxTable.delete(number, in: $0) }
    }
}
