import HTTPServer
import HTTPTypes

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
