package import HTTPTypes

/// A whole answer. `Content-Length`, `Date` and `Connection` are the connection's to write.
package struct ServerResponse: Sendable {
    package var head: HTTPResponse
    package var body: [UInt8]

    package init(status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []) {
        head = HTTPResponse(status: status, headerFields: fields)
        self.body = body
    }

    package init(status: HTTPResponse.Status, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: [.contentType: contentType], body: body)
    }
}

/// What a server does with a request; runs on the connection's event loop until it first suspends.
package typealias RequestHandler = @Sendable (ServerRequest) async -> ServerResponse

/// Makes the answer for a message that never became a request: a parse error or a time-out.
package typealias RefusalRenderer = @Sendable (HTTPResponse.Status) -> ServerResponse
