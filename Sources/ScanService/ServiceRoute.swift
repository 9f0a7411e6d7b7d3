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
    let respond: @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
}

typealias ServiceRouter = Router<ServiceRoute>

extension ServiceRouter {
    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, scope: RouteScope,
        respond: @escaping @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
    ) {
        on(method, path, handler: ServiceRoute(scope: scope, respond: respond))
    }
}
