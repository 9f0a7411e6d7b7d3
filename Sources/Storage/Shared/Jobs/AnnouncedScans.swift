package import Foundation

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
