import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import ScanDocuments
import TypeSafeAPI

/// Answers in the form that the client asked for.
extension Responses {
    /// - Parameters:
    ///   - pictures: the images that the request brought.
    ///   - text: the text that it brought.
    static func verdict(
        _ content: ScanResponse, to request: ServiceRequest, pictures: [[UInt8]] = [], text: String? = nil
    ) -> ServerResponse {
        let format = request.answerFormat
        let files = { pictures.map { Data($0) } }
        var response =
            switch format {
            // Pictures are made where the image is.
            case .json, .picture: json(content)
            case .plainText: document(PlainAnswer.text(content).utf8, as: format)
            case .page:
                document(
                    RecordPage.html(content, pictures: files(), text: text, back: back(of: request.http)),
                    as: format)
            case .record: json(ScanRecord(content, pictures: files(), text: text))
            }
        if format == .record { response.head.headerFields[.contentType] = format.rawValue }
        response.head.headerFields[.vary] = "Accept"
        return response
    }

    /// An error's response. Browsers without scripts and programs that only show text get what people read.
    static func problem(_ details: ProblemDetails, id: RequestID, to request: ServerRequest) -> ServerResponse
    {
        let format = AnswerFormat(accept: request.fields[.accept])
        let content: [UInt8]
        switch format {
        case .json, .record, .picture: return problem(details, id: id)
        case .plainText: content = Array(PlainAnswer.text(Problem(details, id: id)).utf8)
        case .page: content = RecordPage.html(Problem(details, id: id), back: back(of: request))
        }
        var response = document(content, as: format, status: details.status)
        response.head.headerFields.append(contentsOf: details.headers)
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
    private static func back(of request: ServerRequest) -> String? {
        request.fields[.fetchMode] == "navigate" && request.path == "/scan-image" ? "./" : nil
    }
}
