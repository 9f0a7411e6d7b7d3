import Foundation

/// The user's settings. A value in the environment has priority over one in the settings file, which has priority over
/// the default.
package struct ClientSettings: Sendable {
    package enum Source: String, Sendable, CaseIterable {
        case environment, file, `default`
    }

    private let store: JSONStore<[String: String]>
    private let environment: [String: String]
    private let stored: [String: String]

    package init(path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        // The largest file in bytes: 64 KiB hold more folders than a person would name.
        store = JSONStore(file: LockedFile(path: path, sizeLimit: 65_536), empty: [:])
        self.environment = environment
        stored = store.value()
    }

    /// Whether any setting is in the file or in the environment.
    package var isConfigured: Bool {
        !stored.isEmpty || ClientSetting.allCases.contains { inEnvironment($0) != nil }
    }

    package func value(_ setting: ClientSetting) -> (value: String, source: Source) {
        if let value = inEnvironment(setting).flatMap(setting.checked) {
            return (value, .environment)
        }
        if let value = stored[setting.rawValue].flatMap(setting.checked) { return (value, .file) }
        return (setting.defaultValue, .default)
    }

    /// Settings whose environment variable holds a value that they don't accept. Such a value is ignored.
    package var invalidInEnvironment: [ClientSetting] {
        ClientSetting.allCases.filter { setting in
            inEnvironment(setting).map { setting.checked($0) == nil } ?? false
        }
    }

    /// An empty variable counts as none, as it does for the server.
    private func inEnvironment(_ setting: ClientSetting) -> String? {
        environment[setting.environment]?.nonEmpty
    }

    package func set(_ setting: ClientSetting, to value: String) throws {
        guard let checked = setting.checked(value) else { throw SettingError.invalid(setting, value: value) }
        try store.update { $0[setting.rawValue] = checked }
    }

    /// Removes a setting from the file, so that its default applies; with nil, removes all of them.
    package func reset(_ setting: ClientSetting?) throws {
        try store.update { stored in
            if let setting { stored[setting.rawValue] = nil } else { stored = [:] }
        }
    }

    package var prompts: Bool { value(.prompts).value == "on" }
    package var autoScan: Bool { value(.autoScan).value == "on" }
    package var usesSession: Bool { value(.session).value == "on" }
    package var storesHistory: Bool { value(.storeHistory).value == "on" }
    package var retentionDays: Int { Int(value(.retentionDays).value) ?? 0 }
    package var waitMinutes: Int { Int(value(.waitMinutes).value) ?? 0 }
    package var server: String { value(.server).value }
    package var apiKey: String? { value(.apiKey).value.nonEmpty }
    package var country: String? { value(.country).value.nonEmpty }
    package var folders: [String] { value(.folders).value.split(separator: ":").map(String.init) }
}

package enum SettingError: Error, Equatable, Sendable {
    case invalid(ClientSetting, value: String)
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// All settings of the command line. A raw value is the setting's name in the settings file, on the command line and in
/// the documentation.
package enum ClientSetting: String, CaseIterable, Sendable {
    case server
    case apiKey = "api-key"
    case prompts
    case autoScan = "auto-scan"
    case folders
    case waitMinutes = "wait-minutes"
    case country
    case notify
    case notifyTokenFile = "notify-token-file"
    case session
    case storeHistory = "store-history"
    case retentionDays = "retention-days"

    /// Largest value of `retentionDays` in days: one year.
    package static let longestRetention = 365

    /// Largest value of `waitMinutes` in minutes: one day.
    package static let longestWait = 1_440

    package var environment: String { "TYPESAFE_" + rawValue.uppercased().replacing("-", with: "_") }
    /// What the setting does and which values it accepts, in the words of the documentation.
    package var meaning: String { definition.meaning }
    package var defaultValue: String { definition.defaultValue }

    private var definition: (meaning: String, defaultValue: String) {
        switch self {
        case .server: ("URL of the scan server", "http://127.0.0.1:8080")
        case .apiKey: ("key that the server asks for", "")
        case .prompts:
            ("on or off: whether `watch` asks when a screenshot is taken", "on")
        case .autoScan:
            (
                "on or off: whether *Scan now* takes the newest screenshot by itself, or lets you pick", "on"
            )
        case .folders:
            ("folders to watch instead of the system's, joined by `:`", "")
        case .waitMinutes:
            (
                "minutes that a screenshot or a batch waits for a server that is down or busy, 0 to \(Self.longestWait)",
                "60"
            )
        case .country: ("two letters, such as GB: where to report; the locale's unless set", "")
        case .notify:
            ("topic that `watch` passes verdicts on to, such as ntfy://ntfy.example/topic", "")
        case .notifyTokenFile: ("file with the topic's access token", "")
        case .session:
            ("on or off: whether the server may keep results under an anonymous id", "off")
        case .storeHistory: ("on or off: whether verdicts are remembered here", "on")
        case .retentionDays:
            (
                "days until a remembered verdict is gone, 0 to \(Self.longestRetention)", "7"
            )
        }
    }

    /// Returns the value in the form in which it is stored; nil where the setting doesn't accept it.
    package func checked(_ value: String) -> String? {
        switch self {
        case .server:
            let isURL = ["http://", "https://"].contains { value.hasPrefix($0) && value.count > $0.count }
            return isURL && Self.isVisibleASCII(value) ? value : nil
        case .apiKey: return Self.isVisibleASCII(value) ? value : nil
        case .prompts, .autoScan, .session, .storeHistory:
            switch value.lowercased() {
            case "on", "true", "yes", "1": return "on"
            case "off", "false", "no", "0": return "off"
            default: return nil
            }
        case .folders, .notifyTokenFile: return value
        case .notify: return value.isEmpty || NtfyTopic(value) != nil ? value : nil
        case .country:
            let letters = value.uppercased().utf8
            return value.isEmpty || (letters.count == 2 && letters.allSatisfy { (0x41...0x5A).contains($0) })
                ? value.uppercased() : nil
        case .retentionDays: return Self.number(value, upTo: Self.longestRetention)
        case .waitMinutes: return Self.number(value, upTo: Self.longestWait)
        }
    }

    /// The value as it may be shown: without an API key.
    package func displayed(_ value: String) -> String {
        switch self {
        case .apiKey: value.isEmpty ? value : "(set)"
        case .server: Self.withoutKey(value)
        case .notify: NtfyTopic(value)?.shown ?? value
        default: value
        }
    }

    /// A server's URL without the API key that may stand in its path, `/k/<key>`, and without a user and a password.
    package static func withoutKey(_ url: String) -> String {
        var segments = url.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // The host of a URL with a scheme is its third segment, after `https:` and an empty one.
        let host = url.contains("://") ? 2 : 0
        if let end = segments[host].lastIndex(of: "@") { segments[host].replaceSubrange(..<end, with: "…") }
        let marker = segments.indices.dropFirst(host + 1).first {
            ["k", "%6b"].contains(segments[$0].lowercased())
        }
        let key = marker.flatMap { marker in segments.indices.first { $0 > marker && !segments[$0].isEmpty } }
        if let key { segments[key] = "…" }
        return segments.joined(separator: "/")
    }

    private static func number(_ value: String, upTo limit: Int) -> String? {
        Int(value).flatMap { (0...limit).contains($0) ? String($0) : nil }
    }

    private static func isVisibleASCII(_ value: String) -> Bool {
        value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// A topic of an ntfy server, as a person names it: `ntfy://ntfy.example/topic`, or `ntfy+http://…` for a server without TLS.
package struct NtfyTopic: Sendable, Equatable {
    /// Letters of a topic's name, as ntfy takes them.
    private static let nameLength = 1...64
    /// Longest host with its port: 253 letters, a colon and five digits.
    private static let longestHost = 259

    /// Whether the server is reached without encryption.
    package let isPlain: Bool
    private let scheme: String
    private let host: String
    private let name: String

    /// - Returns: nil where the text is no such address.
    package init?(_ text: String) {
        guard let end = text.firstRange(of: "://") else { return nil }
        scheme = text[..<end.lowerBound].lowercased()
        switch scheme {
        case "ntfy": isPlain = false
        case "ntfy+http": isPlain = true
        default: return nil
        }
        let parts = text[end.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        (host, name) = (String(parts[0]), String(parts[1]))
        guard !host.isEmpty, host.utf8.count <= Self.longestHost, host.utf8.allSatisfy(Self.isOfHost),
            Self.nameLength.contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName)
        else { return nil }
    }

    /// The address under which the topic takes messages.
    package var url: String { (isPlain ? "http://" : "https://") + host + "/" + name }
    /// The address without the topic's name, by which anybody could read what is sent to it.
    package var shown: String { scheme + "://" + host + "/…" }

    /// Letters, digits, and what stands in addresses and before a port. A user and a password can't be named.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-.:[]".utf8.contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "-_".utf8.contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
