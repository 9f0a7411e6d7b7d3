import Crypto
import Foundation
import HTTPServer
import HTTPTypes
import ScanDocuments
import Scanning
import Texts
import TypeSafeAPI

/// Writes responses: JSON, problem details, and the header fields that every response has.
enum Responses {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> ServerResponse {
        do {
            return json(encoded: try WireCoding.bytes(value), status: status)
        } catch {
            // The wire types hold nothing that JSON can't express, except numbers that are NaN or infinite.
            return ServerResponse(status: .internalServerError)
        }
    }

    /// - Parameter body: JSON that is encoded already.
    static func json(encoded body: [UInt8], status: HTTPResponse.Status = .ok) -> ServerResponse {
        ServerResponse(status: status, contentType: "application/json", body: body)
    }

    static func problem(_ details: ProblemDetails, id: RequestID, in texts: Texts) -> ServerResponse {
        var response = json(Problem(details, id: id, in: texts), status: details.status)
        response.head.headerFields.append(contentsOf: details.headers)
        response.head.headerFields[.contentType] = "application/problem+json"
        return response
    }

    /// The response to a message that the parser refused, or that didn't arrive in time.
    static func refusal(_ status: HTTPResponse.Status, id: RequestID, in texts: Texts) -> ServerResponse {
        problem(
            ProblemDetails(
                status == .requestTimeout ? .requestTimeout : .malformedRequest, status: status,
                .refused, .notHttp),
            id: id, in: texts)
    }

    /// Makes `Location` relative to the request's path. A client whose key stands in its path finds the place below the same key,
    /// without the response having to repeat it. A place has the first segments of the path that is answered with it, all but the last.
    static func makeLocationRelative(in response: inout ServerResponse, to path: Substring) {
        guard let location = response.head.headerFields[.location], location.hasPrefix("/") else { return }
        let depth = max(0, path.split(separator: "/").count - 1)
        response.head.headerFields[.location] = location.split(separator: "/").dropFirst(depth).joined(
            separator: "/")
    }

    /// Adds the fields that every response has: the request's id, and fields for browsers. Browsers must not guess the
    /// content's type, show the response in a frame, run it, load it from another site's page, tell other sites the
    /// page's address, or cache the response.
    static func addCommonFields(to response: inout ServerResponse, id: RequestID) {
        var fields = response.head.headerFields
        response.head.headerFields = [:]
        let hasPolicy = fields.contains(.contentSecurityPolicy)
        let hasCaching = fields.contains(.cacheControl)
        // Only this function sets these fields, so none of them has to be looked for.
        fields.append(HTTPField(name: .requestID, value: id.description))
        fields.append(contentsOf: commonFields)
        if !hasPolicy { fields.append(contentSecurityPolicy) }
        if !hasCaching { fields.append(noStore) }
        response.head.headerFields = fields
    }

    private static let commonFields = [
        HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        HTTPField(name: .referrerPolicy, value: "no-referrer"),
        HTTPField(name: .frameOptions, value: "DENY"),
        HTTPField(name: .crossOriginResourcePolicy, value: "same-origin"),
    ]
    private static let contentSecurityPolicy = HTTPField(
        name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'")
    private static let noStore = HTTPField(name: .cacheControl, value: "no-store")
}

extension Problem {
    init(_ details: ProblemDetails, id: RequestID, in texts: Texts) {
        self.init(
            kind: details.kind, title: texts.say(details.title), status: details.status.code,
            detail: texts.say(details.detail),
            field: details.field, picture: details.picture, requestID: id.description)
    }
}

/// Answers in the form that the client asked for.
extension Responses {
    /// - Parameters:
    ///   - pictures: the images that the request brought.
    ///   - text: the text that it brought.
    ///   - texts: what the content is said with.
    static func verdict(
        _ content: ScanResponse, to request: ServiceRequest, pictures: [[UInt8]] = [], text: String? = nil,
        in texts: Texts
    ) -> ServerResponse {
        let format = request.answerFormat
        let files = { pictures.map { Data($0) } }
        var response =
            switch format {
            // Pictures are made where the image is.
            case .json, .picture: json(content)
            case .plainText: document(PlainAnswer.text(content, in: texts).utf8, as: format)
            case .page:
                document(
                    RecordPage(texts).html(
                        content, pictures: files(), text: text, back: back(of: request.http, in: texts)),
                    as: format)
            case .record: json(ScanRecord(content, pictures: files(), text: text))
            }
        if format == .record { response.head.headerFields[.contentType] = format.rawValue }
        response.add(texts.language)
        return response
    }

    /// An error's response. Browsers without scripts and programs that only show text get what people read.
    static func problem(
        _ details: ProblemDetails, id: RequestID, to request: ServerRequest, in texts: Texts
    ) -> ServerResponse {
        let format = AnswerFormat(accept: request.fields[.accept])
        let content: [UInt8]
        switch format {
        case .json, .record, .picture:
            var response = problem(details, id: id, in: texts)
            response.add(texts.language)
            return response
        case .plainText: content = Array(PlainAnswer.text(Problem(details, id: id, in: texts)).utf8)
        case .page where details.title == Sentence(ProblemText.noRoute):
            // Whoever opens an address in a browser looks for a page, and knows of no routes.
            content = RecordPage(texts).html(
                Problem(ProblemDetails(.notFound, .noPage, .addressMistyped), id: id, in: texts),
                back: start(from: request.path, in: texts), link: .toStart)
        case .page:
            content = RecordPage(texts).html(
                Problem(details, id: id, in: texts), back: back(of: request, in: texts))
        }
        var response = document(content, as: format, status: details.status)
        response.head.headerFields.append(contentsOf: details.headers)
        response.add(texts.language)
        return response
    }

    private static func document(
        _ body: some Sequence<UInt8>, as format: AnswerFormat, status: HTTPResponse.Status = .ok
    ) -> ServerResponse {
        var response = ServerResponse(
            status: status, contentType: format.rawValue + "; charset=utf-8", body: Array(body))
        if format == .page {
            response.head.headerFields[.contentSecurityPolicy] =
                RecordPage.contentSecurityPolicy + "; frame-ancestors 'none'"
        }
        return response
    }

    /// The address of the page with the form, for answers to the form itself. A script's answer is saved as a file, where the address
    /// would lead nowhere.
    private static func back(of request: ServerRequest, in texts: Texts) -> String? {
        guard request.fields[.fetchMode] == "navigate", request.path == "/scan-image" else { return nil }
        return start(from: request.path, in: texts)
    }

    /// The address of the start relative to a path, which a proxy may have put below another one.
    private static func start(from path: Substring, in texts: Texts) -> String {
        let folders = path.utf8.count { $0 == UInt8(ascii: "/") } - 1
        return (folders > 0 ? String(repeating: "../", count: folders) : "./") + "?language=\(texts.language)"
    }
}

extension Responses {
    /// Hexadecimal digits of the content's digest that an entity tag holds. No two contents have the same 128 bits by accident.
    private static let tagDigits = 32

    /// Adds a strong `ETag` over the content to a 200, and turns it into a 304 where the client has that content.
    static func conditional(_ response: ServerResponse, for fields: FieldBlock) -> ServerResponse {
        guard case .bytes(let bytes) = response.body, response.head.status == .ok else { return response }
        let tag = entityTag(of: bytes)
        var response = response
        if isMatch(fields[.ifNoneMatch] ?? "", tag) {
            response = ServerResponse(status: .notModified)
        }
        response.head.headerFields[.eTag] = tag
        // The content is one person's and may have been deleted: every use must be checked with the server.
        response.head.headerFields[.cacheControl] = "private, no-cache"
        return response
    }

    private static func entityTag(of bytes: [UInt8]) -> String {
        "\"" + SHA256.hash(data: bytes).hex.prefix(tagDigits) + "\""
    }

    /// Weak tags match too (RFC 9110 §13.1.2). The service's tags hold no comma, so the list can be split at commas.
    private static func isMatch(_ list: String, _ tag: String) -> Bool {
        list.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return item == "*" || item == tag || item == "W/" + tag
        }
    }
}
