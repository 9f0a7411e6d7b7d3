import ArgumentParser
import BundledResources
import Foundation
import ScanService
import Scanning
import Storage
import SystemSupport

/// What is stored, where, and for how long.
struct StorageSettings: ParsableArguments {
    /// Days that results may be kept. The upper bound limits what a stolen database reveals.
    static let retentionRange = 0...30
    private static let secondsPerDay = 86_400

    @OptionGroup var file: DatabaseSettings

    @Option(help: ArgumentHelp("days that results are kept, 0 to 30; 0 keeps none", valueName: "days"))
    var retentionDays = 7

    @Option(
        help: ArgumentHelp(
            "whether the message's text is kept with its result, without numbers, addresses and accounts",
            valueName: "bool"))
    var storeText = false

    @Option(
        help: ArgumentHelp(
            "folder for feedback on wrong verdicts, for `typesafe rules review` [no feedback is kept]",
            valueName: "dir"))
    var feedbackDirectory: String?

    @Option(
        help: ArgumentHelp(
            "file for fingerprints of messages that keys with the scope teach confirmed; its key is made beside it, and with --shared the fingerprints are in Redis [nothing is remembered]",
            valueName: "file"))
    var memory: String?

    @Option(
        help: ArgumentHelp(
            "file with lists of known scams that are fetched: a URL and its key in each line, see docs/memory.md [none]",
            valueName: "file"))
    var memoryFeeds: String?

    func validate() throws {
        guard Self.retentionRange.contains(retentionDays) else {
            throw ValidationError("--retention-days takes 0 to \(Self.retentionRange.upperBound)")
        }
    }

    var retention: Duration { .seconds(retentionDays * Self.secondsPerDay) }

    /// The store's configuration; nil where nothing is stored.
    func configuration(_ limits: Limits) -> StoreConfiguration? {
        file.url.map { url in
            var configuration = StoreConfiguration(
                file: url, retention: retention,
                sizeLimit: limits.databaseSize)
            configuration.outbox = limits.outbox
            return configuration
        }
    }
}

/// The database file.
struct DatabaseSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp("SQLite file for results of sessions [nothing is stored]", valueName: "file"))
    var database: String?

    var url: URL? {
        database.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
    }
}

/// What several servers remember together, and whether that must survive a crash.
struct SharedSettings: ParsableArguments {
    @OptionGroup var server: SharedServerSettings

    @Option(
        help: ArgumentHelp(
            "serve only if Redis' settings keep what it acknowledged through a crash (exit code 77 if not)",
            valueName: "bool"))
    var requireDurable = false

    @Option(
        help: ArgumentHelp(
            "this server's part: all, front (hands asynchronous scans to others) or worker (does them, and serves nothing but health, versions and metrics)",
            valueName: "role"))
    var role = ServerRole.all

    func validate() throws {
        if role != .all, server.url == nil { throw ValidationError("--role \(role) needs --shared") }
        if requireDurable, server.url == nil { throw ValidationError("--require-durable needs --shared") }
    }
}

/// The Redis server that servers share.
struct SharedServerSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Redis server for all that several servers remember together, in place of --database: redis://host:6379/0, rediss:// for TLS, redis+sentinel://host,host/name/0 or unix:/path?db=0, with a user as redis://user@host [none]",
            valueName: "url"),
        transform: SharedServerSettings.parse)
    var shared: SharedURL?

    @Option(help: ArgumentHelp("file with the password for --shared [none]", valueName: "file"))
    var sharedPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "what all names in Redis begin with, another one for each environment", valueName: "text"))
    var sharedPrefix = "typesafe"

    @Option(
        help: ArgumentHelp(
            "PEM file of the authorities that sign the certificate of a rediss:// server [the system's]",
            valueName: "file"))
    var sharedCA: String?

    /// The argument of `--shared`; an empty one counts as none.
    struct SharedURL: Sendable {
        let url: RedisURL?
    }

    var url: RedisURL? { shared?.url }

    func validate() throws {
        let isPlain = sharedPrefix.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
        }
        if sharedPrefix.isEmpty || !isPlain {
            throw ValidationError("--shared-prefix takes letters, digits, -, _ and .")
        }
    }

    private static func parse(_ text: String) throws -> SharedURL {
        if text.isEmpty { return SharedURL(url: nil) }
        do throws(RedisURL.Problem) { return SharedURL(url: try RedisURL(text)) } catch {
            switch error {
            case .form:
                throw ValidationError(
                    "not of the form redis://[user@]host[:port][/db], redis+sentinel://host,host/name or unix:/path[?db=0]"
                )
            case .password:
                throw ValidationError("the password belongs into the file of --shared-password-file")
            }
        }
    }

    /// - Parameter retention: how long results are kept.
    func configuration(_ url: RedisURL, retention: Duration) throws(CommandFailure) -> SharedConfiguration {
        func path(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        do throws(SocketError) {
            return SharedConfiguration(
                access: try RedisAccess(
                    url: url, passwordFile: path(sharedPasswordFile), authorities: path(sharedCA)),
                prefix: sharedPrefix, retention: retention)
        } catch {
            throw .unavailable("\(error)")
        }
    }
}

extension ServeCommand {
    /// Lets this server do its part of what all servers of one Redis do together.
    func share(
        _ store: SharedStore, _ limits: Limits, jobs: inout JobOptions, policy: inout AccessPolicy,
        pipeline: ScanPipeline
    ) {
        let (access, prefix) = (store.configuration.access, store.configuration.prefix)
        let lifetimes = JobRecords.Lifetimes(deadline: jobs.jobs.deadline, kept: jobs.jobs.lifetime)
        let rates = RateStore(store.client, prefix: prefix)
        let cache = limits.pipeline.readingCache
        let readings = ReadingStore(
            store.client, prefix: prefix, bytes: cache.bytes, lifetime: cache.lifetime)
        pipeline.share(readings, version: Installation.version)
        jobs.shared = SharedWork(
            records: JobRecords(store.client, prefix: prefix, lifetimes: lifetimes),
            waiting: RedisClient(access), subscriber: RedisSubscriber(access), rates: rates,
            readings: readings, name: Self.workerName)
        jobs.role = shared.role
        jobs.sharedClaims = ClaimStore(store.client, prefix: prefix, lifetime: jobs.responseLifetime)
        policy.shared = rates
    }

    /// Names this process among all workers. Containers may have the same process id, and a host's name may come again.
    private static var workerName: String {
        let process = ProcessInfo.processInfo
        return "\(process.hostName)-\(process.processIdentifier)-\(UUID().uuidString.prefix(8))"
    }
}

extension ReadingStore: SharedReadings {}
extension ServerRole: ExpressibleByArgument {}
