import HTTPServer
import HTTPTypes

/// Who may use a route.
enum RouteScope: Sendable {
    /// Anybody: health, versions, the API's description.
    case open
    /// Who may have things judged, and what belongs to that.
    case scan
    /// Who may see results.
    case read
    /// Who runs the server.
    case admin
}

/// Answers one route's requests; errors become problem answers in one place.
struct ServiceRoute: Sendable {
    let scope: RouteScope
    /// Units of the caller's rate limit.
    let cost: Int
    let respond: @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
}

/// What requests cost, in units of the rate limits: about as they weigh on the server, with room for those that only ask.
enum RequestCost {
    static let picture = 10
    static let text = 2
    static let other = 1
    /// Whoever watches the server is never turned away.
    static let free = 0
}

typealias ServiceRouter = Router<ServiceRoute>

extension ServiceRouter {
    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, scope: RouteScope, cost: Int = RequestCost.other,
        respond: @escaping @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
    ) {
        on(method, path, handler: ServiceRoute(scope: scope, cost: cost, respond: respond))
    }
}
