package import Foundation
import HTTPServer
import HTTPTypes
import ScanDocuments
import Synchronization
import Texts

/// The files of the page for people, as they ship in `Resources/page`. They are read once: a server without its page still scans.
package struct Page: Sendable {
    struct File: Sendable {
        let contentType: String
        let content: [UInt8]
    }

    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    private var files: [String: File] = [:]
    /// The files with words, which each language has its own of.
    let spoken: SpokenPage

    /// A page without files, for servers that show none.
    package static let none = Page()

    private init() { spoken = SpokenPage() }

    /// Reads the folder's files of the kinds that a page has. Others are left out, and so are folders.
    /// - Parameters:
    ///   - answers: the texts that the page speaks with.
    ///   - pushKey: the key by which a browser takes the server's pushes; nil where it gets none.
    ///   - takesFeedback: whether the page offers to tell the operator that a result is wrong.
    package init(
        directory: URL, answers: AnswerTexts, pushKey: String? = nil, takesFeedback: Bool = false
    ) {
        var templates: [String: SpokenPage.Template] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names {
            let file = directory.appendingPathComponent(name)
            guard let type = Self.contentTypes[file.pathExtension], let data = try? Data(contentsOf: file)
            else {
                continue
            }
            switch file.pathExtension {
            case "html", "webmanifest":
                templates[name] = SpokenPage.Template(Self.withoutComments(data), contentType: type)
            case "js":
                let script = Self.withoutSpaces(script: Self.withoutComments(data))
                files[name] = File(contentType: type, content: Array(script.utf8))
            case "css":
                let style = Self.withoutSpaces(style: Self.withoutComments(data))
                files[name] = File(contentType: type, content: Array(style.utf8))
            default: files[name] = File(contentType: type, content: Array(data))
            }
        }
        spoken = SpokenPage(
            templates, languages: answers.all,
            facts: ["PUSH": pushKey ?? "", "FEEDBACK": takesFeedback ? "yes" : ""])
    }

    /// - Parameter name: a name without its folder, which is looked up as it is and never becomes a path.
    func file(_ name: String) -> File? { files[name] }

    /// Removes indentation, and comments that stand on a line of their own: whoever reads them has the source.
    private static func withoutComments(_ source: Data) -> String {
        let lines = String(decoding: source, as: UTF8.self).split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
        return lines.filter { line in !["//", "/*", "<!--"].contains { line.hasPrefix($0) } }
            .joined(separator: "\n")
    }

    /// Removes what a style sheet has for its readers: spaces beside signs, and the last semicolon of a rule.
    private static func withoutSpaces(style: String) -> String {
        style.replacing(#/;?\s?([{}>])\s?|([;,:])\s/#) { match in match.1 ?? match.2 ?? "" }
    }

    /// Removes spaces beside the signs of a script, and ends of lines where a sign says the same. Its strings have none there, but for
    /// selectors, where they mean nothing.
    private static func withoutSpaces(script: String) -> String {
        script.replacing(#/ (=>|[=!]==|[<>]=|&&|\|\||\?\?|[=?:+<>*/-]) |([,;\{]) | ([{}])|([{;,(])\n|\n(})/#)
        { match in
            match.1 ?? match.2 ?? match.3 ?? match.4 ?? match.5 ?? ""
        }
    }
}

/// The files of the page that have words, in each language. A language's files are written when they are first asked for: most servers
/// are asked in one or two.
final class SpokenPage: Sendable {
    /// The texts for scripts.
    private static let texts = "texts.json"

    private let templates: [String: Template]
    private let languages: [Texts]
    private let facts: [String: String]
    private let written = Mutex<[TextLanguage: [String: Page.File]]>([:])

    /// - Parameters:
    ///   - languages: those that people can choose from.
    ///   - facts: what scripts are told of the server, by the name in the template.
    init(_ templates: [String: Template] = [:], languages: [Texts] = [], facts: [String: String] = [:]) {
        self.templates = templates
        self.languages = languages
        self.facts = facts
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
                    case "LANGUAGES": .markup(links(from: texts.language))
                    case "COUNTRIES":
                        .markup(Self.countries(name.split(separator: " ").dropFirst(), in: texts, patterns))
                    default: .text(facts[name] ?? patterns[name] ?? name)
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
    /// for links to all, `COUNTRIES` with codes behind it for a list to choose from, `PUSH` for the key of its pushes, and `FEEDBACK`.
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

/// Routes of the page for people. The files need no key: nothing about anybody is in them, and the page asks for the key itself.
struct PageRoutes: Sendable {
    /// The page runs only its own files, reaches only its own server, and nobody shows it in a frame. `blob:` is for the picture
    /// that its user chose. Without `unsafe-inline`, markup in a message that got into the page by a mistake would still do nothing.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    let page: Page

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/", scope: nil) { request throws(ServiceError) in
            try respond(to: request, with: "index.html")
        }
        // A browser asks for all of the page's files at once, and has paid for them with the page.
        router.on(.get, "/page/{file}", scope: nil, cost: RequestCost.free) { request throws(ServiceError) in
            try respond(to: request, with: request.parameters["file"] ?? "")
        }
        // A service worker may serve the paths below its own only.
        router.on(.get, "/sw.js", scope: nil, cost: RequestCost.free) { request throws(ServiceError) in
            try respond(to: request, with: "sw.js")
        }
    }

    private func respond(to request: ServiceRequest, with name: String) throws(ServiceError) -> ServerResponse
    {
        let spoken = page.spoken.file(name, in: request.texts)
        guard let file = spoken ?? page.file(name) else { throw .notFound }
        let response = ServerResponse(status: .ok, contentType: file.contentType, body: file.content)
        var answer = Responses.conditional(response, for: request.fields)
        answer.head.headerFields[.contentSecurityPolicy] = Self.policy
        if spoken != nil {
            answer.head.headerFields[.contentLanguage] = request.texts.language.tag
            // A service worker finds what it keeps by this field, so it names no other one.
            answer.head.headerFields[.vary] = "Accept-Language"
        }
        return answer
    }
}
