import Configuration

/// One setting of the server: its flag, its environment variable, its default and its meaning come from here, and so
/// does the table that `--help` prints. Each section's file holds its settings and the values read from them.
struct Setting: Sendable {
    let name: String
    /// nil where the server finds the value itself.
    let defaultValue: String?
    let meaning: String

    init(_ name: String, default defaultValue: String?, _ meaning: String) {
        self.name = name
        self.defaultValue = defaultValue
        self.meaning = meaning
    }

    static let all = [
        ListeningSettings.all,
        AccessSettings.all,
        ScanSettings.all,
        StorageSettings.all,
        JobSettings.all,
        WebhookSettings.all,
        LogSettings.all,
    ].flatMap { $0 }

    var flag: String { "--" + name }

    var environmentVariable: String {
        "TYPESAFE_" + name.uppercased().replacing("-", with: "_")
    }

    /// Whether the flag alone says `true`.
    var isSwitch: Bool { defaultValue.flatMap(Bool.init) != nil }

    /// As swift-configuration names it; the environment provider turns it into `environmentVariable`.
    var key: ConfigKey { ConfigKey(["typesafe"] + name.split(separator: "-").map(String.init)) }

    /// The table for `--help`.
    static var table: String {
        let rows = all.map { setting in
            [setting.flag, setting.environmentVariable, setting.defaultValue ?? "-", setting.meaning]
        }
        let header = ["flag", "environment", "default", "meaning"]
        let widths = (0..<3).map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return ([header] + rows).map { row in
            "  " + (0..<3).map { row[$0].padding(to: widths[$0]) }.joined(separator: "  ") + "  " + row[3]
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
