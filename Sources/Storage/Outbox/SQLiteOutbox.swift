package import Foundation

package struct SQLiteOutbox: Outbox {
    private let store: SQLiteStore
    private var limits: OutboxLimits { store.configuration.outbox }

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func next(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> OutboxWork {
        let now = now.storedMilliseconds
        try await store.outboxClock.follow(now, in: store)
        return try await store.read { db in
            if let receiver = try OutboxReceivers.ready(.webhooks, at: now, besides: busy, in: db),
                let message = try OutboxTable.first(
                    for: receiver.endpoint, at: now, after: busy.lastShares, in: db)
            {
                return .send(message, host: receiver.host)
            }
            let next = try OutboxReceivers.nextReady(.webhooks, besides: busy, in: db)
            return .wait(until: next.map { Date(storedMilliseconds: max($0, now + 1)) })
        }
    }

    package func delivered(_ message: OutboxMessage) async throws(StoreError) {
        try await store.write { db in
            _ = try OutboxTable.delete(message.number, in: db)
            try OutboxReceivers.resetBackoff(message.endpoint.stored, in: db)
        }
    }

    package func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration,
        backoff: @escaping @Sendable (Int) -> Duration
    ) async throws(StoreError) {
        try await store.write { db in
            let now = now.storedMilliseconds
            let endpoint = message.endpoint.stored
            let failures = try OutboxReceivers.failures(of: endpoint, in: db) + 1
            try OutboxReceivers.recordFailure(
                endpoint, backoffUntil: now + backoff(failures).storedMilliseconds, in: db)
            try OutboxTable.recordFailure(message, outcome, due: now + wait.storedMilliseconds, in: db)
        }
    }

    package func deadLetter(_ message: OutboxMessage, _ outcome: String, at now: Date)
        async throws(StoreError)
    {
        try await store.write { [limits] db in
            try OutboxTable.deadLetter(message, outcome, at: now.storedMilliseconds, limits: limits, in: db)
        }
    }

    package func webhook(of session: UUID) async throws(StoreError) -> StoredWebhook? {
        try await store.read { try PreferenceTable.preferences(of: session, in: $0)?.webhook }
    }

    package func removeWebhook(of session: UUID) async throws(StoreError) {
        try await store.write { try PreferenceTable.removeWebhook(of: session, in: $0) }
    }

    // MARK: - For the operator

    package func counts() async throws(StoreError) -> OutboxCounts {
        try await store.read { try OutboxTable.counts(in: $0) }
    }

    package func list(limit: Int) async throws(StoreError) -> [OutboxMessage] {
        try await store.read { try OutboxTable.list(limit: limit, in: $0) }
    }

    package func retry(_ number: Int64, at now: Date) async throws(StoreError) -> Bool {
        try await store.write { [limits] db in
            try OutboxTable.retry(number, at: now.storedMilliseconds, limits: limits, in: db)
        }
    }

    package func drop(_ number: Int64) async throws(StoreError) -> Bool {
        try await store.write(.immediate) { try OutboxTable.delete(number, in: $0) }
    }
}
