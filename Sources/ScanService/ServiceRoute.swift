import HTTPServer
import HTTPTypes

/// A route's handler with its scope and its cost. `Responses.problem` turns the handler's errors into problem details.
struct ServiceRoute: Sendable {
    /// The scope that a key needs; nil for routes that anybody may use.
    let scope: AccessScope?
    /// Number of units that a request takes from the caller's rate limit.
    let cost: Int
    let respond: @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
}

/// Costs of requests, in units of the rate limits. Reading an image takes thousands of times as long as judging a text.
/// The costs differ by less, so that a client that scans has units left to ask for its results.
enum RequestCost {
    static let image = 10
    static let text = 2
    static let other = 1
    /// The cost of health checks and similar requests, which are never refused.
    static let free = 0
    /// The cost of a second of processor time. An image's and a text's own costs pay for the first part of their time.
    static let perSecond = 100
}

typealias ServiceRouter = Router<ServiceRoute>

extension ServiceRouter {
    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, scope: AccessScope?, cost: Int = RequestCost.other,
        respond: @escaping @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
    ) {
        on(method, path, handler: ServiceRoute(scope: scope, cost: cost, respond: respond))
    }
}

extension Router.Match {
    /// The pattern of the route, such as `/scans/{id}`; nil where the path matches no route.
    var pattern: String? {
        switch self {
        case .route(let path, _, _), .methodNotAllowed(let path, _): path
        case .notFound: nil
        }
    }
}
