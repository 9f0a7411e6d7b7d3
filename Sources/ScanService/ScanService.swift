import SystemSupport
package import HTTPServer
package import HTTPTypes
package import Logging
package import Scanning
package import Storage
import Texts
package import TypeSafeAPI
import ScanDocuments

/// The scan server's HTTP service: its routes, the checks of requests, the error responses and the log line of each
/// request.
package struct ScanService: Sendable {
    /// Version, API description and page of the running build, for `GET /version`, `GET /openapi.yaml` and `GET /`.
    package struct About: Sendable {
        package var version: String
        package var openAPI: [UInt8]
        package var page: Page

        package init(version: String, openAPI: [UInt8], page: Page) {
            self.version = version
            self.openAPI = openAPI
            self.page = page
        }
    }

    package struct Limits: Sendable {
        /// Largest body of one request in bytes.
        package var body = 15 << 20
        /// Largest number of parts in a form. It is larger than the number of fields that the API defines.
        package var parts = 32
        /// Bytes of all request bodies that are in memory at once. The default holds 17 bodies of the largest size.
        package var bodies = 256 << 20
        /// Number of texts that are being judged, or wait for that, at once. Judging a text takes some megabytes of
        /// memory.
        package var texts = 256

        package init() {}
    }

    /// The methods of all routes, for `Allow` where the request names no route.
    private static let allMethods = "DELETE, GET, HEAD, OPTIONS, POST, PUT"
    /// Largest number of characters of a method in the log. A client may send any token as its method.
    private static let loggedMethodLength = 16

    /// Time that messages to followers get at the end. One that is cut off is sent again by the next process.
    private static let pushGrace = Duration.seconds(1)

    private let jobs: any ScanJobs
    /// Takes asynchronous scans that any server handed in; nil where none are shared, or by this server's role.
    private let worker: JobWorker?
    private let load: WorkLoadWatch?
    /// Tells those who follow a session by its event stream.
    private let feed: SessionFeed
    /// Tells followers how scans go; nil where there can be none.
    private let following: ScanFollowing?
    private let pushes: PushDispatcher?
    private let router: ServiceRouter
    private let logger: Logger
    private let authorizer: RequestAuthorizer
    private let siteGuard: SiteGuard
    private let headers: ResponseHeaderPolicy
    private let answers: AnswerTexts
    private let bodies: Quota
    private let metrics: ServiceMetrics
    private let requestMetrics: RequestMetrics

    package init(
        pipeline: ScanPipeline, about: About, answers: AnswerTexts, limits: Limits,
        results: ResultRecorder = .none,
        options: JobOptions = JobOptions(), feedback: FeedbackKeeper? = nil, memory: MemoryKeeper? = nil,
        followers: FollowerOptions? = nil,
        store: @escaping @Sendable () -> StoreStatus? = { nil }, inventory: (any StoreInventory)? = nil,
        access: AccessPolicy = AccessPolicy(),
        headers: ResponseHeaderPolicy = ResponseHeaderPolicy(), metrics: ServiceMetrics, logger: Logger
    ) {
        authorizer = RequestAuthorizer(access, metrics: metrics)
        siteGuard = SiteGuard(hosts: access.keys == nil ? access.hosts : nil, origins: headers.crossOrigin)
        self.headers = headers
        self.answers = answers
        bodies = Quota(limit: limits.bodies)
        let idempotency = IdempotencyCache(
            bytes: options.responseBytes, lifetime: options.responseLifetime,
            shared: options.sharedClaims.map { SharedAnswers(claims: $0) })
        let texts = TextTurns(limit: limits.texts, pipeline: pipeline)
        let runner = ScanRunner(
            pipeline: pipeline, texts: texts, results: results, metrics: metrics,
            memory: memory)
        let problem: @Sendable (ServiceError) -> Problem = {
            Problem($0.details, id: RequestID(), in: answers.standard)
        }
        (jobs, worker, load) = Self.makeJobs(options, runner, answers, metrics, logger, problem)
        (following, pushes) = Self.makeFollowing(followers, jobs, results, answers, metrics, logger)
        let announcements: any ScanAnnouncements =
            if let shared = options.shared { SharedAnnouncements(shared) } else {
                OwnAnnouncements(lifetime: options.jobs.deadline + options.jobs.lifetime)
            }
        feed = SessionFeed(announcements, jobs: jobs, limits: options.jobs)
        var router = ServiceRouter()
        if options.role.takesRequests {
            ScanRoutes(
                runner: runner, limits: limits, idempotency: idempotency, jobs: jobs, following: following,
                feed: feed
            ).add(to: &router)
            FeedbackRoutes(
                feedback: feedback, memory: memory, lexicon: { pipeline.lexicon }, results: results,
                texts: texts,
                metrics: metrics
            ).add(to: &router)
            MemoryRoutes(memory: memory, metrics: metrics).add(to: &router)
            JobRoutes(jobs: jobs, heartbeat: options.heartbeat).add(to: &router)
            SessionRoutes(feed: feed, heartbeat: options.heartbeat).add(to: &router)
            FollowerRoutes(options: followers, following: following, jobs: jobs).add(to: &router)
            ResultRoutes(results: results, feed: feed, memory: memory).add(to: &router)
            SharingRoutes(publisher: results.publisher, following: following).add(to: &router)
            PageRoutes(page: about.page).add(to: &router)
        }
        InfoRoutes(pipeline: pipeline, about: about, metrics: metrics, store: store).add(to: &router)
        AdminRoutes(
            hasKeys: access.keys != nil,
            reader: OverviewReader(
                pipeline: pipeline, version: about.version, metrics: metrics, store: store,
                inventory: inventory, feedback: feedback, memory: memory?.memory, options: options,
                idempotency: idempotency)
        ).add(to: &router)
        metrics.beforeScrape { [jobs, feed] metrics in
            if let memory { metrics.memory(memory.memory) }
            await metrics.read(pipeline, jobs, feed, idempotency, version: about.version)
        }
        self.router = router
        metrics.texts(missing: answers.missing)
        self.metrics = metrics
        requestMetrics = metrics.requests(of: router.all.map(\.path))
        self.logger = logger
    }

    /// Begins to take asynchronous scans that any server handed in, where that is this server's role.
    package func startWork() async {
        load?.start()
        if let load { await worker?.start(load) }
        await pushes?.start()
        await following?.start()
    }

    /// Takes no more asynchronous scans, and ends those under way within `grace`, or hands them to other servers.
    package func drain(grace: Duration) async {
        async let own: Void = jobs.drain(grace: grace)
        await worker?.drain(grace: grace)
        await own
        await feed.stop()
        load?.stop()
        await following?.stop()
        await pushes?.stop(grace: Self.pushGrace)
    }

    package var routes: [(method: HTTPRequest.Method, path: String)] { router.all }

    /// Returns the pattern of the route that a request names, such as `/scans/{id}`; nil if it names none.
    package func route(of head: RequestHead) -> String? {
        let target = PathKey(head.target)?.target ?? head.target
        return router.match(head.method, target.prefix { $0 != "?" }).pattern
    }

    /// Serves one request and logs it. The log holds no word of what was sent or read.
    package func respond(to sent: ServerRequest) async -> ServerResponse {
        let (request, pathKey) = sent.withoutPathKey
        let started = ContinuousClock.now
        let id = RequestID(offered: request.fields[.requestID])
        let match = router.match(request.method, request.path)
        var access: AccessDecision?
        let texts = answers.chosen(by: request)
        var response: ServerResponse
        do throws(ServiceError) {
            try siteGuard.check(request)
            if case .route(_, let route, _) = match {
                access = await authorizer.decide(on: request, pathKey: pathKey, for: route)
            }
            response = try await serve(request, match, access, id, texts)
        } catch {
            metrics.record(error)
            response = Responses.problem(error.details, id: id, to: request, in: texts)
        }
        Responses.addCommonFields(to: &response, id: id)
        if pathKey != nil { Responses.makeLocationRelative(in: &response, to: request.path) }
        headers.add(to: &response, request: request, rate: access?.rate)
        let duration = started.duration(to: .now)
        requestMetrics.record(
            route: match.pattern, method: request.method.rawValue, status: response.head.status.code,
            took: duration)
        log(request, route: match.pattern, response, id: id, caller: access?.caller, duration: duration)
        return response
    }

    /// Returns the response to a message that was no valid request.
    package func refuse(_ status: HTTPResponse.Status) -> ServerResponse {
        let id = RequestID()
        var response = Responses.refusal(status, id: id, in: answers.standard)
        Responses.addCommonFields(to: &response, id: id)
        headers.add(to: &response, request: nil, rate: nil)
        logger.info("refused", metadata: ["request_id": "\(id)", "status": "\(status.code)"])
        return response
    }

    private func serve(
        _ request: ServerRequest, _ match: ServiceRouter.Match, _ access: AccessDecision?, _ id: RequestID,
        _ texts: Texts
    ) async throws(ServiceError) -> ServerResponse {
        if let refusal = access?.refusal { throw refusal }
        switch match {
        case .route(_, let route, let parameters):
            let access = access ?? AccessDecision(caller: Caller(key: nil, network: nil))
            let (account, pay) = authorizer.account(access, cost: route.cost)
            return try await route.respond(
                ServiceRequest(
                    http: request, id: id, parameters: parameters, caller: access.caller,
                    answers: answers, texts: texts, account: account, limit: access.limit, pay: pay,
                    memory: QuotaReservation(of: bodies)))
        case .methodNotAllowed(_, let allow):
            if request.method == .options { return Self.options(allow) }
            throw .methodNotAllowed(allow: allow)
        case .notFound:
            if request.method == .options, request.path == "*" { return Self.options(Self.allMethods) }
            // The target of CONNECT is no path, so it can't match a route.
            if request.method == .connect { throw .methodNotAllowed(allow: Self.allMethods) }
            throw .notFound
        }
    }

    private static func options(_ allow: String) -> ServerResponse {
        ServerResponse(status: .noContent, fields: [.allow: allow])
    }

    private func log(
        _ request: ServerRequest, route: String?, _ response: ServerResponse, id: RequestID,
        caller: Caller?, duration: Duration
    ) {
        // Every request has such a line: the values are made without the detour of an interpolation.
        var metadata: Logger.Metadata = [
            "request_id": .string(id.description),
            "method": .string(String(request.method.rawValue.prefix(Self.loggedMethodLength))),
            // The route's pattern is logged and not the path, because what a client typed may be private.
            "route": .string(route ?? "-"),
            "status": .string(String(response.head.status.code)),
            "key": .string(caller?.key ?? "-"),
            "bytes_in": .string(request.body.announcedLength.map(String.init) ?? "-"),
            "bytes_out": .string(response.contentLength.map(String.init) ?? "-"),
            "ms": .string(duration.milliseconds.rounded(to: 1).description),
        ]
        if let trace = request.fields[.traceParent].flatMap({ TraceParent($0) }) {
            metadata["trace_id"] = "\(trace.traceID)"
            metadata["parent_id"] = "\(trace.parentID)"
        }
        logger.info("request", metadata: metadata)
    }
}
