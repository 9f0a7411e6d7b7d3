package import SystemSupport
package import Foundation

/// Followers of all servers, and the messages to them. All are in one slot, so that each change is one step. A server has a follower for
/// itself while it sends to it.
package struct SharedFollowers: FollowerStore {
    private let store: SharedStore
    private var limits: FollowerLimits { store.configuration.followers }
    private var base: String { store.keys.followers }

    package init(_ store: SharedStore) {
        self.store = store
    }

    private func run(
        _ script: RedisScript, _ arguments: [any RedisArgument]
    ) async throws(StoreError) -> RedisValue {
        try await store.run(script, base, arguments)
    }

    private func time(_ date: Date) -> Int { Int(store.milliseconds(date)) }

    private func time(_ date: Date, plus wait: Duration) -> Int {
        Int(store.milliseconds(date) + wait.storedMilliseconds)
    }

    // MARK: Followers

    package func add(
        _ follower: StoredFollower, by client: ClientID?
    ) async throws(StoreError) -> FollowerChange {
        let facts: [any RedisArgument] = [
            follower.id.key, follower.target.key, store.share(of: client), time(follower.createdAt),
            time(follower.expiresAt), limits.perTarget, limits.entries,
        ]
        switch try await run(FollowerScripts.add, facts + details(follower)).text {
        case "saved": return .saved
        case "many": return .tooMany
        case "full": return .full
        default: throw .rejected(code: 0)
        }
    }

    private func details(_ follower: StoredFollower) -> [any RedisArgument] {
        [
            follower.carrier, [UInt8](follower.address), follower.language,
            follower.followsProgress ? 1 : 0,
        ]
    }

    package func replace(_ follower: StoredFollower) async throws(StoreError) -> Bool {
        let facts: [any RedisArgument] = [
            follower.id.key, follower.target.key, time(follower.expiresAt),
        ]
        return try await run(FollowerScripts.replace, facts + details(follower)).integer == 1
    }

    package func followers(
        of target: FollowTarget, at now: Date
    ) async throws(StoreError) -> [StoredFollower] {
        try await followers(of: [target], at: now)
    }

    private func followers(
        of targets: [FollowTarget], at now: Date
    ) async throws(StoreError) -> [StoredFollower] {
        let rows = try await run(
            FollowerScripts.list, [time(now)] + targets.map { $0.key as any RedisArgument })
        return (rows.array ?? []).compactMap(follower)
    }

    package func remove(_ id: UUID, of target: FollowTarget) async throws(StoreError) -> Bool {
        try await run(FollowerScripts.remove, [id.key, target.key]).integer == 1
    }

    /// Deletes the followers of a session and of its scans.
    /// - Parameter scans: scans of the session that have stored results.
    /// - Returns: the number of deleted followers.
    func deleteSession(_ session: UUID, scans: [UUID]) async throws(StoreError) -> Int {
        let followed = try await run(FollowerScripts.dropSession, [session.key]).array ?? []
        let targets =
            [FollowTarget.session(session)]
            + (scans + followed.compactMap { $0.text.flatMap(UUID.init(uuidString:)) }).map { .scan($0) }
        return try await run(
            FollowerScripts.removeAll, targets.map { $0.key as any RedisArgument }
        ).integer ?? 0
    }

    // MARK: Scans

    package func begin(
        _ scan: FollowedScan, tellsStart: Bool, at now: Date, check: Date, make: @escaping PushMaker
    ) async throws(StoreError) -> Bool {
        let followers = try await followers(
            of: [.scan(scan.id)] + (scan.session.map { [.session($0)] } ?? []), at: now)
        if followers.isEmpty { return false }
        let facts: [any RedisArgument] = [
            scan.id.key, scan.session?.key ?? "", scan.owner ?? "", time(now), time(check),
            time(now, plus: limits.memory), limits.activities, Int(limits.pause.storedMilliseconds),
            time(now, plus: limits.sessionAge), tellsStart ? 1 : 0,
        ]
        let messages = followers.flatMap { follower -> [any RedisArgument] in
            make(follower, .start).map { [follower.id.key, [UInt8]($0)] } ?? []
        }
        _ = try await run(FollowerScripts.begin, facts + messages)
        return true
    }

    private func open(
        _ scan: UUID, before step: Int?, at now: Date
    ) async throws(StoreError) -> [StoredFollower] {
        let rows = try await run(
            FollowerScripts.open, [scan.key, time(now), step.map { String($0) } ?? ""])
        return (rows.array ?? []).compactMap(follower)
    }

    package func update(
        _ scan: UUID, step: Int, at now: Date, pause: @escaping @Sendable (StoredFollower) -> Duration,
        make: @escaping PushMaker
    ) async throws(StoreError) {
        let messages = try await open(scan, before: step, at: now).filter(\.followsProgress).flatMap {
            follower -> [any RedisArgument] in
            make(follower, .update).map {
                [follower.id.key, Int(pause(follower).storedMilliseconds), [UInt8]($0)]
            } ?? []
        }
        if messages.isEmpty { return }
        let facts: [any RedisArgument] = [
            scan.key, time(now), step,
        ]
        _ = try await run(FollowerScripts.update, facts + messages)
    }

    package func end(_ scan: UUID, at now: Date, make: @escaping PushMaker) async throws(StoreError) {
        // Followers who come while the messages are made have their turn in a second round.
        var left = 1
        while left > 0 {
            let messages = try await open(scan, before: nil, at: now).flatMap {
                follower -> [any RedisArgument] in
                let phase: PushPhase = follower.followsProgress ? .end : .alert
                return [follower.id.key, phase.rawValue, [UInt8](make(follower, phase) ?? Data())]
            }
            left = try await run(FollowerScripts.end, [scan.key, time(now)] + messages).integer ?? 0
        }
    }

    package func alert(
        _ session: UUID, event: UUID, at now: Date, make: @escaping PushMaker
    ) async throws(StoreError) -> Int {
        let messages = try await followers(of: .session(session), at: now).flatMap {
            follower -> [any RedisArgument] in
            make(follower, .alert).map { [follower.id.key, [UInt8]($0)] } ?? []
        }
        if messages.isEmpty { return 0 }
        let facts: [any RedisArgument] = [
            event.key, time(now), time(now, plus: limits.memory), limits.alerts,
            store.configuration.outbox.entries / 2, time(now, plus: limits.sessionAge),
        ]
        return try await run(FollowerScripts.alert, facts + messages).integer ?? 0
    }

    package func keep(_ scans: [UUID], check: Date) async throws(StoreError) {
        if scans.isEmpty { return }
        _ = try await run(FollowerScripts.keep, [time(check)] + scans.map { $0.key as any RedisArgument })
    }

    package func neglected(
        at now: Date, check: Date, limit: Int
    ) async throws(StoreError) -> [FollowedScan] {
        let rows = try await run(FollowerScripts.neglected, [time(now), time(check), limit]).array ?? []
        return rows.compactMap { row in
            guard let row = row.array, row.count == 3, let id = row[0].text.flatMap(UUID.init(uuidString:))
            else { return nil }
            let owner = row[2].text.flatMap { $0.isEmpty ? nil : $0 }
            return FollowedScan(id: id, session: row[1].text.flatMap(UUID.init(uuidString:)), owner: owner)
        }
    }

    // MARK: Messages

    package func nextPush(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> PushWork {
        let now = store.milliseconds(now)
        var arguments: [any RedisArgument] = [
            Int(now), Int(store.configuration.lease.storedMilliseconds), store.server, 0,
            busy.receivers.count,
            busy.hosts.count,
        ]
        for receiver in busy.receivers { arguments.append(receiver.key) }
        for client in busy.hosts { arguments.append(client) }
        let found = try await run(OutboxScripts.next, arguments).array ?? []
        if found.count == 2, let client = found[0].text, let message = SharedOutbox(store).message(found[1]),
            case .follower(let id) = message.endpoint
        {
            if let follower = follower(try await run(FollowerScripts.find, [id.key])) {
                return .send(message, to: follower, client: client)
            }
            // It ended since its messages were written, and they end with it.
            try await finish(message)
            return .wait(until: store.date(now))
        }
        // Another server may leave messages without a word.
        let check = now + store.configuration.outboxCheck.storedMilliseconds
        let next = found.first?.integer.map { max(Int64($0), now + 1) } ?? check
        return .wait(until: store.date(min(next, check)))
    }

    package func finish(_ message: OutboxMessage) async throws(StoreError) {
        _ = try await run(
            FollowerScripts.finish,
            [OutboxScripts.name(message.number), store.server, message.endpoint.key])
    }

    package func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration
    ) async throws(StoreError) {
        _ = try await run(
            FollowerScripts.failed,
            [
                OutboxScripts.name(message.number), store.server, message.endpoint.key, outcome,
                time(now, plus: wait),
            ])
    }

    package func waitingPushes() async throws(StoreError) -> Int {
        try await store.run([RedisCommand("ZCARD", base + "waiting")])[0].integer ?? 0
    }

    // MARK: Rows

    private func follower(_ row: RedisValue) -> StoredFollower? {
        guard let row = row.array, row.count == FollowerScripts.fields,
            let id = row[0].text.flatMap(UUID.init(uuidString:)),
            let target = row[1].text.flatMap(FollowTarget.init(key:)), let carrier = row[2].text,
            let address = row[3].bytes, let language = row[4].text, let created = row[6].integer,
            let expires = row[7].integer
        else { return nil }
        return StoredFollower(
            id: id, target: target, carrier: carrier, address: Data(address), language: language,
            followsProgress: row[5].integer == 1, createdAt: store.date(Int64(created)),
            expiresAt: store.date(Int64(expires)))
    }
}

extension FollowTarget {
    fileprivate var key: String {
        switch self {
        case .scan(let id): "scan:\(id.key)"
        case .session(let id): "session:\(id.key)"
        }
    }

    fileprivate init?(key: String) {
        let parts = key.split(separator: ":")
        guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else { return nil }
        self = parts[0] == "scan" ? .scan(id) : .session(id)
    }
}

extension OutboxEndpoint {
    /// The receiver as the scripts write followers.
    fileprivate var key: String {
        if case .follower(let id) = self { "follower:\(id.key)" } else { stored }
    }
}
