import HTTPServer
import HTTPTypes
package import Texts

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
