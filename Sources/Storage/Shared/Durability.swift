import Foundation

/// Whether what the server has acknowledged is there after it crashed. Its settings decide that.
package struct Durability: Sendable, Equatable {
    package enum Log: String, Sendable {
        /// The append-only file is on the disk before a command is acknowledged.
        case always
        /// The last second may be lost.
        case everySecond = "everysec"
        /// The system decides when the file reaches the disk.
        case system = "no"
        /// There is no append-only file: all since the last snapshot may be lost.
        case none = "off"
        /// The user of this server may not ask.
        case unknown
    }

    package let log: Log
    /// What the server removes when it is full. Anything but `noeviction` takes what was acknowledged.
    package let eviction: String

    /// Whether a crash loses nothing that was acknowledged.
    package var isComplete: Bool { log == .always && eviction == "noeviction" }

    /// - Parameter settings: the answer to `CONFIG GET`: names and values in turn, or a refusal.
    init(_ settings: RedisValue) {
        let words = (settings.array ?? []).compactMap(\.text)
        var values: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) { values[words[index]] = words[index + 1] }
        switch values["appendonly"] {
        case "yes": log = values["appendfsync"].flatMap(Log.init(rawValue:)) ?? .unknown
        case "no": log = .none
        default: log = .unknown
        }
        eviction = values["maxmemory-policy"] ?? "unknown"
    }
}

/// What a store asks a server at the start of each connection.
struct StoreFacts {
    let time: Int64
    let salt: [UInt8]
    let durability: Durability
    let memory: (used: Int, limit: Int)

    private static let saltBytes = 16

    init(_ client: RedisClient, _ keys: SharedKeys) async throws(RedisError) {
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: 0...255) }
        let replies = try await client.run([
            RedisCommand("TIME"), RedisCommand("SET", keys.salt, salt, "NX"), RedisCommand("GET", keys.salt),
            RedisCommand("CONFIG", "GET", "append*"), RedisCommand("CONFIG", "GET", "maxmemory-policy"),
            RedisCommand("INFO", "memory"),
        ])
        let parts = (replies[0].array ?? []).compactMap(\.integer)
        // A user who may not ask for the time gets this machine's.
        time =
            parts.count == 2 ? Int64(parts[0] * 1_000 + parts[1] / 1_000) : Date().storedMilliseconds
        // Where the server is full, shares differ from server to server until it isn't.
        self.salt = replies[2].bytes ?? salt
        memory = Self.memory(replies[5].text ?? "")
        durability = Durability(.array((replies[3].array ?? []) + (replies[4].array ?? [])))
    }
    /// - Parameter info: lines of names and values with a colon between them.
    private static func memory(_ info: String) -> (used: Int, limit: Int) {
        func number(_ name: String) -> Int {
            let line = info.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }
            return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
        }
        return (number("used_memory"), number("maxmemory"))
    }
}
