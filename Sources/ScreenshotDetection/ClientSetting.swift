/// Every setting of the command line. One key gives its name in the file, its environment variable and its row in the README.
package enum ClientSetting: String, CaseIterable, Sendable {
    case server
    case apiKey = "api-key"
    case prompts
    case autoScan = "auto-scan"
    case folders
    case country
    case session
    case storeHistory = "store-history"
    case retentionDays = "retention-days"

    package var environment: String { "TYPESAFE_" + rawValue.uppercased().replacing("-", with: "_") }

    /// What is shown to a person.
    package var title: String {
        switch self {
        case .server: "Server"
        case .apiKey: "API Key"
        case .prompts: "Screenshot Scan Prompts"
        case .autoScan: "Automatic Screenshot Scanning"
        case .folders: "Screenshot Folders"
        case .country: "Country"
        case .session: "Session"
        case .storeHistory: "Store History"
        case .retentionDays: "History Retention"
        }
    }

    package var meaning: String {
        switch self {
        case .server: "URL of the scan server"
        case .apiKey: "key that the server asks for"
        case .prompts: "on or off: whether `watch` asks when a screenshot is taken"
        case .autoScan:
            "on or off: whether *Scan now* takes the newest screenshot by itself, or lets you pick"
        case .folders: "folders to watch instead of the system's, joined by `:`"
        case .country: "two letters, such as GB: where to report"
        case .session: "on or off: whether the server may keep results under an anonymous id"
        case .storeHistory: "on or off: whether verdicts are remembered here"
        case .retentionDays: "days until a remembered verdict is gone, 0 to 365"
        }
    }

    package var usual: String {
        switch self {
        case .server: "http://127.0.0.1:8080"
        case .apiKey, .folders, .country: ""
        case .prompts, .autoScan, .storeHistory: "on"
        case .session: "off"
        case .retentionDays: "7"
        }
    }

    /// The value as it is stored; nil where it is none.
    package func checked(_ value: String) -> String? {
        switch self {
        case .server:
            let isURL = ["http://", "https://"].contains { value.hasPrefix($0) && value.count > $0.count }
            return isURL && value.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? value : nil
        case .apiKey: return value.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? value : nil
        case .prompts, .autoScan, .session, .storeHistory:
            switch value.lowercased() {
            case "on", "true", "yes", "1": return "on"
            case "off", "false", "no", "0": return "off"
            default: return nil
            }
        case .folders: return value
        case .country:
            let letters = value.uppercased().utf8
            return value.isEmpty || (letters.count == 2 && letters.allSatisfy { (0x41...0x5A).contains($0) })
                ? value.uppercased() : nil
        case .retentionDays:
            return Int(value).flatMap { (0...365).contains($0) ? String($0) : nil }
        }
    }
}
