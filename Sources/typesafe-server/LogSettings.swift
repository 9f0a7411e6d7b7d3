import Logging

/// What is logged, and how.
struct LogSettings {
    enum Format: String { case text, json }
    enum AccessFormat: String { case off, combined, json }

    let level: Logger.Level
    let format: Format
    let access: AccessFormat

    init(_ values: SettingValues) throws(SettingsError) {
        level = try values.choice(.logLevel, Logger.Level.init(rawValue:), "a log level")
        format = try values.choice(.logFormat, Format.init(rawValue:), "text or json")
        access = try values.choice(.accessLog, AccessFormat.init(rawValue:), "off, combined or json")
    }

    static let all: [Setting] = [.logLevel, .logFormat, .accessLog]
}

extension Setting {
    fileprivate static let logLevel = Setting(
        "log-level", default: "info", "trace, debug, info, notice, warning, error or critical")
    fileprivate static let logFormat = Setting("log-format", default: "text", "text or json")
    fileprivate static let accessLog = Setting(
        "access-log", default: "off", "off, or a line a request on standard output: combined or json")
}
