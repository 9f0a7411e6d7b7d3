import Foundation

/// Where a user's settings and state lie, after the XDG Base Directory Specification.
package struct DataFolders: Sendable, Equatable {
    /// For what the user decided.
    package let configuration: String
    /// For what the program remembers.
    package let state: String
    /// For what other programs find: desktop entries, completions, manual pages.
    package let data: String

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        // Paths that aren't absolute are to be ignored.
        func folder(_ name: String, _ usual: String) -> String {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + usual
        }
        configuration = folder("XDG_CONFIG_HOME", "/.config")
        state = folder("XDG_STATE_HOME", "/.local/state") + "/typesafe"
        data = folder("XDG_DATA_HOME", "/.local/share")
    }

    package var settingsFile: String { configuration + "/typesafe/settings.json" }
    package var sharedStore: String { state + "/shared.json" }
    package var seenScreenshots: String { state + "/seen" }
    package var history: String { state + "/history.json" }
    package var session: String { state + "/session" }
}
