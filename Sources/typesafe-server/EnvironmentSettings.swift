import ArgumentParser

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
