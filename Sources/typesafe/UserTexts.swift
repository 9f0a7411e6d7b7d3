import ArgumentParser
import BundledResources
import Foundation
import Texts

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
