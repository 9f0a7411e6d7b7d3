package import Crypto
package import Foundation
package import Logging
package import ScamDetection
package import Storage
import SystemSupport

/// Takes, keeps and gives lists of confirmed scams.
///
/// It runs on a queue of its own, as reading a list takes a second and more.
package actor ListKeeper {
    /// Days that a list may be used.
    static let lifetimes = 1...365
    private static let secondsOfDay = 86_400
    /// Days for which a list that is past its time is told, before it is deleted.
    private static let staleDays = 7
    /// How often lists of one server are looked through for such ones.
    private static let sweepPause = Duration.seconds(3_600)

    private let executor = QueueExecutor(label: "typesafe.lists", qos: .utility)
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    package nonisolated let memory: MessageMemory
    private let store: any MemoryListStore
    private let signer: Curve25519.Signing.PrivateKey
    private let logger: Logger
    private var versions: [String: String] = [:]

    /// - Parameter signer: signs the lists that are made here.
    package init(
        _ memory: MessageMemory, _ store: any MemoryListStore, signer: Curve25519.Signing.PrivateKey,
        _ logger: Logger
    ) {
        (self.memory, self.store, self.signer, self.logger) = (memory, store, signer, logger)
    }

    /// The name of the key that signs the lists that are made here.
    nonisolated var signerName: String { MemoryList.name(of: signer.publicKey) }

    /// Reads what other servers take, and deletes what is long past its time, until the task is cancelled.
    package func run() async {
        var isFailing = false
        while !Task.isCancelled {
            do throws(MemoryFault) {
                try await load()
                isFailing = false
            } catch {
                if !isFailing { logger.error("known lists can't be read", metadata: ["why": "\(error)"]) }
                isFailing = true
            }
            try? await Task.sleep(for: store.pause ?? Self.sweepPause)
        }
    }

    /// Reads the lists that changed since. One that isn't what its signer made does nothing.
    package func load() async throws(MemoryFault) {
        let known = versions.keys
        let current = try await store.versions()
        for (signer, version) in current where versions[signer] != version {
            guard let content = try await store.content(of: signer) else { continue }
            versions[signer] = version
            do throws(MemoryList.Fault) {
                try memory.use(try memory.list(content, signer: signer))
            } catch {
                guard error != .older else { continue }
                if error == .expired { try await store.remove(signer) }
                logger.error("a known list isn't used", metadata: ["list": "\(signer)", "why": "\(error)"])
            }
        }
        // One that was taken meanwhile stays.
        for signer in known where current[signer] == nil {
            versions[signer] = nil
            _ = memory.dropList(of: signer)
        }
        let limit = Int(Date().timeIntervalSince1970) - Self.staleDays * Self.secondsOfDay
        for list in memory.lists where list.expires < limit { _ = try await forget(list.signer) }
    }

    /// Uses a list from now on, and keeps it.
    /// - Parameter signer: the name of the key that must have signed it.
    @discardableResult
    package func take(
        _ content: Data, signer: String
    ) async throws(ListRefusal) -> MemoryList.Facts {
        // Reading a large list takes 100 MB for a second.
        defer { ProcessLimits.releaseFreedMemory() }
        let list: MemoryList
        do throws(MemoryList.Fault) {
            list = try memory.list(content, signer: signer)
            // Before it is kept, so that of two that come together the later is kept last.
            try memory.use(list)
        } catch {
            throw .list(error)
        }
        let version = SHA256.hash(data: content).prefix(8).map { String($0, radix: 16) }.joined(
            separator: "-")
        do throws(MemoryFault) { try await store.keep(content, of: signer, version: version) } catch {
            throw .store(error)
        }
        versions[signer] = version
        return list.facts
    }

    /// - Returns: false where no such list is used.
    func forget(_ signer: String) async throws(MemoryFault) -> Bool {
        guard memory.lists.contains(where: { $0.signer == signer }) else { return false }
        try await store.remove(signer)
        versions[signer] = nil
        return memory.dropList(of: signer)
    }

    /// What people here confirmed as scams, as a list for others.
    /// - Parameter days: how long it may be used.
    func made(name: String, days: Int) throws -> Data {
        let now = Int(Date().timeIntervalSince1970)
        return try MemoryList.signed(
            memory.confirmedScams(MemoryList.mostEntries), name: name, made: now,
            expires: now + days * Self.secondsOfDay, key: memory.key, by: signer)
    }
}

package enum ListRefusal: Error, Sendable, Equatable {
    case list(MemoryList.Fault)
    case store(MemoryFault)
}
