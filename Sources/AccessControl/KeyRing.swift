import Crypto
package import Foundation
import Synchronization

/// The keys in force, from a file that may change while the server runs.
package final class KeyRing: Sendable {
    package enum Identity: Sendable, Equatable {
        case known(KeyRecord)
        /// One of ours whose time has passed.
        case expired(name: String)
        case unknown
    }

    private struct State {
        var records: [KeyRecord]
        /// The file that was looked at last, whether it could be used or not; nil where there was none.
        var stamp: KeyFile.Stamp?
    }

    private let file: KeyFile
    private let state: Mutex<State>

    package init(path: String) throws(KeyFileError) {
        file = KeyFile(path: path)
        // The stamp first: a change between the two is seen as one later.
        let stamp = file.stamp
        state = Mutex(State(records: try file.read(), stamp: stamp))
    }

    package var count: Int { state.withLock { $0.records.count } }

    /// Whose key it is. All hashes are compared, and each wholly (`Digest`'s comparison takes the same time for all
    /// contents), so that the time tells nothing about the keys there are.
    package func identify(_ presented: String, at time: Date = Date()) -> Identity {
        let records = state.withLock { $0.records }
        guard let hash = APIKey.hash(presented) else { return .unknown }
        var found: KeyRecord?
        for record in records where hash == record.hash { found = record }
        guard let found else { return .unknown }
        return found.isExpired(at: time) ? .expired(name: found.name) : .known(found)
    }

    /// Reads the file again; where it can't be used, the keys stay as they were.
    package func reload() throws(KeyFileError) {
        let stamp = file.stamp
        state.withLock { $0.stamp = stamp }
        let records = try file.read()
        state.withLock { $0.records = records }
    }

    /// Reloads where the file is another than last time. What is wrong with it is thrown once.
    /// - Returns: whether there are new keys.
    package func reloadIfChanged() throws(KeyFileError) -> Bool {
        let stamp = file.stamp
        guard state.withLock({ $0.stamp != stamp }) else { return false }
        try reload()
        return true
    }
}
