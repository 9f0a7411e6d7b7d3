import Foundation
import Testing

@testable import ScreenshotDetection

@Suite("Settings table")
struct SettingsTableTests {
    @Test("docs/command-line.md has a row for each setting, and no other")
    func table() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent("docs/command-line.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("`TYPESAFE_") }
        let expected = ClientSetting.allCases.map { setting in
            let defaultValue = setting.defaultValue.isEmpty ? " " : " \(setting.defaultValue) "
            return "| `\(setting.rawValue)` | `\(setting.environment)` |\(defaultValue)| \(setting.meaning) |"
        }
        #expect(rows.map(String.init) == expected)
    }
}
