import AtomicFile
package import Foundation
import SystemSupport

/// Where the lists of a memory are kept, each as its maker signed it, by the signer's name.
package protocol MemoryListStore: Sendable {
    /// The signers, and what changes with the content of each.
    func versions() async throws(MemoryFault) -> [String: String]
    func content(of signer: String) async throws(MemoryFault) -> Data?
    /// Once it returns, a crash loses nothing of it.
    func keep(_ content: Data, of signer: String, version: String) async throws(MemoryFault)
    func remove(_ signer: String) async throws(MemoryFault)
    /// How long to wait before `versions` are asked for again; nil where nobody else writes.
    var pause: Duration? { get }
}

/// Lists of one server, in a folder of their own.
package struct MemoryListFolder: MemoryListStore {
    package let pause: Duration? = nil
    private let folder: URL

    /// The folder is made with the first list.
    package init(path: String) { folder = URL(fileURLWithPath: path, isDirectory: true) }

    package func versions() throws(MemoryFault) -> [String: String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            // Files of others, and those that a crash left, have a dot.
            return Dictionary(uniqueKeysWithValues: names.filter { !$0.contains(".") }.map { ($0, "") })
        } catch {
            throw .file(code: EIO)
        }
    }

    package func content(of signer: String) throws(MemoryFault) -> Data? {
        do { return try Data(contentsOf: file(signer)) } catch { throw .file(code: EIO) }
    }

    package func keep(_ content: Data, of signer: String, version: String) throws(MemoryFault) {
        mkdir(folder.path, 0o700)
        do throws(AtomicFileError) { try AtomicFile.replace(file(signer).path, with: content) } catch {
            throw .file(code: error.code)
        }
    }

    package func remove(_ signer: String) throws(MemoryFault) {
        guard unlink(file(signer).path) == 0 || errno == ENOENT else { throw .file(code: errno) }
    }

    /// A signer's name is Base64 for URLs, so that it leads nowhere else.
    private func file(_ signer: String) -> URL { folder.appendingPathComponent(signer) }
}

/// Lists that servers share, in their Redis: a hash of contents, and one of versions, which is asked for often.
package struct SharedMemoryLists: MemoryListStore {
    package let pause: Duration? = .seconds(5)
    private let redis: RedisClient
    private let (contents, versionNames): (String, String)

    package init(_ store: SharedStore) {
        redis = store.client
        (contents, versionNames) = (store.keys.memory + ":lists", store.keys.memory + ":versions")
    }

    package func versions() async throws(MemoryFault) -> [String: String] {
        guard let texts = try await run(RedisCommand("HGETALL", versionNames))[0].array?.map(\.text) else {
            throw .redis
        }
        return Dictionary(
            stride(from: 0, to: texts.count - 1, by: 2).compactMap { index in
                texts[index].flatMap { name in texts[index + 1].map { (name, $0) } }
            }, uniquingKeysWith: { first, _ in first })
    }

    package func content(of signer: String) async throws(MemoryFault) -> Data? {
        try await run(RedisCommand("HGET", contents, signer))[0].bytes.map { Data($0) }
    }

    /// Who sees the new version finds the new content.
    package func keep(_ content: Data, of signer: String, version: String) async throws(MemoryFault) {
        _ = try await run(
            RedisCommand("HSET", contents, signer, Array(content)),
            RedisCommand("HSET", versionNames, signer, version))
    }

    package func remove(_ signer: String) async throws(MemoryFault) {
        _ = try await run(RedisCommand("HDEL", versionNames, signer), RedisCommand("HDEL", contents, signer))
    }

    private func run(_ commands: RedisCommand...) async throws(MemoryFault) -> [RedisValue] {
        guard let replies = try? await redis.run(commands) else { throw .redis }
        for case .refusal in replies { throw .redis }
        return replies
    }
}
