import AtomicFile
package import Foundation
import Glibc
import SystemSupport

/// Where the changes of a memory are kept: a line each, in order. A memory is what its lines make of it.
package protocol MemoryJournal: Sendable {
    /// Keeps lines. Once it returns, a crash or a power cut loses none of them.
    func append(_ lines: [Data]) async throws(MemoryFault)
    /// The lines that weren't read yet, other servers' among them.
    func news() async throws(MemoryFault) -> MemoryNews
    /// Keeps these lines in place of all up to `place`, which say no more. Later ones stay.
    /// - Parameter place: of the last news that these lines hold.
    /// - Returns: false where another server does it now.
    func replace(upTo place: Int, by lines: [Data]) async throws(MemoryFault) -> Bool
    /// How long to wait before news are asked for again; nil where nobody else writes.
    var pause: Duration? { get }

    /// Lets other servers know for some time what a scan was of, or with nil no longer. It may be lost.
    func remember(_ fingerprint: Data?, of scan: UUID) async
    func recall(_ scan: UUID) async -> Data?
}

extension MemoryJournal {
    package func remember(_ fingerprint: Data?, of scan: UUID) {}
    package func recall(_ scan: UUID) -> Data? { nil }
}

package struct MemoryNews: Sendable, Equatable {
    package var lines: [Data] = []
    /// Whether they begin anew, and what was read before counts no longer.
    package var isAnew = false
    /// Whether lines that were read are gone, as a Redis that keeps nothing loses them at its end. Who knows them should write them again.
    package var isLost = false
    /// Where the next news begin.
    package var place = 0
}

/// Why a memory can't be written or read.
package enum MemoryFault: Error, Sendable, Equatable {
    /// - Parameter code: the value that `errno` had.
    case file(code: Int32)
    /// Another process has the file open.
    case inUse
    case redis
}

/// A memory's lines in a file of one server.
package actor MemoryFile: MemoryJournal {
    private let executor = QueueExecutor(label: "typesafe.memory", qos: .utility)
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    package nonisolated let pause: Duration? = nil
    private let path: String
    private var descriptor: Int32
    private var isRead = false

    /// Creates the file if there is none. Only its owner may read it.
    package init(path: String) throws(MemoryFault) {
        self.path = path
        descriptor = try Self.open(path)
    }

    private static func open(_ path: String) throws(MemoryFault) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .inUse
        }
        return descriptor
    }

    deinit { close(descriptor) }

    package func append(_ lines: [Data]) throws(MemoryFault) {
        let length = lseek(descriptor, 0, SEEK_END)
        let fault: Int32
        do throws(AtomicFileError) {
            try AtomicFile.write(Self.content(lines), to: descriptor)
            fault = fdatasync(descriptor) == 0 ? 0 : errno
        } catch {
            fault = error.code
        }
        guard fault == 0 else {
            // Half a line would spoil the next one.
            ftruncate(descriptor, length)
            throw .file(code: fault)
        }
    }

    package func replace(upTo place: Int, by lines: [Data]) throws(MemoryFault) -> Bool {
        let later = try content().dropFirst(place)
        do throws(AtomicFileError) {
            try AtomicFile.replace(path, with: Self.content(lines) + later)
        } catch {
            throw .file(code: error.code)
        }
        let new = try Self.open(path)
        close(descriptor)
        descriptor = new
        return true
    }

    private func content() throws(MemoryFault) -> Data {
        guard let content = try? Data(contentsOf: URL(fileURLWithPath: path)) else { throw .file(code: EIO) }
        return content
    }

    private static func content(_ lines: [Data]) -> Data {
        lines.reduce(into: Data()) { content, line in
            content += line
            content.append(0x0A)
        }
    }

    /// All lines at first, and none later. The last one, if a crash cut it off, was never acknowledged, and goes.
    package func news() throws(MemoryFault) -> MemoryNews {
        if isRead { return MemoryNews(place: Int(lseek(descriptor, 0, SEEK_END))) }
        let content = try content()
        isRead = true
        let end = content.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        if end < content.count { ftruncate(descriptor, off_t(end)) }
        return MemoryNews(lines: content.prefix(end).split(separator: 0x0A), place: end)
    }
}

/// The lines of a memory that servers share, in lists of their Redis. Lines are put together in a new list, and a key names the one in use.
/// The first part of the name stays as long as Redis keeps its data, so that a loss can be told from a new list.
package actor SharedMemoryJournal: MemoryJournal {
    /// A confirmation is known on every server within a second.
    package nonisolated let pause: Duration? = .milliseconds(400)
    /// The number of lines that are read or written at once.
    private static let mostAtOnce = 10_000
    /// Seconds that a server may take to put lines together, and that the list before stays for those who are reading it.
    private static let lease = 60

    private static let append = RedisScript(
        """
        local list = redis.call('GET', KEYS[1])
        if not list then
          list = ARGV[1]
          redis.call('SET', KEYS[1], list)
        end
        for i = 2, #ARGV do redis.call('RPUSH', KEYS[1] .. ':' .. list, ARGV[i]) end
        return 1
        """)
    /// Lines that came since go along. Another server's new list stays.
    private static let change = RedisScript(
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        local old, new = KEYS[1] .. ':' .. ARGV[1], KEYS[1] .. ':' .. ARGV[2]
        for _, line in ipairs(redis.call('LRANGE', old, ARGV[3], -1)) do redis.call('RPUSH', new, line) end
        redis.call('PERSIST', new)
        redis.call('SET', KEYS[1], ARGV[2])
        redis.call('EXPIRE', old, ARGV[4])
        return 1
        """)

    private let redis: RedisClient
    private let name: String
    /// Nil where there was none yet.
    private var list: String?
    private var read = 0
    /// What was read and not handed over yet, as Redis may go away in between.
    private var pending = MemoryNews()

    package init(_ store: SharedStore) {
        redis = store.client
        name = store.keys.memory
    }

    package func append(_ lines: [Data]) async throws(MemoryFault) {
        for start in stride(from: 0, to: lines.count, by: Self.mostAtOnce) {
            let part = lines[start...].prefix(Self.mostAtOnce).map { Array($0) }
            _ = try await run(
                RedisCommand(Self.append, keys: [name], [UUID().key + ".first"] + part))
        }
    }

    package func replace(upTo place: Int, by lines: [Data]) async throws(MemoryFault) -> Bool {
        guard let old = list else { return false }
        let isOwn = try await run(RedisCommand("SET", name + ":lease", "", "NX", "EX", Self.lease))
        if isOwn[0].isNull { return false }
        let new = "\(Self.origin(old)).\(UUID().key)"
        for start in stride(from: 0, to: lines.count, by: Self.mostAtOnce) {
            _ = try await run(
                RedisCommand(
                    ["RPUSH", "\(name):\(new)"] + lines[start...].prefix(Self.mostAtOnce).map { Array($0) }),
                // If this server dies now, nobody needs it.
                RedisCommand("EXPIRE", "\(name):\(new)", Self.lease))
        }
        return try await run(RedisCommand(Self.change, keys: [name], [old, new, place, Self.lease]))[0]
            .integer == 1
    }

    package func news() async throws(MemoryFault) -> MemoryNews {
        while true {
            let (from, key) = (read, "\(name):\(list ?? "")")
            let replies = try await run(
                RedisCommand("GET", name), RedisCommand("LLEN", key),
                RedisCommand("LRANGE", key, from, from + Self.mostAtOnce - 1))
            guard let length = replies[1].integer, let values = replies[2].array else { throw .redis }
            let current = replies[0].text
            if current != list || length < from {
                if let list {
                    let isAnew = current.map { $0 != list && Self.origin($0) == Self.origin(list) } ?? false
                    pending = MemoryNews(
                        lines: isAnew ? [] : pending.lines, isAnew: isAnew, isLost: !isAnew || pending.isLost)
                }
                (list, read) = (current, 0)
                continue
            }
            read = from + values.count
            pending.lines += values.compactMap { $0.bytes.map { Data($0) } }
            pending.place = read
            if values.count < Self.mostAtOnce {
                defer { pending = MemoryNews() }
                return pending
            }
        }
    }

    private static func origin(_ list: String) -> Substring { list.prefix { $0 != "." } }

    /// Seconds for which any server can be told what a scan was of.
    private static let recallTime = 3_600
    /// A scan's answer waits for it. A Redis that hangs must not hold it up.
    private static let rememberLimit = Duration.milliseconds(100)

    package func remember(_ fingerprint: Data?, of scan: UUID) async {
        let command =
            fingerprint.map { RedisCommand("SET", scanName(scan), Array($0), "EX", Self.recallTime) }
            ?? RedisCommand("DEL", scanName(scan))
        _ = try? await redis.run([command], within: Self.rememberLimit)
    }

    package func recall(_ scan: UUID) async -> Data? {
        (try? await run(RedisCommand("GET", scanName(scan))))?[0].bytes.map { Data($0) }
    }

    private func scanName(_ scan: UUID) -> String { "\(name):scan:\(scan.key)" }

    private func run(_ commands: RedisCommand...) async throws(MemoryFault) -> [RedisValue] {
        guard let replies = try? await redis.run(commands) else { throw .redis }
        for case .refusal in replies { throw .redis }
        return replies
    }
}
