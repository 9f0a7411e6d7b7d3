/// A setting or flag that can't be used; `description` is the one line for standard error.
enum SettingsError: Error, CustomStringConvertible {
    case unknownFlag(String)
    case missingValue(flag: String)
    case invalid(Setting, value: String, expected: String)

    var description: String {
        switch self {
        case .unknownFlag(let flag): "unknown argument \(flag); see --help"
        case .missingValue(let flag): "\(flag) needs a value"
        case .invalid(let setting, let value, let expected):
            "\(setting.flag) (\(setting.environmentVariable)): \"\(value)\" is not \(expected)"
        }
    }
}
