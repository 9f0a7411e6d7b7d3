import HTTP1
package import HTTPServer
package import HTTPTypes
package import Logging
package import Scanning
import TypeSafeAPI

/// The HTTP face of the scanner: routes, checks, error answers and the log line of each request.
package struct ScanService: Sendable {
    /// Facts about the running build, for `GET /version` and `GET /openapi.yaml`.
    package struct About: Sendable {
        package var version: String
        package var openAPI: [UInt8]

        package init(version: String, openAPI: [UInt8]) {
            self.version = version
            self.openAPI = openAPI
        }
    }

    /// Bounds on what a client may send.
    package struct Limits: Sendable {
        /// Bytes of a request's body.
        package var body: Int
        /// Parts of a form.
        package var parts: Int

        package init(body: Int, parts: Int) {
            self.body = body
            self.parts = parts
        }
    }

    private static let allMethods = "DELETE, GET, HEAD, OPTIONS, POST, PUT"

    private let router: ServiceRouter
    private let logger: Logger

    package init(
        pipeline: ScanPipeline, about: About, limits: Limits, results: ResultKeeping = .none, logger: Logger
    ) {
        var router = ServiceRouter()
        ScanRoutes(pipeline: pipeline, limits: limits, results: results).add(to: &router)
        ResultRoutes(keeping: results).add(to: &router)
        SharingRoutes(telling: results.telling).add(to: &router)
        InfoRoutes(pipeline: pipeline, about: about).add(to: &router)
        self.router = router
        self.logger = logger
    }

    /// All methods and paths that are served.
    package var routes: [(method: HTTPRequest.Method, path: String)] { router.all }

    /// For `HTTPServer`: answers one request and logs it, without a word of what was sent or read.
    package func respond(to request: ServerRequest) async -> ServerResponse {
        let started = ContinuousClock.now
        let id = RequestID(offered: request.fields[RequestID.field])
        var route: String?
        var response: ServerResponse
        do {
            response = try await dispatch(request, id: id, route: &route)
        } catch {
            response = Responses.problem(error, id: id)
        }
        Responses.finish(&response, id: id)
        log(request, route: route, response, id: id, started: started)
        return response
    }

    /// For `HTTPServer`: answers what was no acceptable request.
    package func refuse(_ status: HTTPResponse.Status) -> ServerResponse {
        let id = RequestID()
        var response = Responses.refusal(status, id: id)
        Responses.finish(&response, id: id)
        logger.info(
            "refused", metadata: ["request_id": "\(id)", "status": "\(status.code)"])
        return response
    }

    private func dispatch(
        _ request: ServerRequest, id: RequestID, route: inout String?
    ) async throws(ServiceError) -> ServerResponse {
        switch router.match(request.method, request.path) {
        case .route(let path, let handler, let parameters):
            route = path
            return try await handler.respond(
                ServiceRequest(http: request, id: id, parameters: parameters))
        case .methodNotAllowed(let path, let allow):
            route = path
            if request.method == .options {
                return ServerResponse(status: .noContent, fields: [.allow: allow])
            }
            throw .methodNotAllowed(allow: allow)
        case .notFound:
            if request.method == .options, request.path == "*" {
                return ServerResponse(status: .noContent, fields: [.allow: Self.allMethods])
            }
            // Its target is no path, so no route can match it.
            if request.method == .connect { throw .methodNotAllowed(allow: Self.allMethods) }
            throw .notFound
        }
    }

    private func log(
        _ request: ServerRequest, route: String?, _ response: ServerResponse, id: RequestID,
        started: ContinuousClock.Instant
    ) {
        let milliseconds = started.duration(to: .now).milliseconds
        logger.info(
            "request",
            metadata: [
                "request_id": "\(id)",
                "method": "\(request.method.rawValue.prefix(16))",
                // The pattern, not the path: what somebody typed may be private.
                "route": "\(route ?? "-")",
                "status": "\(response.head.status.code)",
                "bytes_in": "\(request.body.announcedLength.map(String.init) ?? "-")",
                "bytes_out": "\(response.contentLength.map(String.init) ?? "-")",
                "ms": "\((milliseconds * 10).rounded() / 10)",
            ])
    }
}
