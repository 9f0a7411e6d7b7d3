import ScanService
import Logging

/// Takes up changes of the key file while the server runs.
struct KeyFileWatcher: Sendable {
    /// Time between two looks at the file. The documentation promises that changes count within a second.
    private static let interval = Duration.seconds(1)

    let keys: KeyRing
    let logger: Logger

    /// Looks at the file again and again for as long as the process lives.
    func start() {
        Task {
            while (try? await Task.sleep(for: Self.interval)) != nil {
                load { () throws(KeyFileError) in try keys.reloadIfChanged() }
            }
        }
    }

    /// Reads the file again, changed or not.
    func reload() {
        load { () throws(KeyFileError) in
            try keys.reload()
            return true
        }
    }

    private func load(_ body: () throws(KeyFileError) -> Bool) {
        do throws(KeyFileError) {
            if try body() { logger.notice("keys loaded", metadata: ["count": "\(keys.count)"]) }
        } catch {
            logger.error("keys stay as they were", metadata: ["why": "\(error)"])
        }
    }
}
