import AtomicFile
package import Foundation
import Glibc
import SystemSupport

/// Where the changes of a memory are kept: a line each, in order. A memory is what its lines make of it.
package protocol MemoryJournal: Sendable {
    /// Keeps lines. Once it returns, a crash or a power cut loses none of them.
    func append(_ lines: [Data]) async throws(MemoryFault)
    /// The lines that weren't read yet, other servers' among them.
    func news() async throws(MemoryFault) -> [Data]
    /// Keeps these lines in place of all that were read, which say no more.
    func replaceAll(by lines: [Data]) async throws(MemoryFault)
    /// How long to wait before news are asked for again; nil where nobody else writes.
    var pause: Duration? { get }
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

    package func replaceAll(by lines: [Data]) throws(MemoryFault) {
        do throws(AtomicFileError) {
            try AtomicFile.replace(path, with: Self.content(lines))
        } catch {
            throw .file(code: error.code)
        }
        let new = try Self.open(path)
        close(descriptor)
        descriptor = new
    }

    private static func content(_ lines: [Data]) -> Data {
        lines.reduce(into: Data()) { content, line in
            content += line
            content.append(0x0A)
        }
    }

    /// All lines at first, and none later. The last one, if a crash cut it off, was never acknowledged, and goes.
    package func news() throws(MemoryFault) -> [Data] {
        if isRead { return [] }
        guard let content = try? Data(contentsOf: URL(fileURLWithPath: path)) else { throw .file(code: EIO) }
        isRead = true
        let end = content.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        if end < content.count { ftruncate(descriptor, off_t(end)) }
        return content.prefix(end).split(separator: 0x0A)
    }
}

/// The lines of a memory that servers share, in a list of their Redis.
package actor SharedMemoryJournal: MemoryJournal {
    /// A confirmation is known on every server within a second.
    package nonisolated let pause: Duration? = .milliseconds(400)
    /// The number of lines that are read at once.
    private static let mostAtOnce = 10_000

    private let redis: RedisClient
    private let name: String
    private var read = 0

    package init(_ store: SharedStore) {
        redis = store.client
        name = store.keys.memory
    }

    package func append(_ lines: [Data]) async throws(MemoryFault) {
        let replies = try? await redis.run(lines.map { RedisCommand("RPUSH", name, Array($0)) })
        guard let replies, replies.allSatisfy({ $0.integer != nil }) else { throw .redis }
    }

    /// Other servers may add lines at any moment, which would be lost.
    package func replaceAll(by lines: [Data]) {}

    package func news() async throws(MemoryFault) -> [Data] {
        var lines: [Data] = []
        while true {
            let replies = try? await redis.run([
                RedisCommand("LLEN", name), RedisCommand("LRANGE", name, read, read + Self.mostAtOnce - 1),
            ])
            guard let replies, let length = replies[0].integer, let values = replies[1].array else {
                throw .redis
            }
            // A Redis that lost its data begins anew.
            guard length >= read else {
                read = 0
                continue
            }
            read += values.count
            lines += values.compactMap { $0.bytes.map { Data($0) } }
            if values.count < Self.mostAtOnce { return lines }
        }
    }
}
