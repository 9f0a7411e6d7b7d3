import Configuration
import Foundation

/// What was given for each setting: flags before environment before defaults.
struct SettingValues {
    private let reader: ConfigReader

    /// - Parameter arguments: without the program's name.
    init(arguments: [String], environment: [String: String]) throws(SettingsError) {
        reader = ConfigReader(providers: [
            InMemoryProvider(values: try Self.parse(arguments)),
            EnvironmentVariablesProvider(environmentVariables: environment),
        ])
    }

    func text(_ setting: Setting) -> String? {
        reader.string(forKey: setting.key) ?? setting.defaultValue
    }

    func directory(_ setting: Setting) -> URL? {
        text(setting).map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// - Parameter fallback: for a setting without a default.
    func number(
        _ setting: Setting, _ range: ClosedRange<Int>, default fallback: Int = 0
    ) throws(SettingsError) -> Int {
        guard let value = text(setting) else { return fallback }
        guard let number = Int(value), range.contains(number) else {
            throw .invalid(
                setting, value: value, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func seconds(_ setting: Setting, _ range: ClosedRange<Int>) throws(SettingsError) -> Duration {
        .seconds(try number(setting, range))
    }

    func flag(_ setting: Setting) throws(SettingsError) -> Bool {
        try choice(setting, Bool.init, "true or false")
    }

    func choice<T>(
        _ setting: Setting, _ make: (String) -> T?, _ expected: String
    ) throws(SettingsError) -> T {
        let value = text(setting) ?? ""
        guard let made = make(value) else { throw .invalid(setting, value: value, expected: expected) }
        return made
    }

    private static func parse(_ arguments: [String]) throws(SettingsError) -> [AbsoluteConfigKey: ConfigValue]
    {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let setting = Setting.all.first(where: { $0.flag == parts[0] }) else {
                throw .unknownFlag(argument)
            }
            var value = parts.count == 2 ? String(parts[1]) : nil
            if value == nil, setting.isSwitch, rest.first.flatMap(Bool.init) == nil { value = "true" }
            guard let value = value ?? rest.popFirst() else { throw .missingValue(flag: setting.flag) }
            values[AbsoluteConfigKey(setting.key)] = ConfigValue(.string(value), isSecret: false)
        }
        return values
    }
}
