package import Foundation

/// A job that a worker has taken and not yet acknowledged.
package struct TakenWork: Sendable, Hashable {
    package let priority: JobPriority
    /// The id of its entry in the stream.
    package let entry: String
    package let job: UUID
    /// Whose it is, as the queue names clients.
    package let client: String
    /// How often it was given to a worker, this time included.
    package let deliveries: Int
    /// Whether another worker had it and didn't hand it back.
    package let isTakenOver: Bool
    /// Names under which readings of its pictures may be kept; none where the job waited in its client's lane.
    package let readings: [String]
}

/// The two queues of jobs: a stream each, with one group of consumers. Of each client, a bounded number of jobs is in the stream
/// and the others wait in a lane of its own, so a newcomer waits behind few of each other client.
package struct WorkQueue: Sendable {
    package static let group = "workers"
    /// The consumer that has what was handed back.
    static let returned = "returned"
    /// Version of the entries and of what they lead to. A worker leaves higher ones to others.
    package static let version = 1
    /// How long a worker that waits for work isn't heard of, and an end of its waiting isn't heard by it.
    private static let wait = Duration.seconds(1)
    /// How long a stream knows a worker that has nothing of it and doesn't ask.
    private static let memory = Duration.seconds(3_600)
    /// Number of dead letters of a queue that are kept, approximately.
    private static let maxDeadLetters = 10_000

    package let records: JobRecords
    private var redis: RedisClient { records.redis }
    private var keys: JobKeys { records.keys }

    package init(_ records: JobRecords) { self.records = records }

    /// The channel on which workers hear that work was handed back.
    package var returns: String { keys.returned }

    // MARK: Fronts

    /// Keeps a job's order and material, and queues it.
    /// - Parameters:
    ///   - limit: most unfinished jobs that the client may have, this one included.
    ///   - load: decides on a client's room in the stream.
    ///   - readings: names under which readings of the pictures may be kept.
    /// - Returns: false where the client has as many. Nothing is kept then.
    package func handIn(
        _ job: UUID, order: [UInt8], material: [UInt8], client: String, to priority: JobPriority, limit: Int,
        load: WorkLoad, readings: [String] = []
    ) async throws(RedisError) -> Bool {
        let (keeping, keys) = (
            records.commands(keeping: order, material: material, of: job), streamKeys(client, priority)
        )
        let queueing = RedisCommand(
            JobScripts.handIn, keys: keys,
            [
                client, job.key, limit, load.room(in: priority), load.readers,
                readings.joined(separator: " "),
            ])
        let replies = try await redis.run(keeping + [queueing])
        for reply in replies {
            if case .refusal(let refusal) = reply { throw .refused(refusal) }
        }
        if replies.last?.integer == 0 {
            try await records.forget(job)
            return false
        }
        return true
    }

    // MARK: Workers

    /// Makes the streams' groups, where a new or emptied Redis has none, and forgets workers that have been gone for long.
    package func prepare() async throws(RedisError) {
        for priority in JobPriority.allCases {
            let reply = try await redis.run([
                RedisCommand("XGROUP", "CREATE", keys.stream(priority), Self.group, "0", "MKSTREAM")
            ]).first
            if case .refusal(let refusal)? = reply, refusal.code != "BUSYGROUP" { throw .refused(refusal) }
            try await redis.run(
                RedisCommand(
                    JobScripts.forgetWorkers, keys: [keys.stream(priority)], [Self.memory.milliseconds]))
        }
    }

    /// Takes up to `count` jobs that nobody has yet, those of the first queue first.
    package func take(_ count: Int, as worker: String) async throws(RedisError) -> [TakenWork] {
        let streams = JobPriority.allCases.map { keys.stream($0) }
        return Self.taken(
            try await redis.run(RedisCommand(JobScripts.take, keys: streams, [worker, count])), keys)
    }

    /// Waits until a queue has a job. Where both have, up to `count` of each are taken, those of the first queue first.
    /// - Parameter waiting: a connection that is used for nothing else.
    package func await(
        _ count: Int, as worker: String, on waiting: RedisClient
    ) async throws(RedisError) -> [TakenWork] {
        let streams = JobPriority.allCases.map { keys.stream($0) }
        let command: [any RedisArgument] =
            [
                "XREADGROUP", "GROUP", Self.group, worker, "COUNT", count, "BLOCK", Self.wait.milliseconds,
                "STREAMS",
            ]
            + streams + [">", ">"]
        return Self.taken(
            try await waiting.run(RedisCommand(command), within: Self.wait + RedisClient.patience), keys)
    }

    /// Takes what was handed back, and what another worker has been silent about for `idle`.
    package func takeOver(
        _ count: Int, idle: Duration, as worker: String
    ) async throws(RedisError) -> [TakenWork] {
        var taken: [TakenWork] = []
        for priority in JobPriority.allCases where taken.count < count {
            let entries = try await redis.run(
                RedisCommand(
                    JobScripts.takeOver, keys: [keys.stream(priority)],
                    [worker, idle.milliseconds, count - taken.count, Self.version]))
            for entry in entries.array ?? [] {
                guard let parts = entry.array, parts.count == 4, let deliveries = parts[2].integer else {
                    continue
                }
                let work = Self.work(
                    parts[0], parts[1], priority, deliveries: deliveries,
                    isTakenOver: parts[3].text != Self.returned)
                if let work { taken.append(work) }
            }
        }
        return taken
    }

    /// Says that a worker is still at some work, so that nobody takes it over.
    package func keep(_ work: [TakenWork], as worker: String) async throws(RedisError) {
        let commands = JobPriority.allCases.compactMap { priority -> RedisCommand? in
            let entries = work.filter { $0.priority == priority }.map(\.entry)
            if entries.isEmpty { return nil }
            let head: [any RedisArgument] = ["XCLAIM", keys.stream(priority), Self.group, worker, "0"]
            return RedisCommand(head + entries + ["JUSTID"])
        }
        _ = try await redis.run(commands)
    }

    /// Ends some work, and lets its client's next jobs into the stream.
    /// - Parameter outcome: the job's, unless it has one; nil where somebody else stored it.
    package func end(
        _ work: TakenWork, with outcome: [UInt8]? = nil, load: WorkLoad
    ) async throws(RedisError) {
        let keys = streamKeys(work.client, work.priority)
        let arguments: [any RedisArgument] = [
            work.entry, work.client, load.room(in: work.priority), load.readers,
        ]
        if let outcome {
            let ending = records.ending(work.job, outcome)
            try await redis.run(
                RedisCommand(
                    JobScripts.endAndAcknowledge, keys: keys + ending.keys, arguments + ending.arguments))
        } else {
            try await redis.run(RedisCommand(JobScripts.acknowledge, keys: keys, arguments))
        }
    }

    /// Hands back some work that failed here, for another try.
    package func handBack(_ work: TakenWork) async throws(RedisError) {
        _ = try await redis.run([
            RedisCommand(
                "XCLAIM", keys.stream(work.priority), Self.group, Self.returned, 0, work.entry, "RETRYCOUNT",
                work.deliveries, "JUSTID"),
            RedisCommand("PUBLISH", keys.returned, ""),
        ])
    }

    /// Hands back all that a worker has, and forgets the worker.
    package func handBackAll(as worker: String) async throws(RedisError) -> Int {
        var count = 0
        for priority in JobPriority.allCases {
            count +=
                try await redis.run(
                    RedisCommand(JobScripts.handBackAll, keys: [keys.stream(priority)], [worker])
                ).integer ?? 0
        }
        _ = try await redis.run([
            RedisCommand("ZREM", keys.workersSeen, worker), RedisCommand("HDEL", keys.workers, worker),
            RedisCommand("PUBLISH", keys.returned, ""),
        ])
        return count
    }

    /// Notes down work that nobody can do. Its pictures are not kept.
    package func bury(_ work: TakenWork, reason: String) async throws(RedisError) {
        try await redis.run(
            RedisCommand(
                "XADD", keys.deadLetters(work.priority), "MAXLEN", "~", Self.maxDeadLetters, "*", "v",
                Self.version, "id", work.job.key, "deliveries", work.deliveries, "reason",
                reason))
    }

    // MARK: Replies

    private func streamKeys(_ client: String, _ priority: JobPriority) -> [String] {
        [keys.stream(priority), keys.clients(priority), keys.lane(client, priority)]
    }

    private static func taken(_ reply: RedisValue, _ keys: JobKeys) -> [TakenWork] {
        let streams = Dictionary(
            uniqueKeysWithValues: JobPriority.allCases.map { (keys.stream($0), $0) })
        let work = (reply.array ?? []).flatMap { stream -> [TakenWork] in
            guard let stream = stream.array, stream.count == 2, let name = stream[0].text,
                let priority = streams[name], let entries = stream[1].array
            else { return [] }
            return entries.compactMap { entry in
                guard let parts = entry.array, parts.count == 2 else { return nil }
                return Self.work(parts[0], parts[1], priority, deliveries: 1, isTakenOver: false)
            }
        }
        return work.filter { $0.priority == .interactive } + work.filter { $0.priority == .batch }
    }

    /// - Returns: nil for an entry of another version, which stays with the worker until one that knows it takes it over.
    private static func work(
        _ entry: RedisValue, _ fields: RedisValue, _ priority: JobPriority, deliveries: Int, isTakenOver: Bool
    ) -> TakenWork? {
        let texts = (fields.array ?? []).map(\.text)
        var named: [String: String] = [:]
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            if let name = texts[index], let value = texts[index + 1] { named[name] = value }
        }
        guard let entry = entry.text, named["v"].flatMap({ Int($0) }) == version,
            let job = named["id"].flatMap({ UUID(uuidString: $0) }), let client = named["client"]
        else { return nil }
        let readings = named["readings"]?.split(separator: " ").map(String.init) ?? []
        return TakenWork(
            priority: priority, entry: entry, job: job, client: client, deliveries: deliveries,
            isTakenOver: isTakenOver, readings: readings)
    }
}
