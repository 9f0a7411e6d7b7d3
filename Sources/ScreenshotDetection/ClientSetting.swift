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
