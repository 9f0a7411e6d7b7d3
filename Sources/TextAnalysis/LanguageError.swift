package import Texts

/// Why the file of a language was refused, and where.
package struct LanguageError: Error, Equatable, CustomStringConvertible {
    package enum Reason: Equatable, Sendable {
        /// The folder can't be listed, or it holds no language file.
        case noLanguages
        /// The file is not a YAML document that can be read.
        case yaml(YAMLError.Reason)
        /// The file's name is neither `any.yaml` nor a language's code and `.yaml`.
        case misnamed
        case expected(String)
        case missingKey(String)
        case unknownKey(String)
        case unknownValue(key: String, value: String)
        /// The file gives words although the language's script isn't Latin: such a language is told by its letters.
        case wordsBesideScript(String)
        case secondDefault
        /// There are more languages in Latin letters than `limit`.
        case tooMany(limit: Int)
    }

    /// The file's name, or the folder's path if that is at fault.
    package var file: String
    /// The line of the fault, from 1; nil if the fault concerns the whole file.
    package var line: Int?
    package var reason: Reason

    package var description: String {
        let place = file + (line.map { ":\($0)" } ?? "")
        return "\(place): \(sentence)"
    }

    private var sentence: String {
        switch reason {
        case .noLanguages: "no language files are there"
        case .yaml(.unreadable): "the file can't be read"
        case .yaml(.empty): "the file is empty"
        case .yaml(.malformed(let problem)): problem
        case .misnamed:
            "the file's name must be any.yaml or a language's code of two or three lower-case letters"
        case .expected(let what): "\(what) is expected here"
        case .missingKey(let key): "\(key) is missing"
        case .unknownKey(let key): "\(key) is no key that is known here"
        case .unknownValue(let key, let value): "\(value) is no \(key) that is known"
        case .wordsBesideScript(let script):
            "words tell languages in Latin letters apart, and this one is in \(script)"
        case .secondDefault: "another language is the default already"
        case .tooMany(let limit): "no more than \(limit) languages in Latin letters can be told apart"
        }
    }
}
