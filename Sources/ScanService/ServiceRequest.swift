import HTTP1
import HTTPServer

/// One request on its way through the service: what came over the wire, and what is known of it.
struct ServiceRequest: Sendable {
    let http: ServerRequest
    let id: RequestID
    /// What the route's `{name}` segments took.
    let parameters: PathParameters

    var fields: FieldBlock { http.fields }
    var body: RequestBody { http.body }
    var query: Substring? { http.query }
}
