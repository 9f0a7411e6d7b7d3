import Crypto
package import Foundation
import Synchronization

/// The valid keys, from a file that may change while the server runs.
package final class KeyRing: Sendable {
    package enum Identity: Sendable, Equatable {
        case known(KeyRecord)
        /// The key is in the file, but its time is over.
        case expired(name: String)
        case unknown
    }

    private struct State {
        var records: [KeyRecord]
        /// The state of the file at the last attempt to read it, successful or not; nil where there was no file.
        var stamp: KeyFile.Stamp?
    }

    private let file: KeyFile
    private let state: Mutex<State>

    package init(path: String) throws(KeyFileError) {
        file = KeyFile(path: path)
        // The stamp is read before the file, so that the next reload notices a change between the two.
        let stamp = file.stamp
        state = Mutex(State(records: try file.read(), stamp: stamp))
    }

    package var count: Int { state.withLock { $0.records.count } }

    /// Finds the record of a key. It compares the hashes of all keys, each in constant time (`Digest`'s `==`), so the
    /// time that it takes shows nothing about the stored keys.
    package func identify(_ presented: String, at time: Date = Date()) -> Identity {
        let records = state.withLock { $0.records }
        guard let hash = APIKey.hash(presented) else { return .unknown }
        var found: KeyRecord?
        for record in records where hash == record.hash { found = record }
        guard let found else { return .unknown }
        return found.isExpired(at: time) ? .expired(name: found.name) : .known(found)
    }

    /// Reads the file again. Where the file can't be used, the keys stay as they are.
    package func reload() throws(KeyFileError) {
        let stamp = file.stamp
        state.withLock { $0.stamp = stamp }
        let records = try file.read()
        state.withLock { $0.records = records }
    }

    /// Reads the file again if it has changed. An error is thrown once for each change.
    /// - Returns: whether the file was read.
    package func reloadIfChanged() throws(KeyFileError) -> Bool {
        let stamp = file.stamp
        guard state.withLock({ $0.stamp != stamp }) else { return false }
        try reload()
        return true
    }
}
