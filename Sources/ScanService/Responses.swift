import Foundation
import HTTPServer
import HTTPTypes
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
        response.head.headerFields[.location] = response.head.headerFields[.location].map {
            $0.split(separator: "/").dropFirst(max(0, path.split(separator: "/").count - 1)).joined(
                separator: "/")
        }
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
