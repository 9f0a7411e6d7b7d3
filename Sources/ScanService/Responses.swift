import Foundation
import HTTPServer
import HTTPTypes
import Texts
import TypeSafeAPI

/// Writes responses: JSON, problem details, and the header fields that every response has.
enum Responses {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> ServerResponse {
        do {
            return json(encoded: Array(try WireCoding.encoder().encode(value)), status: status)
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
    /// without the response having to repeat it. Only requests of one segment are answered with a place.
    static func makeLocationRelative(in response: inout ServerResponse) {
        response.head.headerFields[.location] = response.head.headerFields[.location].map {
            String($0.trimmingPrefix("/"))
        }
    }

    /// Adds the fields that every response has: the request's id, and fields for browsers. Browsers must not guess the
    /// content's type, show the response in a frame, run it, load it from another site's page, tell other sites the
    /// page's address, or cache the response.
    static func addCommonFields(to response: inout ServerResponse, id: RequestID) {
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
    init(_ details: ProblemDetails, id: RequestID, in texts: Texts) {
        self.init(
            kind: details.kind, title: texts.say(details.title), status: details.status.code,
            detail: texts.say(details.detail),
            field: details.field, picture: details.picture, requestID: id.description)
    }
}
