package import Foundation

/// The messages for webhooks. A server has a receiver for itself while it sends to it; when it dies, the lease ends, and another
/// server sends the same message.
package struct SharedOutbox: Outbox {
    private let store: SharedStore
    private var configuration: SharedConfiguration { store.configuration }
    private var limits: OutboxLimits { configuration.outbox }
    private var base: String { store.keys.outbox }

    package init(_ store: SharedStore) {
        self.store = store
    }

    /// Inserts a message for each receiver that wants the event, unless it was inserted before.
    func insert(_ event: OutboxEvent) async throws(StoreError) -> OutboxReceipt {
        var receivers = event.operators.flatMap { name -> [any RedisArgument] in
            let endpoint = OutboxEndpoint.configured(name).stored
            return [endpoint, endpoint]
        }
        let sharing = SharedSharing(store)
        if let preferences = try await sharing.preferences(of: event.session),
            preferences.wants(event.trigger)
        {
            let endpoint = OutboxEndpoint.session(event.session).stored
            let host = preferences.webhook.flatMap { URLComponents(string: $0.url)?.host?.lowercased() }
            receivers += [endpoint, host ?? endpoint]
            try await sharing.touch(event.session)
        }
        if receivers.isEmpty { return OutboxReceipt() }
        let now = store.milliseconds(event.time)
        let head: [any RedisArgument] = [
            Int(now), Int(limits.age.storedMilliseconds), limits.entries, limits.entriesWithSessions,
            limits.perSession, event.id.key, event.trigger.type, [UInt8](event.body), event.session.key,
            store.share(of: event.client),
        ]
        let counts = try await store.run(OutboxScripts.insert, base, head + receivers).array ?? []
        guard counts.count == 2 else { throw .rejected(code: 0) }
        var receipt = OutboxReceipt()
        (receipt.queued, receipt.dropped) = (counts[0].integer ?? 0, counts[1].integer ?? 0)
        return receipt
    }

    package func next(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> OutboxWork {
        let now = store.milliseconds(now)
        var arguments: [any RedisArgument] = [
            Int(now), Int(configuration.lease.storedMilliseconds), store.server, busy.withSessions ? 1 : 0,
            busy.receivers.count, busy.hosts.count,
        ]
        for receiver in busy.receivers { arguments.append(receiver.stored) }
        for host in busy.hosts { arguments.append(host) }
        for (receiver, share) in busy.lastShares {
            arguments += [receiver.stored, share] as [any RedisArgument]
        }
        let found = try await store.run(OutboxScripts.next, base, arguments).array ?? []
        if found.count == 2, let host = found[0].text, let message = message(found[1]) {
            return .send(message, host: host)
        }
        // Another server may leave messages without a word.
        let check = now + configuration.outboxCheck.storedMilliseconds
        let next = found.first?.integer.map { max(Int64($0), now + 1) } ?? check
        return .wait(until: store.date(min(next, check)))
    }

    package func delivered(_ message: OutboxMessage) async throws(StoreError) {
        _ = try await store.run(OutboxScripts.delivered, base, [name(message), store.server])
    }

    package func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration,
        backoff: @escaping @Sendable (Int) -> Duration
    ) async throws(StoreError) {
        let endpoint = message.endpoint.stored
        let failures = try await store.run(OutboxScripts.countFailure, base, [endpoint]).integer ?? 1
        let now = store.milliseconds(now)
        _ = try await store.run(
            OutboxScripts.failed, base,
            [
                name(message), store.server, outcome, Int(now + wait.storedMilliseconds),
                Int(now + backoff(failures).storedMilliseconds),
            ])
    }

    package func deadLetter(
        _ message: OutboxMessage, _ outcome: String, at now: Date
    ) async throws(StoreError) {
        let now = store.milliseconds(now)
        _ = try await store.run(
            OutboxScripts.deadLetter, base,
            [
                name(message), store.server, outcome, Int(now),
                Int(now + limits.age.storedMilliseconds),
            ])
    }

    package func webhook(of session: UUID) async throws(StoreError) -> StoredWebhook? {
        try await SharedSharing(store).preferences(of: session)?.webhook
    }

    package func removeWebhook(of session: UUID) async throws(StoreError) {
        try await SharedSharing(store).removeWebhook(of: session)
    }

    // MARK: - For the operator

    package func counts() async throws(StoreError) -> OutboxCounts {
        let counts = try await store.run([
            RedisCommand("ZCARD", base + "waiting"), RedisCommand("ZCARD", base + "dead"),
        ])
        return OutboxCounts(pending: counts[0].integer ?? 0, deadLetters: counts[1].integer ?? 0)
    }

    package func list(limit: Int) async throws(StoreError) -> [OutboxMessage] {
        let rows = try await store.run(OutboxScripts.list, base, [limit]).array ?? []
        return rows.compactMap(message)
    }

    package func retry(_ number: Int64, at now: Date) async throws(StoreError) -> Bool {
        let now = store.milliseconds(now)
        return try await store.run(
            OutboxScripts.retry, base,
            [OutboxScripts.name(number), Int(now), Int(now + limits.age.storedMilliseconds)]
        ).integer == 1
    }

    package func drop(_ number: Int64) async throws(StoreError) -> Bool {
        try await store.run(OutboxScripts.drop, base, [OutboxScripts.name(number)]).integer == 1
    }

    // MARK: - Deletion

    func deleteEndpoint(_ endpoint: OutboxEndpoint) async throws(StoreError) {
        _ = try await store.run(OutboxScripts.deleteEndpoint, base, [endpoint.stored])
    }

    /// Returns the number of deleted messages.
    func deleteSession(_ session: UUID) async throws(StoreError) -> Int {
        try await store.run(OutboxScripts.deleteSession, base, [session.key]).integer ?? 0
    }

    // MARK: - Messages

    private func name(_ message: OutboxMessage) -> String { OutboxScripts.name(message.number) }

    func message(_ row: RedisValue) -> OutboxMessage? {
        guard let row = row.array, row.count == OutboxScripts.fields,
            let number = row[0].text.flatMap({ Int64($0) }),
            let event = row[1].text.flatMap(UUID.init(uuidString:)),
            let endpoint = row[2].text.flatMap(OutboxEndpoint.init(stored:)), let type = row[3].text,
            let body = row[4].bytes, let created = row[5].integer, let expires = row[6].integer,
            let attempts = row[7].integer, let due = row[8].integer, let share = row[11].integer
        else { return nil }
        return OutboxMessage(
            number: number, event: event, endpoint: endpoint, type: type, body: Data(body),
            createdAt: store.date(Int64(created)), expiresAt: store.date(Int64(expires)), attempts: attempts,
            dueAt: store.date(Int64(due)), isDeadLetter: row[9].integer != nil, lastOutcome: row[10].text,
            share: share)
    }
}
