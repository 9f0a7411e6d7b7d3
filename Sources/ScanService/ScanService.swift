import Concurrency
import HTTP1
package import HTTPServer
package import HTTPTypes
package import Logging
package import Metrics
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
        /// Bytes of all bodies that are in memory.
        package var bodies: Int
        /// Texts that are judged at once, or wait for it.
        package var texts: Int

        package init(body: Int, parts: Int, bodies: Int = 256 << 20, texts: Int = 256) {
            self.body = body
            self.parts = parts
            self.bodies = bodies
            self.texts = texts
        }
    }

    private static let allMethods = "DELETE, GET, HEAD, OPTIONS, POST, PUT"

    /// Scans that run without a connection; to be drained when the server stops.
    package let jobs: JobRegistry
    /// What is answered again under idempotency keys.
    package let answers: IdempotentAnswers
    private let router: ServiceRouter
    private let logger: Logger
    private let gatekeeper: Gatekeeper
    private let fields: AnswerFields
    private let bodies: Allowance
    private let metrics: ServiceMetrics
    private let requestMetrics: RequestMetrics

    package init(
        pipeline: ScanPipeline, about: About, limits: Limits, results: ResultKeeping = .none,
        options: JobOptions = JobOptions(), access: AccessPolicy = AccessPolicy(),
        fields: AnswerFields = AnswerFields(), metrics: ServiceMetrics, logger: Logger
    ) {
        gatekeeper = Gatekeeper(access, metrics: metrics)
        self.fields = fields
        bodies = Allowance(limit: limits.bodies)
        jobs = JobRegistry(limits: options.jobs, ledger: options.ledger) { interruption in
            Problem(ServiceError.jobEnded(interruption).facts, id: RequestID())
        }
        answers = IdempotentAnswers(bytes: options.answerBytes, lifetime: options.answerLifetime)
        var router = ServiceRouter()
        ScanRoutes(
            pipeline: pipeline, limits: limits, results: results, metrics: metrics, answers: answers,
            jobs: jobs
        ).add(to: &router)
        JobRoutes(jobs: jobs, heartbeat: options.heartbeat).add(to: &router)
        ResultRoutes(keeping: results).add(to: &router)
        SharingRoutes(telling: results.telling).add(to: &router)
        InfoRoutes(pipeline: pipeline, about: about).add(to: &router)
        metrics.beforeScrape { [jobs, answers, pipeline] metrics in
            let (cache, jobs) = (pipeline.readings.counts, jobs.counts)
            metrics.cacheSize(entries: cache.entries, bytes: cache.cost)
            metrics.replayed(answers.counts.hits)
            metrics.jobs(
                waiting: jobs.waiting, running: jobs.running, kept: jobs.kept, streams: jobs.subscribers)
        }
        MetricsRoutes(metrics: metrics, pipeline: pipeline, version: about.version).add(to: &router)
        self.router = router
        self.metrics = metrics
        requestMetrics = metrics.requests(of: router.all.map(\.path))
        self.logger = logger
    }

    /// All methods and paths that are served.
    package var routes: [(method: HTTPRequest.Method, path: String)] { router.all }

    /// For `HTTPServer`: answers one request and logs it, without a word of what was sent or read.
    package func respond(to request: ServerRequest) async -> ServerResponse {
        let started = ContinuousClock.now
        let id = RequestID(offered: request.fields[.requestID])
        var route: String?
        var pass = Gatekeeper.Pass()
        var response: ServerResponse
        do {
            response = try await dispatch(request, id: id, route: &route, pass: &pass)
        } catch {
            metrics.record(error)
            response = Responses.problem(error, id: id)
        }
        Responses.finish(&response, id: id)
        fields.add(to: &response, request: request, rate: pass.rate)
        let duration = started.duration(to: .now)
        requestMetrics.record(
            route: route, method: request.method.rawValue, status: response.head.status.code, took: duration)
        log(request, route: route, response, id: id, caller: pass.caller, duration: duration)
        return response
    }

    /// For `HTTPServer`: answers what was no acceptable request.
    package func refuse(_ status: HTTPResponse.Status) -> ServerResponse {
        let id = RequestID()
        var response = Responses.refusal(status, id: id)
        Responses.finish(&response, id: id)
        fields.add(to: &response, request: nil, rate: nil)
        logger.info(
            "refused", metadata: ["request_id": "\(id)", "status": "\(status.code)"])
        return response
    }

    private func dispatch(
        _ request: ServerRequest, id: RequestID, route: inout String?, pass: inout Gatekeeper.Pass
    ) async throws(ServiceError) -> ServerResponse {
        switch router.match(request.method, request.path) {
        case .route(let path, let handler, let parameters):
            route = path
            let caller = try gatekeeper.admit(request, to: handler, &pass)
            return try await handler.respond(
                ServiceRequest(
                    http: request, id: id, parameters: parameters, caller: caller,
                    memory: AllowanceShare(of: bodies)))
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
        caller: Caller?, duration: Duration
    ) {
        var metadata: Logger.Metadata = [
            "request_id": "\(id)",
            "method": "\(request.method.rawValue.prefix(16))",
            // The pattern, not the path: what somebody typed may be private.
            "route": "\(route ?? "-")",
            "status": "\(response.head.status.code)",
            "key": "\(caller?.key ?? "-")",
            "bytes_in": "\(request.body.announcedLength.map(String.init) ?? "-")",
            "bytes_out": "\(response.contentLength.map(String.init) ?? "-")",
            "ms": "\((duration.milliseconds * 10).rounded() / 10)",
        ]
        if let trace = request.fields[.traceParent].flatMap({ TraceParent($0) }) {
            metadata["trace_id"] = "\(trace.traceID)"
            metadata["parent_id"] = "\(trace.parentID)"
        }
        logger.info("request", metadata: metadata)
    }
}
