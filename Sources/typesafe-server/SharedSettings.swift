import ArgumentParser
import Foundation
import Storage
import ScanService
import SystemSupport

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
