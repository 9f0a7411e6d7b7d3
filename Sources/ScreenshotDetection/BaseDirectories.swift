import Foundation

/// Where a user's settings, state and data lie, by the XDG Base Directory Specification.
package struct BaseDirectories: Sendable, Equatable {
    /// The folder for settings, from `XDG_CONFIG_HOME`.
    package let configuration: String
    /// The program's own folder in `XDG_STATE_HOME`, for data that it keeps between two runs.
    package let state: String
    /// The program's own folder in `XDG_CACHE_HOME`, for what it can make anew.
    package let cache: String
    /// The program's own folder in `XDG_RUNTIME_DIR`, which lasts as long as the user is logged in; where that isn't set, one in `/tmp`
    /// with the user's number.
    package let runtime: String
    /// `XDG_DATA_HOME`, for files that other programs read: desktop entries, completions, manual pages.
    package let data: String

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        // The specification says that relative paths must be ignored.
        func folder(_ name: String, _ defaultFolder: String) -> String {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + defaultFolder
        }
        configuration = folder("XDG_CONFIG_HOME", "/.config")
        state = folder("XDG_STATE_HOME", "/.local/state") + "/typesafe"
        cache = folder("XDG_CACHE_HOME", "/.cache") + "/typesafe"
        runtime =
            environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/typesafe" : nil }
            ?? "/tmp/typesafe-\(getuid())"
        data = folder("XDG_DATA_HOME", "/.local/share")
    }

    package var settingsFile: String { configuration + "/typesafe/settings.json" }
    package var sharedStore: String { state + "/shared.json" }
    package var seenScreenshots: String { state + "/seen" }
    package var waitingScreenshots: String { state + "/waiting.json" }
    package var history: String { state + "/history.json" }
    /// The Unix socket of the user's own server, and what it writes to its log.
    package var serverSocket: String { runtime + "/server.sock" }
    package var serverLog: String { state + "/server.log" }
    package var session: String { state + "/session" }
}
