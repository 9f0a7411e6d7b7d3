import Foundation
package import Texts

/// Reads and checks the files of `Resources/languages`.
enum LanguageFile {
    /// The contents of all language files of a folder.
    struct Contents {
        var profiles: [LanguageProfile] = []
        var commonPhrases: [ScreenPhraseList: [String]] = [:]
        var commonMoney: [MoneyWordList: [String]] = [:]
    }

    private enum Key: String, CaseIterable {
        case name, script, tessdata
        case isDefault = "default"
        case capitalisesNouns = "capitalises_nouns"
        case writesCompounds = "writes_compounds"
        case letters
        case isBeyondLineModel = "beyond_line_model"
        case mixedWith = "mixed_with"
        case functionWords = "function_words"
        case messageWords = "message_words"
        case screen
        case personal
        case text
        case money
    }

    /// The name of the file for phrases that belong to no language.
    private static let common = "any"
    private static let ending = ".yaml"

    static func all(in directory: URL) throws(LanguageError) -> Contents {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        var contents = Contents()
        for file in names.filter({ $0.hasSuffix(ending) }).sorted() {
            let node: YAMLNode
            do throws(YAMLError) {
                node = try YAMLNode(contentsOf: directory.appendingPathComponent(file), named: file)
            } catch {
                throw LanguageError(file: file, line: error.line, reason: .yaml(error.reason))
            }
            try add(node, code: String(file.dropLast(ending.count)), to: &contents)
        }
        guard !contents.profiles.isEmpty else {
            throw LanguageError(file: directory.path, line: nil, reason: .noLanguages)
        }
        return contents
    }

    private static func add(_ node: YAMLNode, code: String, to contents: inout Contents) throws(LanguageError)
    {
        guard code != common else {
            let values = try entries(of: node, [Key.screen, .money])
            contents.commonPhrases = try lists(values[.screen], phrases)
            contents.commonMoney = try lists(values[.money], money)
            return
        }
        let profile = try profile(code, entries(of: node, Key.allCases), of: node)
        if profile.isDefault, contents.profiles.contains(where: \.isDefault) {
            throw node.refused(.secondDefault)
        }
        contents.profiles.append(profile)
        guard contents.profiles.count(where: { $0.script == .latn }) <= Languages.wordedLimit else {
            throw node.refused(.tooMany(limit: Languages.wordedLimit))
        }
    }

    private static func profile(
        _ code: String, _ values: [Key: YAMLNode], of file: YAMLNode
    ) throws(LanguageError) -> LanguageProfile {
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
            throw LanguageError(file: file.file, line: nil, reason: .misnamed)
        }
        func required(_ key: Key) throws(LanguageError) -> YAMLNode {
            guard let value = values[key] else { throw file.refused(.missingKey(key.rawValue)) }
            return value
        }
        var profile = LanguageProfile(
            language: Language(code), name: try required(.name).requiredText,
            script: try script(required(.script), .script))
        profile.tessdata = try words(values[.tessdata])
        profile.isDefault = try values[.isDefault].map(isTrue) ?? false
        profile.capitalisesNouns = try values[.capitalisesNouns].map(isTrue) ?? false
        profile.writesCompounds = try values[.writesCompounds].map(isTrue) ?? false
        if let node = values[.isBeyondLineModel] { profile.usesLineModel = !(try isTrue(node)) }
        profile.mixedWith = try values[.mixedWith].map { node throws(LanguageError) in
            try script(node, .mixedWith)
        }
        if let letters = values[.letters] { profile.letters = try self.letters(letters, of: profile.script) }
        if profile.script == .latn { _ = try required(.functionWords) }
        for key in [Key.functionWords, .messageWords] where profile.script != .latn {
            if let node = values[key] { throw node.refused(.wordsBesideScript(profile.script.code)) }
        }
        profile.functionWords = Set(try words(values[.functionWords]))
        profile.messageWords = try words(values[.messageWords])
        profile.screenPhrases = try lists(values[.screen], phrases)
        profile.personalWords = try lists(values[.personal]) { node, _ throws(LanguageError) in
            try words(node)
        }
        profile.textWords = try lists(values[.text]) { node, _ throws(LanguageError) in try words(node) }
        profile.moneyWords = try lists(values[.money], money)
        return profile
    }

    /// Returns a mapping's values by key, and refuses keys that are no case of `K`.
    private static func entries<K: RawRepresentable<String> & Hashable>(
        of node: YAMLNode, _ known: [K]
    ) throws(LanguageError) -> [K: YAMLNode] {
        guard let entries = node.entries else { throw node.refused(.expected("a mapping")) }
        var values: [K: YAMLNode] = [:]
        for entry in entries {
            let name = entry.key.text ?? ""
            guard let key = K(rawValue: name), known.contains(key) else {
                throw entry.key.refused(.unknownKey(name))
            }
            values[key] = entry.value
        }
        return values
    }

    /// Reads the lists below a key; none if the key is absent.
    /// - Parameter read: reads one list.
    private static func lists<List: RawRepresentable<String> & Hashable & CaseIterable>(
        _ node: YAMLNode?, _ read: (YAMLNode, List) throws(LanguageError) -> [String]
    ) throws(LanguageError) -> [List: [String]] {
        guard let node else { return [:] }
        var lists: [List: [String]] = [:]
        for (list, value) in try entries(of: node, Array(List.allCases)) {
            lists[list] = try read(value, list)
        }
        return lists
    }

    /// Reads a list of phrases, which commas separate.
    private static func phrases(_ node: YAMLNode, _: ScreenPhraseList) throws(LanguageError) -> [String] {
        // Bytes are split several times as fast as characters.
        let parts = try node.lowerCaseText.utf8
            .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(Substring($0.drop(while: isBlank))) }
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "*" }) else {
            throw node.refused(.expected("a phrase between each two commas"))
        }
        return parts
    }

    /// Reads a list of names of currencies or large numbers.
    private static func money(_ node: YAMLNode, _ list: MoneyWordList) throws(LanguageError) -> [String] {
        let entries = try words(node, isLowerCase: false)
        for entry in entries where MoneyNames.entry(entry, of: list) == nil {
            throw node.refused(.unknownValue(key: "entry of \(list.rawValue)", value: entry))
        }
        return entries
    }

    /// Reads words that blanks separate. Returns none if the key is absent.
    private static func words(_ node: YAMLNode?, isLowerCase: Bool = true) throws(LanguageError) -> [String] {
        guard let node else { return [] }
        let text = try isLowerCase ? node.lowerCaseText : node.requiredText
        let words = text.utf8.split(whereSeparator: isBlank).map { String(Substring($0)) }
        guard !words.isEmpty else { throw node.refused(.expected("a word")) }
        return words
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func script(_ node: YAMLNode, _ key: Key) throws(LanguageError) -> Script {
        let code = try node.requiredText
        guard let script = Script(code: code) else {
            throw node.refused(.unknownValue(key: key.rawValue, value: code))
        }
        return script
    }

    private static func letters(_ node: YAMLNode, of script: Script) throws(LanguageError) -> Set<UInt32> {
        let letters = try node.lowerCaseText.unicodeScalars.map(\.value)
        guard script != .latn, letters.allSatisfy({ Script(of: $0) == script }) else {
            throw node.refused(.expected("letters of a script other than Latin that is the language's"))
        }
        return Set(letters)
    }

    private static func isTrue(_ node: YAMLNode) throws(LanguageError) -> Bool {
        guard try node.requiredText == "true" else { throw node.refused(.expected("true, or no such key,")) }
        return true
    }
}

extension YAMLNode {
    fileprivate func refused(_ reason: LanguageError.Reason) -> LanguageError {
        LanguageError(file: file, line: line, reason: reason)
    }

    fileprivate var requiredText: String {
        get throws(LanguageError) {
            guard let text, !text.isEmpty else { throw refused(.expected("text")) }
            return text
        }
    }

    fileprivate var lowerCaseText: String {
        get throws(LanguageError) {
            let text = try requiredText
            guard text == text.lowercased() else { throw refused(.expected("text in lower case")) }
            return text
        }
    }
}

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
