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
