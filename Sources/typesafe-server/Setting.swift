import ArgumentParser
import Foundation

/// A flag that may also be given as an environment variable. Its declaration as an `@Option` gives the name, the default and
/// the meaning.
struct Setting {
    /// The flag's name without dashes, such as `retention-days`.
    let name: String
    /// The default as the help shows it; nil where the flag has none.
    let defaultValue: String?
    let meaning: String

    var flag: String { "--" + name }

    /// Whether the flag may be given without a value, which then is `true`.
    var isSwitch: Bool { defaultValue == "false" }

    var environmentVariable: String { Self.environmentVariable(of: name) }

    static func environmentVariable(of name: String) -> String {
        "TYPESAFE_" + name.uppercased().replacing("-", with: "_")
    }

    /// Lists the options of a group in the order of their declaration.
    static func all(of group: any ParsableArguments.Type) -> [Setting] {
        // The description that `--experimental-dump-help` prints: ArgumentParser's one public list of options.
        let json = Data(group._dumpHelp().utf8)
        let options = (try? JSONDecoder().decode(HelpDump.self, from: json))?.command.arguments ?? []
        return options.compactMap { option in
            guard option.kind == "option", let name = option.preferredName?.name else { return nil }
            return Setting(name: name, defaultValue: option.defaultValue, meaning: option.abstract ?? "")
        }
    }

    /// Part of ArgumentParser's `ToolInfoV0`.
    private struct HelpDump: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                let name: String
            }

            let kind: String
            let preferredName: Name?
            let defaultValue: String?
            let abstract: String?
        }

        let command: Command
    }
}

/// A command with options that may be given as environment variables.
protocol ConfigurableCommand: ParsableCommand {
    /// The groups that hold these options.
    static var settings: [any ParsableArguments.Type] { get }
}

/// Settings of a command from environment variables: `TYPESAFE_LOG_LEVEL=debug` counts as `--log-level=debug` unless the
/// command line has that flag. An empty variable counts as none, as some supervisors can't unset what an image sets.
struct EnvironmentSettings {
    private let settings: [Setting]
    private let values: [(setting: Setting, value: String)]

    /// - Parameter arguments: the command line without the program's name.
    init(_ environment: [String: String], for arguments: [String]) {
        let given = Set(arguments.map { String($0.prefix { $0 != "=" }) })
        let groups = (Self.command(of: arguments) as? any ConfigurableCommand.Type)?.settings ?? []
        settings = groups.flatMap { Setting.all(of: $0) }
        values = settings.compactMap { setting in
            guard !given.contains(setting.flag), let value = environment[setting.environmentVariable],
                !value.isEmpty
            else { return nil }
            return (setting, value)
        }
    }

    /// Returns the command line with a flag for each variable, and with `=true` behind each switch without a value.
    func adding(to arguments: [String]) -> [String] {
        let flags = values.map { "\($0.setting.flag)=\($0.value)" }
        let switches = Set(settings.filter(\.isSwitch).map(\.flag))
        // Behind `--` everything is a file's name.
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let given = arguments[..<end].indices.map { index in
            let next = index + 1 < end ? arguments[index + 1] : ""
            return switches.contains(arguments[index]) && Bool(next) == nil
                ? arguments[index] + "=true" : arguments[index]
        }
        return given + flags + arguments[end...]
    }

    /// Names the variable in an error message about a flag that came from a variable.
    func naming(_ message: String) -> String {
        let words = message.split { !($0.isLetter || $0 == "-") }
        guard let culprit = values.first(where: { words.contains(Substring($0.setting.flag)) }) else {
            return message
        }
        return "\(culprit.setting.environmentVariable): \(message)"
    }

    private static func command(of arguments: [String]) -> any ParsableCommand.Type {
        var command: any ParsableCommand.Type = TypeSafeServer.self
        for argument in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == argument })
            else { break }
            command = next
        }
        return command == TypeSafeServer.self ? ServeCommand.self : command
    }
}

/// Flags and variables of earlier versions. Who still gives one is told what to use instead.
enum RemovedSettings {
    enum Replacement {
        case flag(String)
        case limit(String)
        case constant
    }

    /// Throws if a command line or an environment has a setting that is gone.
    /// - Parameter arguments: the command line without the program's name.
    static func check(_ arguments: [String], _ environment: [String: String]) throws(CommandFailure) {
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.dropFirst(2).prefix { $0 != "=" })
            if let replacement = replacements[name] { throw failure("--\(name)", replacement) { "--" + $0 } }
        }
        for (name, replacement) in replacements {
            let variable = Setting.environmentVariable(of: name)
            if environment[variable, default: ""].isEmpty { continue }
            throw failure(variable, replacement, Setting.environmentVariable(of:))
        }
    }

    /// - Parameter spelling: makes a flag or a variable of a setting's name.
    private static func failure(
        _ given: String, _ replacement: Replacement, _ spelling: (String) -> String
    ) -> CommandFailure {
        let instead =
            switch replacement {
            case .flag(let name): "is now \(spelling(name))"
            case .limit(let key): "is now \(key) in the file of \(spelling("limits"))"
            case .constant: "is gone: its value is fixed"
            }
        return .usage("\(given) \(instead); see docs/settings.md")
    }

    /// Replacements by the name of the flag that is gone, without dashes.
    static let replacements: [String: Replacement] = [
        "body-limit": .limit("body_bytes"), "body-timeout": .limit("body_seconds"),
        "cache-seconds": .limit("cache_seconds"), "cache-size": .limit("cache_mib"),
        "connection-limit": .limit("connections"),
        "connections-per-address": .limit("connections_per_address"),
        "database-limit": .limit("database_mib"), "database-queue": .constant, "database-timeout": .constant,
        "event-heartbeat": .limit("event_heartbeat_seconds"), "event-loops": .limit("event_loops"),
        "event-subscribers": .constant, "event-subscribers-per-scan": .limit("event_streams_per_job"),
        "failed-keys": .limit("failed_keys"), "header-count": .constant, "header-limit": .constant,
        "header-timeout": .limit("header_seconds"), "hsts": .limit("hsts_seconds"),
        "idempotency-seconds": .constant, "idempotency-size": .constant,
        "idle-timeout": .limit("idle_seconds"), "job-limit": .limit("jobs"),
        "job-seconds": .limit("job_result_seconds"), "job-size": .limit("job_mib"),
        "job-timeout": .limit("job_seconds"), "minimum-rate": .constant, "outbox-days": .constant,
        "outbox-limit": .limit("outbox_messages"),
        "outbox-session-limit": .limit("outbox_messages_per_session"), "part-limit": .constant,
        "pixel-limit": .limit("pixels"), "queue-age": .limit("queue_seconds"),
        "queue-limit": .limit("queue_length"), "rate-burst": .limit("rate_burst"),
        "rate-clients": .limit("rate_clients"), "reader-memory": .limit("worker_mib"),
        "reader-recycle": .limit("worker_images"), "readers": .flag("workers"),
        "request-line-limit": .constant, "requests-per-connection": .constant,
        "scan-timeout": .limit("scan_seconds"), "sharing-days": .constant, "sharing-limit": .constant,
        "shutdown-timeout": .limit("shutdown_seconds"), "sweep-interval": .constant,
        "text-limit": .limit("texts"), "upload-memory": .limit("upload_mib"),
        "webhook-attempts": .limit("webhook_attempts"), "webhook-concurrency": .constant,
        "webhook-first-wait": .limit("webhook_first_wait_seconds"),
        "webhook-longest-wait": .limit("webhook_longest_wait_seconds"), "webhook-timeout": .constant,
        "write-timeout": .limit("write_seconds"),
    ]
}
