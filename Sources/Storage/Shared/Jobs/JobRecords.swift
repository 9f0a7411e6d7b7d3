package import Foundation

/// What the servers keep of single jobs: each job's order, its material, its progress and its outcome. All of it has an expiry.
package struct JobRecords: Sendable {
    /// Times by Redis' clock, so that the servers' own may differ.
    package struct Lifetimes: Sendable {
        /// Longest time from a job's acceptance to its end.
        package let deadline: Duration
        /// How long a job that has ended is kept.
        package let kept: Duration

        package init(deadline: Duration, kept: Duration) {
            (self.deadline, self.kept) = (deadline, kept)
        }
    }

    /// All that is known of a job.
    package struct State: Sendable {
        package let order: [UInt8]?
        package let outcome: [UInt8]?
        /// Progress after the number that was asked for, oldest first.
        package let progress: [(number: Int, content: [UInt8])]
        /// Time until the job's deadline; nil where that is over, or the job has ended.
        package let timeLeft: Duration?
    }

    /// What a worker needs to begin.
    package struct Material: Sendable {
        package let content: [UInt8]?
        package let order: [UInt8]?
        package let isEnded: Bool
        package let lastProgress: [UInt8]?
        /// What is kept under the names of readings that were asked for.
        package let readings: [[UInt8]?]
    }

    /// Largest number of progress entries of one job that are kept. A scan has some four a second.
    private static let maxProgress = 512

    package let redis: RedisClient
    let keys: JobKeys
    package let lifetimes: Lifetimes

    package init(_ redis: RedisClient, prefix: String, lifetimes: Lifetimes) {
        self.redis = redis
        keys = JobKeys(prefix: prefix)
        self.lifetimes = lifetimes
    }

    /// The channel on which a job's followers hear that there is something new.
    package func channel(of job: UUID) -> String { keys.channel(job) }
    /// The channel on which workers hear that a job was cancelled.
    package var cancellations: String { keys.cancelled }

    // MARK: Before the end

    func commands(keeping order: [UInt8], material: [UInt8], of job: UUID) -> [RedisCommand] {
        [
            RedisCommand(
                "SET", keys.order(job), order, "PX", (lifetimes.deadline + lifetimes.kept).milliseconds),
            RedisCommand("SET", keys.material(job), material, "PX", lifetimes.deadline.milliseconds),
        ]
    }

    package func forget(_ job: UUID) async throws(RedisError) {
        try await redis.run(
            RedisCommand("DEL", keys.order(job), keys.material(job), keys.outcome(job), keys.progress(job)))
    }

    package func state(of job: UUID, after number: Int = 0) async throws(RedisError) -> State {
        let replies = try await redis.run([
            RedisCommand("MGET", keys.order(job), keys.outcome(job)),
            RedisCommand("PTTL", keys.material(job)),
            RedisCommand("XRANGE", keys.progress(job), "(0-\(number)", "+"),
        ])
        guard let known = replies[0].array, known.count == 2, let left = replies[1].integer,
            let entries = replies[2].array
        else { throw replies.refusal }
        return State(
            order: known[0].bytes, outcome: known[1].bytes, progress: entries.compactMap(Self.progress),
            timeLeft: left > 0 ? .milliseconds(left) : nil)
    }

    /// What a worker needs for some work, and the readings that may have been kept of its pictures.
    package func material(for work: TakenWork) async throws(RedisError) -> Material {
        let job = work.job
        var commands = [RedisCommand("MGET", keys.outcome(job), keys.material(job), keys.order(job))]
        commands += work.readings.map { RedisCommand("GET", $0) }
        // Somebody else began before.
        if work.deliveries > 1 {
            commands.append(RedisCommand("XREVRANGE", keys.progress(job), "+", "-", "COUNT", 1))
        }
        let replies = try await redis.run(commands)
        guard let known = replies[0].array, known.count == 3 else { throw replies.refusal }
        let last = work.deliveries > 1 ? replies.last?.array?.first.flatMap(Self.progress) : nil
        return Material(
            content: known[1].bytes, order: known[2].bytes, isEnded: known[0].bytes != nil,
            lastProgress: last?.content, readings: replies[1...].prefix(work.readings.count).map(\.bytes))
    }

    /// Tells of a step.
    /// - Returns: whether anybody follows the job.
    package func report(_ content: [UInt8], of job: UUID) async throws(RedisError) -> Bool {
        let lifetime = (lifetimes.deadline + lifetimes.kept).milliseconds
        let followers = try await redis.run(
            RedisCommand(
                JobScripts.report, keys: [keys.progress(job)],
                [content, Self.maxProgress, lifetime, keys.channel(job)]))
        return followers.integer != 0
    }

    // MARK: The end

    /// Writes the outcome of a job that has none, and deletes what only an unfinished job needs.
    /// - Returns: false where it has one.
    package func end(_ job: UUID, with outcome: [UInt8]) async throws(RedisError) -> Bool {
        let (keys, arguments) = ending(job, outcome)
        return try await redis.run(RedisCommand(JobScripts.end, keys: keys, arguments)).integer == 1
    }

    /// What a script needs to end a job.
    func ending(_ job: UUID, _ outcome: [UInt8]) -> (keys: [String], arguments: [any RedisArgument]) {
        (
            [keys.outcome(job), keys.material(job), keys.order(job)],
            [outcome, lifetimes.kept.milliseconds, keys.channel(job)]
        )
    }

    /// Tells workers that have a job that it was cancelled.
    package func tellOfCancellation() async throws(RedisError) {
        try await redis.run(RedisCommand("PUBLISH", keys.cancelled, ""))
    }

    /// Returns those of some jobs that have an outcome.
    package func ended(of jobs: [UUID]) async throws(RedisError) -> [UUID] {
        let replies = try await redis.run(jobs.map { RedisCommand("EXISTS", keys.outcome($0)) })
        return zip(jobs, replies).filter { $1.integer == 1 }.map(\.0)
    }

    private static func progress(_ entry: RedisValue) -> (number: Int, content: [UInt8])? {
        guard let entry = entry.array, entry.count == 2, let fields = entry[1].array, fields.count == 2,
            let number = entry[0].text?.split(separator: "-").last.flatMap({ Int($0) }),
            let content = fields[1].bytes
        else { return nil }
        return (number, content)
    }
}

extension Duration {
    var milliseconds: Int { max(1, Int(self / .milliseconds(1))) }
}

extension [RedisValue] {
    /// The first refusal among some replies of which one isn't as expected.
    var refusal: RedisError {
        for reply in self {
            if case .refusal(let refusal) = reply { return .refused(refusal) }
        }
        return .unexpectedReply
    }
}

/// The latest scans of each session, in a stream that ends with its last entry's time, and a channel that tells of new ones.
package struct AnnouncedScans: Sendable {
    private let redis: RedisClient
    private let keys: JobKeys
    private let lifetime: Duration

    /// An entry is kept for as long as a job can be asked for that began with it.
    package init(_ records: JobRecords) {
        (redis, keys) = (records.redis, records.keys)
        lifetime = records.lifetimes.deadline + records.lifetimes.kept
    }

    /// The channel on which those who follow a session hear that there is something new.
    package func channel(of session: UUID) -> String { keys.sessionChannel(session) }

    /// - Parameter limit: largest number of a session's entries that are kept.
    package func announce(
        _ content: [UInt8], of session: UUID, limit: Int
    ) async throws(RedisError) {
        let reply = try await redis.run(
            RedisCommand(
                JobScripts.announce, keys: [keys.announcements(session)],
                [content, limit, lifetime.milliseconds, channel(of: session)]))
        if case .refusal(let refusal) = reply { throw .refused(refusal) }
    }

    /// Returns a session's entries, oldest first.
    /// - Parameter position: returns those after it; nil for all.
    package func entries(
        of session: UUID, after position: String?
    ) async throws(RedisError) -> [(position: String, content: [UInt8])] {
        let reply = try await redis.run(
            RedisCommand("XRANGE", keys.announcements(session), position.map { "(" + $0 } ?? "-", "+"))
        guard let entries = reply.array else { throw [reply].refusal }
        return entries.compactMap { entry in
            guard let entry = entry.array, entry.count == 2, let position = entry[0].text,
                let content = entry[1].array?.last?.bytes
            else { return nil }
            return (position, content)
        }
    }

    package func forget(_ session: UUID) async throws(RedisError) {
        try await redis.run(RedisCommand("DEL", keys.announcements(session)))
    }
}
