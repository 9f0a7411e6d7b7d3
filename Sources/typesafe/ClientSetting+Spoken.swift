import ScreenshotDetection
import Texts

extension ClientSetting {
    /// What the setting is called.
    var title: String {
        let key: CommandText =
            switch self {
            case .server: .settingServer
            case .apiKey: .settingAPIKey
            case .prompts: .settingPrompts
            case .autoScan: .settingAutoScan
            case .folders: .settingFolders
            case .waitMinutes: .settingWaitMinutes
            case .country: .settingCountry
            case .notify: .settingNotify
            case .notifyTokenFile: .settingNotifyTokenFile
            case .session: .settingSession
            case .storeHistory: .settingStoreHistory
            case .retentionDays: .settingRetentionDays
            }
        return UserTexts.say(key)
    }

    /// The values that the setting takes, for a message to somebody who gave another.
    var accepted: Sentence {
        switch self {
        case .server: Sentence(CommandText.takesURL)
        case .apiKey: Sentence(CommandText.takesKey)
        case .prompts, .autoScan, .session, .storeHistory: Sentence(CommandText.takesSwitch)
        case .folders: Sentence(CommandText.takesFolders)
        case .waitMinutes: Sentence(CommandText.takesMinutes, ["most": .number(Self.longestWait)])
        case .country: Sentence(CommandText.takesCountry)
        case .notify: Sentence(CommandText.takesTopic)
        case .notifyTokenFile: Sentence(CommandText.takesPath)
        case .retentionDays: Sentence(CommandText.takesDays, ["most": .number(Self.longestRetention)])
        }
    }

    /// A displayed value in a list for people.
    func spoken(_ displayed: String) -> String {
        guard !displayed.isEmpty else { return "-" }
        return self == .apiKey ? UserTexts.say(.isSet) : displayed
    }
}

extension FolderAccess {
    /// The folder with its state.
    var line: String {
        let key: CommandText =
            switch state {
            case .readable: .accessReadable
            case .unreadable: .accessUnreadable
            case .missing: .accessMissing
            }
        return UserTexts.say(key, ["folder": .text(path)])
    }
}
