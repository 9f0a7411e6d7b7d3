import ArgumentParser

/// `typesafe-server settings`: prints docs/settings.md, which a test compares with the file.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Prints all settings in Markdown.", shouldDisplay: false)

    func run() {
        let sections = LimitKey.sections.map { "### \($0.title)\n\n" + Self.table(of: $0.keys) }
        print(
            """
            # Settings

            <!-- Made by `typesafe-server settings >docs/settings.md`; a test compares them. -->

            The server takes its settings from flags, and from environment variables where a flag isn't given. An empty variable
            counts as none. `typesafe-server help` lists the commands, `typesafe-server help serve` the flags.

            ## Flags

            \(Self.flagTable)

            `read`, `keys`, `outbox` and `healthcheck` take those of these flags that concern them, from the environment too.

            ## Limits

            `--limits FILE` names a YAML file of `key: number` lines. It is read at the start; a key that it doesn't name keeps its
            default, and one that isn't listed here, or a number out of range, ends the start with file, line and reason. Names end
            in their unit: bytes, MiB (1,048,576 bytes) or seconds; the others count things.

            ```yaml
            # A small machine
            queue_length: 8
            upload_mib: 64
            worker_mib: 512
            ```

            \(sections.joined(separator: "\n\n"))
            """)
    }

    private static var flagTable: String {
        let rows = ServeCommand.settings.flatMap { Setting.all(of: $0) }.map { setting in
            // A default that isn't a value stands in brackets behind the meaning.
            let parts = setting.meaning.split(separator: " [", maxSplits: 1)
            let defaultText = parts.dropFirst().first.map { String($0.dropLast()) } ?? setting.defaultValue
            return
                "| `\(setting.flag)` | `\(setting.environmentVariable)` | \(defaultText ?? "") | \(parts[0]) |"
        }
        return (["| flag | variable | default | meaning |", "|---|---|---|---|"] + rows).joined(
            separator: "\n")
    }

    private static func table(of keys: [LimitKey]) -> String {
        let defaults = Limits()
        let rows = keys.map { key in
            "| `\(key.name)` | \(key.defaultText ?? "\(key.get(defaults))") | \(key.range.lowerBound) to \(key.range.upperBound) | \(key.meaning) |"
        }
        return (["| key | default | range | meaning |", "|---|---|---|---|"] + rows).joined(separator: "\n")
    }
}
