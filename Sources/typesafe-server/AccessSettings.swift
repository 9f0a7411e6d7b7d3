import ArgumentParser
import Logging
import ScanService

/// The flags that say who may use the server, and how often.
struct AccessSettings: ParsableArguments {
    /// Units a minute where other machines can reach the server: 60 pictures a minute are more than a person sends and a
    /// seventh of what one core reads.
    private static let exposedRate = 600

    @OptionGroup var keyFile: KeyFileSettings

    @Option(help: ArgumentHelp("serve without keys on other addresses than loopback", valueName: "bool"))
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "units a minute for each client (key or address); a picture costs 10, a text 2, other requests 1, and processor time beyond that 100 a second; 0 for no limit [0 on loopback, 600 elsewhere]",
            valueName: "units"),
        transform: { try number($0, in: 0...1_000_000) })
    var rate: Int?

    @Option(
        help: ArgumentHelp(
            "addresses and ranges, joined by commas, whose X-Forwarded-For is believed; unix for Unix sockets [none]",
            valueName: "list"),
        transform: AccessSettings.parseProxies)
    var trustedProxies: TrustedProxies?

    @Option(
        help: ArgumentHelp(
            "origins, joined by commas, whose pages may call the server from a browser [none]",
            valueName: "list"),
        transform: AccessSettings.parseOrigins)
    var corsOrigins: CrossOriginPolicy?

    @Option(
        help: ArgumentHelp(
            "names, joined by commas, by which clients may call a server without keys, beside its addresses and localhost [none]",
            valueName: "list"),
        transform: AccessSettings.parseHosts)
    var allowedHosts: HostPolicy?

    /// Makes the policy, and reads the key file.
    /// - Parameter isExposed: whether the server listens where more than this machine can reach it.
    func policy(
        _ limits: Limits, isExposed: Bool, _ logger: Logger
    ) throws(CommandFailure) -> AccessPolicy {
        if isExposed, keyFile.path == nil, !insecure {
            throw .configuration(
                "others than this machine could use the server: give it a key file (--keys), or --insecure if "
                    + "something else guards it")
        }
        var policy = limits.access
        do throws(KeyFileError) {
            policy.keys = try keyFile.path.map { path throws(KeyFileError) in try KeyRing(path: path) }
        } catch {
            throw .configuration("\(error)")
        }
        let rate = rate ?? (isExposed ? Self.exposedRate : 0)
        policy.rate = rate > 0 ? RateLimit(unitsPerMinute: rate, burst: policy.burst) : nil
        policy.proxies = trustedProxies ?? .none
        policy.hosts = allowedHosts ?? .local
        if isExposed, policy.keys == nil {
            logger.warning("no keys are asked for: whoever reaches the server may use it")
        }
        return policy
    }

    private static func parseProxies(_ text: String) throws -> TrustedProxies {
        if text.isEmpty { return .none }
        guard let proxies = TrustedProxies(text) else {
            throw ValidationError(
                "not a list of addresses, ranges like 10.0.0.0/8 and unix, joined by commas")
        }
        return proxies
    }

    private static func parseHosts(_ text: String) throws -> HostPolicy {
        if text.isEmpty { return .local }
        guard let hosts = HostPolicy(text) else {
            throw ValidationError("not a list of names like scanner.example, joined by commas")
        }
        return hosts
    }

    private static func parseOrigins(_ text: String) throws -> CrossOriginPolicy {
        if text.isEmpty { return .none }
        guard let origins = CrossOriginPolicy(text) else {
            throw ValidationError("not a list of origins like https://app.example, joined by commas")
        }
        return origins
    }
}

/// The flag of the key file, which `serve` and `keys` share.
struct KeyFileSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "file with the API keys that clients need; typesafe-server keys writes it [no keys are needed]",
            valueName: "file"))
    var keys: String?

    /// The file's path; nil where no key is asked for.
    var path: String? { keys.flatMap { $0.isEmpty ? nil : $0 } }
}

/// Parses the value of a flag; throws if it is no number of the range.
func number(_ text: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw ValidationError("not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
}

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
