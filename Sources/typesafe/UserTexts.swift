import ArgumentParser
import BundledResources
import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// The texts of the user's language, which the locale names.
enum UserTexts {
    private static let loaded = Result {
        let environment = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first {
            !$0.isEmpty
        }
        return try TextLibrary.texts(forLocale: locale ?? "C", directory: BundledResources.texts)
    }

    static var current: Texts { (try? loaded.get()) ?? .none }

    static func say(_ key: CommandText, _ arguments: [String: Sentence.Argument] = [:]) -> String {
        current.say(key, arguments)
    }

    /// What an input is called: the name that the user gave it, or the kind that it is.
    static func name(_ input: String?) -> String {
        switch input {
        case nil: say(.pastedText)
        case ScanInput.clipboardName: say(.clipboard)
        case let name?: name
        }
    }

    /// Refuses to go on where the program's texts are missing.
    static func check() throws(CommandFailure) {
        do { _ = try loaded.get() } catch { throw .usage("The texts can't be used: \(error)") }
    }
}

extension CommandFailure {
    static func usage(_ key: CommandText, _ arguments: [String: Sentence.Argument] = [:]) -> CommandFailure {
        .usage(UserTexts.say(key, arguments))
    }
}

extension ValidationError {
    init(_ key: CommandText, _ arguments: [String: Sentence.Argument] = [:]) {
        self.init(UserTexts.say(key, arguments))
    }
}

extension ClientError {
    /// The error in the user's language. What the server said stands in the language that it was asked for.
    var spoken: String {
        let key: CommandText =
            switch code {
            case .invalidRequest: .serverInvalidRequest
            case .unsupported: .serverUnsupported
            case .unreachable: .serverUnreachable
            case .connectTimeout: .serverConnectTimeout
            case .answerTimeout: .serverAnswerTimeout
            case .connectionLost: .serverConnectionLost
            case .untrustedServer: .serverUntrusted
            case .cancelled: .serverCancelled
            case .unauthorized: .serverUnauthorized
            case .notFound: .serverNotFound
            case .rejected: .serverRejected
            case .rateLimited: .serverRateLimited
            case .unavailable: .serverUnavailable
            case .serverFault: .serverFault
            case .badAnswer: .serverBadAnswer
            }
        let (texts, sentence) = (UserTexts.current, UserTexts.say(key, ["address": .text(context ?? "-")]))
        return problem.map { texts.joined([sentence, texts.ended($0.title), $0.detail]) } ?? sentence
    }
}

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

extension AuthorizationStatus {
    /// What the user can do about the folders; nil where there is nothing to do.
    func advice(_ folders: [FolderAccess]) -> String? {
        let unreadable = folders.filter { $0.state == .unreadable }.map(\.path)
        let command = Sentence.Argument.text(FolderAccess.permission(unreadable))
        return switch self {
        case .authorized: nil
        case .notDetermined: UserTexts.say(.noFolder)
        case .limited: UserTexts.say(.foldersUnreadableAllow, ["command": command])
        case .denied where unreadable.isEmpty:
            UserTexts.say(
                .foldersMissing, ["folders": .text(folders.map(\.path).joined(separator: ", "))])
        case .denied: UserTexts.say(.folderUnreadableAllow, ["command": command])
        }
    }
}
