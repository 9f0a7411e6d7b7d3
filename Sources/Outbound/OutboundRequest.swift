/// A POST request to somebody else's server.
package struct OutboundRequest: Sendable {
    package enum Connection: Sendable {
        /// HTTP/1.1 over a connection that serves this request only.
        case ownHTTP1
        /// HTTP/2 where the server has it, over a connection that others have opened or will use.
        case shared
    }

    package var url: OutboundURL
    /// Header fields. Neither names nor values have line ends or NUL.
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]
    package var connection: Connection

    package init(
        to url: OutboundURL, fields: [(name: String, value: String)], body: [UInt8],
        connection: Connection = .ownHTTP1
    ) {
        self.url = url
        self.fields = fields
        self.body = body
        self.connection = connection
    }
}
