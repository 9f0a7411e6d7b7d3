import AccessControl
import Logging
import ScanService

/// What the settings and the place where the server listens make of access: its policy, and keys that follow their file.
struct AccessSetup {
    enum Failure: Error, CustomStringConvertible {
        case keysNeeded
        case keys(KeyFileError)

        var description: String {
            switch self {
            case .keysNeeded:
                "others than this machine could use the server: give it a key file (--keys), or --insecure if "
                    + "something else guards it"
            case .keys(let error): "\(error)"
            }
        }
    }

    /// How often the key file is looked at.
    private static let interval = Duration.seconds(1)

    let policy: AccessPolicy
    private let keys: KeyRing?
    private let isOpen: Bool

    /// - Parameter isExposed: whether the server listens where more than this machine can reach it.
    init(_ settings: AccessSettings, isExposed: Bool) throws(Failure) {
        if isExposed, settings.keys == nil, !settings.isInsecure { throw .keysNeeded }
        do throws(KeyFileError) {
            keys = try settings.keys.map { path throws(KeyFileError) in try KeyRing(path: path) }
        } catch {
            throw .keys(error)
        }
        isOpen = isExposed && settings.keys == nil
        let rate = settings.rate ?? (isExposed ? AccessSettings.exposedRate : 0)
        policy = AccessPolicy(
            keys: keys,
            rate: rate > 0 ? RateLimit(unitsPerMinute: rate, burst: settings.burst) : nil,
            burst: settings.burst,
            failures: RateLimit(unitsPerMinute: settings.failedKeys, burst: settings.failedKeys),
            clients: settings.rateClients, proxies: settings.proxies)
    }

    /// Says where nobody is kept out, and takes up changes of the key file for as long as the process lives.
    func follow(logger: Logger) {
        if isOpen { logger.warning("no keys are asked for: whoever reaches the server may use it") }
        guard let keys else { return }
        Task {
            while (try? await Task.sleep(for: Self.interval)) != nil {
                Self.report(logger, keys) { () throws(KeyFileError) in try keys.reloadIfChanged() }
            }
        }
    }

    /// Reads the key file again, changed or not.
    func reload(logger: Logger) {
        guard let keys else { return }
        Self.report(logger, keys) { () throws(KeyFileError) in
            try keys.reload()
            return true
        }
    }

    private static func report(
        _ logger: Logger, _ keys: KeyRing, _ load: () throws(KeyFileError) -> Bool
    ) {
        do throws(KeyFileError) {
            if try load() { logger.notice("keys loaded", metadata: ["count": "\(keys.count)"]) }
        } catch {
            logger.error("keys stay as they were", metadata: ["why": "\(error)"])
        }
    }
}
