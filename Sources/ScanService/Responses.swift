import Foundation
import HTTPServer
import HTTPTypes
import TypeSafeAPI

/// How answers are written: JSON, problems, and the fields that all of them carry.
enum Responses {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> ServerResponse {
        do {
            return ServerResponse(
                status: status, contentType: "application/json",
                body: Array(try WireCoding.encoder().encode(value)))
        } catch {
            // The wire types hold nothing that JSON can't express, save a number that isn't one.
            return ServerResponse(status: .internalServerError)
        }
    }

    static func problem(_ error: ServiceError, id: RequestID) -> ServerResponse {
        problem(error.facts, id: id)
    }

    static func problem(_ facts: ServiceError.Facts, id: RequestID) -> ServerResponse {
        var response = json(Problem(facts, id: id), status: facts.status)
        response.head.headerFields.append(contentsOf: facts.fields)
        response.head.headerFields[.contentType] = "application/problem+json"
        return response
    }

    /// For what never became a request: the parser's refusals and time-outs.
    static func refusal(_ status: HTTPResponse.Status, id: RequestID) -> ServerResponse {
        problem(
            ServiceError.Facts(
                kind: status == .requestTimeout ? .requestTimeout : .malformedRequest, status: status,
                title: status.reasonPhrase.isEmpty ? "The request was refused" : status.reasonPhrase,
                detail: "The request was not acceptable HTTP/1.1 and was not read further."),
            id: id)
    }

    /// What every answer carries: nothing is sniffed, framed, embedded, run, told to other sites or cached, and the
    /// request has a name.
    static func finish(_ response: inout ServerResponse, id: RequestID) {
        var fields = response.head.headerFields
        fields[.requestID] = id.description
        fields[.xContentTypeOptions] = "nosniff"
        fields[.referrerPolicy] = "no-referrer"
        fields[.frameOptions] = "DENY"
        fields[.crossOriginResourcePolicy] = "same-origin"
        if fields[.contentSecurityPolicy] == nil {
            fields[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        response.head.headerFields = fields
    }
}

extension Problem {
    init(_ facts: ServiceError.Facts, id: RequestID) {
        self.init(
            kind: facts.kind, title: facts.title, status: facts.status.code, detail: facts.detail,
            field: facts.field, requestID: id.description)
    }
}
