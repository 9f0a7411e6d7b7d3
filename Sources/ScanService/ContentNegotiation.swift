import HTTPServer
import HTTPTypes
import Storage
package import Texts

/// What kind of document a scan is answered with. The raw values are media types; `Accept` chooses among them.
enum AnswerFormat: String, CaseIterable, Sendable {
    case json = "application/json"
    case plainText = "text/plain"
    /// A page for people, which is also the record for a bank or the police.
    case page = "text/html"
    case record = "application/vnd.typesafe.record+json"
    /// The picture that was sent, with everything personal covered.
    case picture = "image/png"

    /// Clients that take none of them get JSON, as clients do that say nothing.
    init(accept: String?) {
        // Nearly all programs send one of these, or nothing.
        guard let accept, accept != "*/*", accept != Self.json.rawValue else {
            self = .json
            return
        }
        let preferred = AcceptField(accept).preferred(of: Self.allCases.map(\.rawValue))
        self = preferred.flatMap(Self.init) ?? .json
    }
}

extension ServiceRequest {
    var answerFormat: AnswerFormat { AnswerFormat(accept: fields[.accept]) }
}

/// The texts that people are answered with, and the choice of their language.
package struct AnswerTexts: Sendable {
    private enum Parameter: String {
        case language
    }

    private let library: TextLibrary
    /// The texts for whoever asks for no language, or for none that there is.
    let standard: Texts

    /// - Parameter standard: the server's own language; nil for English.
    package init(_ library: TextLibrary, standard: Texts? = nil) {
        self.library = library
        self.standard = standard ?? library.english
    }

    /// The texts of all languages, in the order of their tags.
    var all: [Texts] { library.all }

    /// The number of texts that a language lacks, of all languages.
    var missing: Int { library.missingCount }

    /// The texts of a language that a request names in a field; nil if there are none.
    func named(_ tag: String) -> Texts? { library.texts(for: tag) }

    /// The texts that a request asks for: by the parameter `language`, or else by `Accept-Language`.
    func chosen(by request: ServerRequest) -> Texts {
        if let query = request.query {
            let parameters = try? RequestFields(query: query, names: Parameter.self)
            if let texts = parameters?.texts(Parameter.language, among: self) { return texts }
        }
        guard let field = request.fields[.acceptLanguage] else { return standard }
        for tag in AcceptLanguageField(field).tags {
            if tag == "*" { return standard }
            if let texts = named(tag) { return texts }
        }
        return standard
    }
}

extension ServerResponse {
    /// Says what language the response is in, and that another one was to be had.
    mutating func add(_ language: TextLanguage) {
        head.headerFields[.contentLanguage] = language.tag
        head.headerFields[.vary] = "Accept, Accept-Language"
    }
}

/// The one preference of the `Prefer` field (RFC 7240) that the server follows: `respond-async`, with the parameter `priority`.
enum PreferField {
    static let respondAsync = "respond-async"
    private static let priority = "priority"

    static func asksForAsync(_ fields: FieldBlock) -> Bool { async(fields) != nil }

    /// The queue that an asynchronous scan is to wait in. Preferences are never refused: any other value counts as none.
    static func priority(_ fields: FieldBlock) -> JobPriority {
        async(fields)?.parameter(priority).flatMap { JobPriority(rawValue: $0) } ?? .interactive
    }

    private static func async(_ fields: FieldBlock) -> ParameterizedValue? {
        (fields[.prefer] ?? "").split(separator: ",").lazy.map { ParameterizedValue(String($0)) }
            .first { $0.value == respondAsync }
    }
}
