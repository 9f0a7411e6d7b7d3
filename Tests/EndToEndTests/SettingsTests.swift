import Foundation
import Testing

/// Tests of the settings as an operator sees them: their documentation, and the messages about settings that can't be
/// used.
@Suite("Settings")
struct SettingsTests {
    /// The test that shows the effect of each flag and of each key in the limits file.
    private static let tests = [
        "--address": "ListeningTests/unix", "--port": "ListeningTests/restart",
        "--unix-socket-mode": "ListeningTests/unixMode", "--stop-when-idle": "OwnServerTests/idle",
        "--keys": "AccessTests/scopes",
        "--allowed-hosts": "RouteCaseTests/answersOverSockets",
        "--require-sandbox": "LifeTests/requiredSandbox",
        "--insecure": "AccessTests/exposure", "--rate": "RateTests/keys",
        "--trusted-proxies": "RateTests/proxies", "--cors-origins": "RouteCaseTests/answersOverSockets",
        "--language": "AnswerLanguageTests/own", "--languages": "SettingEffectTests/languages",
        "--tessdata": "SettingEffectTests/languages",
        "--limits": "LifeTests/settings", "--rules": "ReloadTests/reload", "--lexicon": "ReloadTests/refused",
        "--workers": "WorkerProcessesTests/life", "--database": "ResultTests/life",
        "--retention-days": "ResultTests/keepsNothing", "--store-text": "ResultTests/redactedText",
        "--feedback-directory": "FeedbackTests/life", "--memory": "MemoryTests/taught",
        "--memory-feeds": "MemoryListTests/feed",
        "--shared": "SharedServersTests/answerForEachOther", "--shared-ca": "SharedSettingTests/reach",
        "--shared-password-file": "SharedSettingTests/reach", "--shared-prefix": "SharedSettingTests/reach",
        "--require-durable": "SharedServersTests/durability", "--role": "SharedWorkTests/workerRole",
        "--webhooks": "WebhookTests/verdicts", "--webhook-allow-private": "WebhookTests/verdicts",
        "--webhook-ca": "WebhookSettingTests/authority", "--push": "PushCommandTests/setting",
        "--log-level": "DuplicateWorkTests/together",
        "--log-format": "LifeTests/settings", "--access-log": "ListeningTests/accessLog",
        "body_bytes": "LifeTests/settings", "pixels": "LifeTests/settings",
        "upload_mib": "AdmissionTests/uploadMemory", "texts": "AdmissionTests/texts",
        "worker_mib": "WorkerProcessesTests/settings", "worker_images": "WorkerProcessesTests/settings",
        "scan_seconds": "WorkerProcessesTests/deadlines",
        "scan_cpu_seconds": "WorkerProcessesTests/processorTime", "queue_length": "AdmissionTests/fullQueue",
        "queue_seconds": "WorkerProcessesTests/deadlines", "cache_mib": "DuplicateWorkTests/off",
        "cache_seconds": "DuplicateWorkTests/forgotten", "jobs": "JobTests/bounds",
        "job_mib": "JobTests/bounds", "job_seconds": "JobTests/deadline",
        "job_result_seconds": "JobTests/deadline", "event_heartbeat_seconds": "JobTests/heartbeat",
        "event_streams_per_job": "JobTests/subscribers", "database_mib": "SettingEffectTests/databaseSize",
        "webhook_attempts": "WebhookTests/outbox",
        "webhook_first_wait_seconds": "WebhookSettingTests/firstWait",
        "webhook_longest_wait_seconds": "WebhookSettingTests/longestWait",
        "outbox_messages": "WebhookSettingTests/outboxSize",
        "outbox_messages_per_session": "WebhookSettingTests/outboxSizeOfSession",
        "rate_burst": "RateTests/keys", "rate_clients": "RateTests/tableSize",
        "failed_keys": "AccessTests/guessing", "hsts_seconds": "RouteCaseTests/answersOverSockets",
        "event_loops": "SettingEffectTests/eventLoops", "connections": "SettingEffectTests/connections",
        "connections_per_address": "SettingEffectTests/connections",
        "header_seconds": "SettingEffectTests/timeouts", "idle_seconds": "SettingEffectTests/timeouts",
        "body_seconds": "SettingEffectTests/timeouts", "write_seconds": "SettingEffectTests/slowReader",
        "shutdown_seconds": "JobTests/drains",
    ]

    private static let document = Sample.root.appendingPathComponent("docs/settings.md")

    @Test("docs/settings.md is what the server prints")
    func documented() throws {
        let printed = try ServerProcess.run(["settings"])
        #expect(printed.status == 0)
        #expect(
            try String(contentsOf: Self.document, encoding: .utf8) == printed.output,
            "typesafe-server settings >docs/settings.md")
    }

    @Test("Every setting has a test that shows its effect, and at most 37 are flags")
    func tested() throws {
        let rows = try String(contentsOf: Self.document, encoding: .utf8).split(separator: "\n## ")
        let flags = rows[1].matches(of: /\n\| `(--[a-z-]+)` \| `(TYPESAFE_[A-Z_]+)` \|/)
        let keys = rows[2].matches(of: /\n\| `([a-z_]+)` \|/).map { String($0.1) }
        #expect(flags.count <= 37)
        for flag in flags {
            #expect("TYPESAFE_" + flag.1.dropFirst(2).uppercased().replacing("-", with: "_") == flag.2)
        }
        #expect((flags.map { String($0.1) } + keys).sorted() == Self.tests.keys.sorted())
        let folder = Sample.root.appendingPathComponent("Tests/EndToEndTests")
        for (setting, test) in Self.tests {
            let parts = test.split(separator: "/")
            let file = folder.appendingPathComponent("\(parts[0]).swift")
            let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            #expect(source.contains("func \(parts[1])("), "\(setting): \(test)")
        }
    }

    @Test("Help shows the commands, and every flag with its default")
    func help() throws {
        let help = try ServerProcess.run(["--help"])
        #expect(help.status == 0 && help.error.isEmpty)
        for command in ["serve", "read", "keys", "outbox", "healthcheck"] {
            #expect(help.output.contains("\n  \(command) "), "\(command)")
        }
        let serve = try ServerProcess.run(["serve", "--help"]).output
        for setting in Self.tests.keys where setting.hasPrefix("--") { #expect(serve.contains(setting)) }
        #expect(serve.contains("(default: 8080)") && serve.contains("TYPESAFE_RETENTION_DAYS"))
        #expect(try ServerProcess.run(["--version"]).output.contains("0.2.0"))
    }

    @Test("A file of limits is refused with file, line and reason")
    func badLimits() throws {
        let cases = [
            ("body_bytes: 2048\nqueue_lenght: 1\n", 2, "queue_lenght"), ("body_bytes: many\n", 1, "number"),
            ("# none\nworker_mib: 255\n", 2, "from 256"), ("texts: 0\n", 1, "texts"),
            ("upload_mib: 0\n", 1, "upload_mib"), ("rate_burst: 0\n", 1, "rate_burst"),
            ("rate_clients: 0\n", 1, "rate_clients"), ("failed_keys: 0\n", 1, "failed_keys"),
            ("hsts_seconds: -1\n", 1, "hsts_seconds"), ("- texts\n", 1, "key: number"),
            ("texts: [1]\n", 1, "texts"),
            ("texts: 1\ntexts: 2\n", 2, "texts"),
        ]
        for (text, line, reason) in cases {
            let file = try LimitsFile(text: text)
            let run = try ServerProcess.run(["--port", "0"] + file.arguments)
            #expect(run.status == 64 && run.error.contains("\(file.url.path):\(line): "), "\(run.error)")
            #expect(run.error.contains(reason) && run.error.split(separator: "\n").count == 1, "\(text)")
        }
        let missing = try ServerProcess.run(["--limits", "/nowhere.yaml"])
        #expect(missing.status == 64 && missing.error.contains("/nowhere.yaml"))
    }

    @Test("A setting that is gone is refused with what replaced it, as a flag and as a variable")
    func removed() throws {
        let flag = try ServerProcess.run(["--queue-limit", "5"])
        #expect(flag.status == 64 && flag.error.split(separator: "\n").count == 1)
        #expect(
            flag.error.contains(
                "--queue-limit is now queue_length in the file of --limits; see docs/settings.md"))
        let variable = try ServerProcess.run([], environment: ["TYPESAFE_READERS": "2"])
        #expect(
            variable.status == 64 && variable.error.contains("TYPESAFE_READERS is now TYPESAFE_WORKERS;"))
        let constant = try ServerProcess.run(["serve", "--part-limit=5"])
        #expect(constant.status == 64 && constant.error.contains("--part-limit is gone: its value is fixed"))
        let read = try ServerProcess.run(["read", "--scan-timeout", "1", "a.png"])
        #expect(read.status == 64 && read.error.contains("scan_seconds"))
    }

    @Test("An empty variable counts as none, and a flag comes before a variable")
    func variables() throws {
        let empty = try ServerProcess.run(
            ["--address", "192.0.2.1"], environment: ["TYPESAFE_RATE": "", "TYPESAFE_READERS": ""])
        #expect(empty.status == 69)
        let flag = try ServerProcess.run(
            ["healthcheck", "--port", "1"], environment: ["TYPESAFE_PORT": "x"])
        #expect(flag.status == 1)
        let variable = try ServerProcess.run(["healthcheck"], environment: ["TYPESAFE_PORT": "x"])
        #expect(variable.status == 64 && variable.error.contains("TYPESAFE_PORT"))
    }
}
