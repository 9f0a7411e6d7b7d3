/// How much is to be done, and by whom.
package struct WorkLoad: Sendable, Equatable {
    package struct Queue: Sendable, Equatable {
        /// Jobs that haven't ended.
        package var unfinished = 0
        /// Clients that have one.
        package var clients = 0
        /// Entries of the stream that nobody has taken.
        package var lag = 0
        /// Entries that a worker has.
        package var taken = 0

        package init(unfinished: Int = 0, clients: Int = 0, lag: Int = 0, taken: Int = 0) {
            (self.unfinished, self.clients, self.lag, self.taken) = (unfinished, clients, lag, taken)
        }

        /// Jobs that nobody has taken, in the stream and in the lanes.
        package var waiting: Int { max(0, unfinished - taken) }
    }

    package var workers = 0
    /// Pictures that all workers together can read at once.
    package var readers = 0
    /// How long a job takes its reader, on average; nil where no worker knows.
    package var pace: Duration?
    package var queues: [JobPriority: Queue] = [:]

    package init() {}

    package subscript(priority: JobPriority) -> Queue { queues[priority] ?? Queue() }

    /// Fewest places that all clients together have in a stream.
    private static let leastPlaces = 4

    /// How many jobs of one client may be in a stream: all clients' together keep every reader at work, and as many wait. While nobody
    /// waits for a reader, a client may have more.
    package func room(in priority: JobPriority) -> Int {
        let clients = max(1, self[priority].clients)
        return (max(Self.leastPlaces, 2 * readers) + clients - 1) / clients
    }

    /// How long a job that comes now waits behind those of its queue and of the queues before; nil where nobody takes any.
    package func wait(in priority: JobPriority) -> Duration? {
        guard readers > 0 else { return nil }
        let ahead = priority == .interactive ? [priority] : JobPriority.allCases
        let jobs = ahead.reduce(0) { $0 + self[$1].unfinished }
        return (pace ?? .zero) * jobs / readers
    }
}

/// Who takes work. Each worker says again and again that it lives.
package struct WorkerRoll: Sendable {
    /// What a worker says of itself.
    package struct Facts: Sendable {
        package let readers: Int
        /// How long a job takes one of its readers, on average; nil where it has done none.
        package let pace: Duration?

        package init(readers: Int, pace: Duration?) {
            (self.readers, self.pace) = (readers, pace)
        }

        fileprivate var text: String { "\(readers):\(pace?.milliseconds ?? 0)" }

        fileprivate init?(_ text: String) {
            let parts = text.split(separator: ":").compactMap { Int($0) }
            guard parts.count >= 2 else { return nil }
            self.init(readers: parts[0], pace: parts[1] > 0 ? .milliseconds(parts[1]) : nil)
        }
    }

    /// Pause between two signs of life.
    package static let interval = Duration.seconds(2)
    /// Silence after which a worker doesn't count any more.
    private static let silence = Duration.seconds(10)

    private let redis: RedisClient
    private let keys: JobKeys

    package init(_ records: JobRecords) {
        redis = records.redis
        keys = records.keys
    }

    /// Reads how much is to be done.
    /// - Parameter worker: the name and the facts of a worker, which says with it that it lives; nil for a server that takes no work.
    package func load(as worker: (name: String, facts: Facts)? = nil) async throws(RedisError) -> WorkLoad {
        let heartbeat = RedisCommand(
            JobScripts.heartbeat, keys: [keys.workersSeen, keys.workers],
            [worker?.name ?? "", worker?.facts.text ?? "", Self.silence.milliseconds])
        let counting = JobPriority.allCases.map {
            RedisCommand(JobScripts.count, keys: [keys.stream($0), keys.clients($0)])
        }
        let replies = try await redis.run([heartbeat] + counting)
        guard let known = replies[0].array else { throw replies.refusal }
        var load = WorkLoad()
        let facts = known.compactMap { $0.text.flatMap { Facts($0) } }
        load.workers = facts.count
        load.readers = facts.reduce(0) { $0 + $1.readers }
        let paces = facts.compactMap(\.pace)
        if !paces.isEmpty { load.pace = paces.reduce(.zero, +) / paces.count }
        for (priority, reply) in zip(JobPriority.allCases, replies.dropFirst()) {
            let counts = reply.array?.compactMap(\.integer) ?? []
            guard counts.count == 4 else { throw replies.refusal }
            load.queues[priority] = WorkLoad.Queue(
                unfinished: counts[0], clients: counts[1], lag: counts[2], taken: counts[3])
        }
        return load
    }
}
