import Configuration
import Foundation
import HTTP1
import HTTPServer
import Logging
import ScanService

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

/// The values in force: flags before environment before defaults.
struct Settings {
    enum LogFormat: String { case text, json }
    enum AccessLogFormat: String { case off, combined, json }

    let address: String
    let port: UInt16
    let server: ServerConfiguration
    let uploads: ScanService.Limits
    let pixelLimit: Int
    let languages: [String]
    let tessdata: String?
    let rules: URL?
    let lexicon: URL?
    let readers: Int
    /// Bytes for each.
    let readerMemory: Int
    let readerRecycle: Int
    let scanTimeout: Duration
    let queueLimit: Int
    let queueAge: Duration
    let shutdownTimeout: Duration
    let logLevel: Logger.Level
    let logFormat: LogFormat
    let accessLog: AccessLogFormat

    /// - Parameter arguments: without the program's name.
    init(arguments: [String], environment: [String: String]) throws(SettingsError) {
        let flags = InMemoryProvider(values: try Self.parse(arguments))
        let reader = ConfigReader(providers: [
            flags, EnvironmentVariablesProvider(environmentVariables: environment),
        ])
        func text(_ setting: Setting) -> String? {
            reader.string(forKey: setting.key) ?? setting.defaultValue
        }
        func number(_ setting: Setting, _ range: ClosedRange<Int>, default fallback: Int = 0)
            throws(SettingsError) -> Int
        {
            guard let value = text(setting) else { return fallback }
            guard let number = Int(value), range.contains(number) else {
                throw .invalid(
                    setting, value: value,
                    expected: "a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        func choice<T>(_ setting: Setting, _ make: (String) -> T?, _ expected: String) throws(SettingsError)
            -> T
        {
            let value = text(setting) ?? ""
            guard let made = make(value) else { throw .invalid(setting, value: value, expected: expected) }
            return made
        }
        address = text(.address) ?? ""
        port = UInt16(try number(.port, 0...65_535))
        uploads = ScanService.Limits(
            body: try number(.bodyLimit, 1_024...1 << 30), parts: try number(.partLimit, 1...1_000))
        pixelLimit = try number(.pixelLimit, 1...1 << 30)
        languages = try choice(.languages, Self.languages, "a list like eng or eng+deu")
        tessdata = text(.tessdata)
        rules = text(.rules).map { URL(fileURLWithPath: $0, isDirectory: true) }
        lexicon = text(.lexicon).map { URL(fileURLWithPath: $0, isDirectory: true) }
        readers = try number(.readers, 1...256, default: ProcessInfo.processInfo.activeProcessorCount)
        readerMemory = try number(.readerMemory, 256...65_536) << 20
        readerRecycle = try number(.readerRecycle, 1...1 << 30)
        scanTimeout = .seconds(try number(.scanTimeout, 1...600))
        queueLimit = try number(.queueLimit, 0...100_000)
        queueAge = .seconds(try number(.queueAge, 1...600))
        shutdownTimeout = .seconds(try number(.shutdownTimeout, 0...3_600))
        logLevel = try choice(.logLevel, Logger.Level.init(rawValue:), "a log level")
        logFormat = try choice(.logFormat, LogFormat.init(rawValue:), "text or json")
        accessLog = try choice(.accessLog, AccessLogFormat.init(rawValue:), "off, combined or json")
        server = try Self.server { setting, range throws(SettingsError) in
            try number(setting, range, default: Self.defaultEventLoops)
        }
    }

    /// The readers need the processor more than the connections do.
    private static var defaultEventLoops: Int {
        min(4, max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
    }

    private static func server(
        number: (Setting, ClosedRange<Int>) throws(SettingsError) -> Int
    ) throws(SettingsError) -> ServerConfiguration {
        var server = ServerConfiguration(eventLoops: try number(.eventLoops, 1...64))
        server.maxConnections = try number(.connectionLimit, 1...1_000_000)
        server.maxConnectionsPerAddress = try number(.connectionsPerAddress, 1...1_000_000)
        server.maxRequestsPerConnection = try number(.requestsPerConnection, 1...Int(Int32.max))
        server.limits.requestLine = try number(.requestLineLimit, 64...1 << 20)
        server.limits.fieldBytes = try number(.headerLimit, 64...1 << 20)
        server.limits.fieldCount = try number(.headerCount, 1...10_000)
        server.headerTimeout = .seconds(try number(.headerTimeout, 1...3_600))
        server.idleTimeout = .seconds(try number(.idleTimeout, 1...3_600))
        server.bodyTimeout = .seconds(try number(.bodyTimeout, 1...3_600))
        server.writeTimeout = .seconds(try number(.writeTimeout, 1...3_600))
        server.minimumRate = try number(.minimumRate, 1...1 << 30)
        return server
    }

    private static func parse(_ arguments: [String]) throws(SettingsError) -> [AbsoluteConfigKey: ConfigValue]
    {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let setting = Setting.allCases.first(where: { $0.flag == parts[0] }) else {
                throw .unknownFlag(argument)
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw .missingValue(flag: setting.flag)
            }
            values[AbsoluteConfigKey(setting.key)] = ConfigValue(.string(value), isSecret: false)
        }
        return values
    }

    private static func languages(_ value: String) -> [String]? {
        let names = value.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        return names.contains("") ? nil : names
    }
}
