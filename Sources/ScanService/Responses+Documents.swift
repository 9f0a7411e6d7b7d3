import Foundation
import HTTPServer
import HTTPTypes
import ScanDocuments
import Texts
import TypeSafeAPI

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
        return "./?language=\(texts.language)"
    }
}
