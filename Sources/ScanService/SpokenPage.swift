import Foundation
import ScanDocuments
import Synchronization
import Texts

/// The files of the page that have words, in each language. A language's files are written when they are first asked for: most servers
/// are asked in one or two.
final class SpokenPage: Sendable {
    /// The texts for scripts.
    private static let texts = "texts.json"

    private let templates: [String: Template]
    private let languages: [Texts]
    private let pushKey: String?
    private let written = Mutex<[TextLanguage: [String: Page.File]]>([:])

    /// - Parameters:
    ///   - languages: those that people can choose from.
    ///   - pushKey: the key by which a browser takes the server's pushes; nil where it gets none.
    init(_ templates: [String: Template] = [:], languages: [Texts] = [], pushKey: String? = nil) {
        self.templates = templates
        self.languages = languages
        self.pushKey = pushKey
    }

    /// - Returns: nil if the page has no such file with words.
    func file(_ name: String, in texts: Texts) -> Page.File? {
        guard templates[name] != nil || name == Self.texts && !templates.isEmpty else { return nil }
        return written.withLock { written in
            if let files = written[texts.language] { return files[name] }
            let files = write(in: texts)
            written[texts.language] = files
            return files[name]
        }
    }

    private func write(in texts: Texts) -> [String: Page.File] {
        let patterns = texts.patterns(of: .page)
        var files = templates.mapValues { template in
            Page.File(
                contentType: template.contentType,
                content: template.filled { name in
                    switch name.prefix(while: { $0 != " " }) {
                    case "LANGUAGE": .text(texts.language.tag)
                    case "PUSH": .text(pushKey ?? "")
                    case "LANGUAGES": .markup(links(from: texts.language))
                    case "COUNTRIES":
                        .markup(Self.countries(name.split(separator: " ").dropFirst(), in: texts, patterns))
                    default: .text(patterns[name] ?? name)
                    }
                })
        }
        // What stands in the markup already isn't sent twice.
        let said = templates.values.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        let rest = patterns.filter { key, _ in !said.contains(key) && !key.hasPrefix(Self.countryKey) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let json = try? encoder.encode(rest) {
            files[Self.texts] = Page.File(contentType: "application/json", content: Array(json))
        }
        return files
    }

    /// A link to the page in each language, by the language's own name. There is no choice where there is but one.
    private func links(from language: TextLanguage) -> HTML {
        guard languages.count > 1 else { return "" }
        return .joined(
            languages.map { texts in
                let tag = texts.language.tag
                let current: HTML = texts.language == language ? " aria-current=true" : ""
                return "<a href=\"?language=\(tag)\" lang=\(tag)\(current)>\(texts.languageName)</a>\n"
            })
    }

    /// Names of countries are those of the Unicode tables, but for the few that the texts have.
    private static let countryKey = "country-"

    /// The countries as options of a list, in the order of their names.
    private static func countries(
        _ codes: some Sequence<Substring>, in texts: Texts, _ patterns: [String: String]
    ) -> HTML {
        let locale = Locale(identifier: texts.language.tag)
        let countries = codes.map { code in
            let name = patterns[countryKey + code] ?? locale.localizedString(forRegionCode: String(code))
            return (code: String(code), name: name ?? String(code))
        }
        return .joined(
            countries.sorted { $0.name.compare($1.name, locale: locale) == .orderedAscending }.map {
                "<option value=\($0.code)>\($0.name)\n"
            })
    }
}

extension SpokenPage {
    /// A file in which `{{key}}` stands for a text of the page. Keys in capital letters are what the server knows: `LANGUAGE`, `LANGUAGES`
    /// for links to all, `COUNTRIES` with codes behind it for a list to choose from, and `PUSH` for the key of its pushes.
    struct Template: Sendable {
        enum Value {
            case text(String)
            case markup(HTML)
        }

        let contentType: String
        /// What stands in the file, and names, in turn.
        private let parts: [String]

        init(_ source: String, contentType: String) {
            self.contentType = contentType
            parts = source.components(separatedBy: "{{").flatMap { $0.components(separatedBy: "}}") }
        }

        var names: [String] { parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] } }

        func filled(_ value: (String) -> Value) -> [UInt8] {
            parts.indices.flatMap { index -> [UInt8] in
                guard !index.isMultiple(of: 2) else { return Array(parts[index].utf8) }
                return switch value(parts[index]) {
                case .markup(let markup): markup.bytes
                case .text(let text): escaped(text)
                }
            }
        }

        private func escaped(_ text: String) -> [UInt8] {
            guard !contentType.hasPrefix("text/html") else { return ("\(text)" as HTML).bytes }
            // Without the quotation marks, which stand in the file.
            return (try? JSONEncoder().encode(text)).map { Array($0.dropFirst().dropLast()) } ?? []
        }
    }
}
