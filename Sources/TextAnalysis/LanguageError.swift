package import YAML

/// Why the file of a language was refused, and where.
package struct LanguageError: Error, Equatable, CustomStringConvertible {
    package enum Reason: Equatable, Sendable {
        /// The folder can't be listed, or holds no language.
        case noLanguages
        /// The file is no YAML document that can be read.
        case yaml(YAMLError.Reason)
        /// The file's name is neither `any.yaml` nor a language's code.
        case misnamed
        case expected(String)
        case missingKey(String)
        case unknownKey(String)
        case unknownValue(key: String, value: String)
        /// Words of languages in other scripts tell nothing: their letters do.
        case wordsBesideScript(String)
        /// Two languages claim to be the default.
        case secondDefault
        /// More languages in Latin letters than can be told apart.
        case tooMany(limit: Int)
    }

    /// Name of the file; empty where the folder is at fault.
    package var file: String
    /// Line of the fault, from 1; nil where the fault is the whole file's.
    package var line: Int?
    package var reason: Reason

    package var description: String {
        let place = file.isEmpty ? "language files" : file + (line.map { ":\($0)" } ?? "")
        return "\(place): \(sentence)"
    }

    private var sentence: String {
        switch reason {
        case .noLanguages: "no language files were found"
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
