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
