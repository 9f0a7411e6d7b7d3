import TypeSafeAPI

/// Cases of the routes about the server itself, and of paths without a route.
enum InfoCases {
    static let all = pages + methods + otherMethods + unknownPaths + messages

    private static let pages: [RouteCase] = [
        RouteCase(
            "Health", .open, .get("/health"), 200, .json("status", "ok"), .field("Cache-Control", "no-store"),
            .field("Server-Timing", nil), .field("Strict-Transport-Security", nil),
            .field("Access-Control-Allow-Origin", nil), .field("RateLimit-Limit", nil)),
        RouteCase("Readiness", .open, .get("/ready"), 200, .json("ready", true)),
        RouteCase(
            "Readiness with what keeps results, where nothing does", .open, .get("/ready?verbose"), 200,
            .json("ready", true)),
        RouteCase(
            "Versions", .open, .get("/version"), 200, .decodes(VersionResponse.self),
            .present("tessdata.eng"),
            .json("rules_version", contains: "20")),
        RouteCase(
            "The API's description", .open, .get("/openapi.yaml"), 200,
            .field("Content-Type", "application/yaml"),
            .body(contains: "openapi: 3.1.0")),
        RouteCase(
            "Metrics", .open, RouteStep(.get("/health"), 200),
            RouteStep(
                .get("/metrics"), 200, .field("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
                .body(
                    contains: "typesafe_http_requests_total{route=\"/health\",method=\"GET\",status=\"200\"}"),
                .body(contains: "typesafe_build_info{version="))),
        RouteCase(
            "The operator's page isn't there without keys", .open, .get("/admin"), 404, .problem(.notFound)),
        RouteCase("HEAD is GET without content", .open, RouteRequest("HEAD", "/health"), 200, .emptyBody),
        RouteCase(
            "A client's own request id comes back", .open, .get("/health", ("X-Request-ID", "a-1_b.2")), 200,
            .field("X-Request-ID", "a-1_b.2")),
        RouteCase(
            "A request id with other characters is replaced", .open, .get("/health", ("X-Request-ID", "a b")),
            200,
            .field("X-Request-ID", contains: "-")),
        RouteCase(
            "A trace isn't sent back", .open,
            .get("/version", ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")), 200,
            .field("traceparent", nil)),
    ]

    private static let methods: [RouteCase] =
        [
            ("/health", "GET, HEAD, OPTIONS"), ("/ready", "GET, HEAD, OPTIONS"),
            ("/version", "GET, HEAD, OPTIONS"),
            ("/openapi.yaml", "GET, HEAD, OPTIONS"), ("/", "GET, HEAD, OPTIONS"),
            ("/page/page.css", "GET, HEAD, OPTIONS"), ("/sw.js", "GET, HEAD, OPTIONS"),
            ("/metrics", "GET, HEAD, OPTIONS"), ("/admin", "GET, HEAD, OPTIONS"),
            ("/scan-image", "OPTIONS, POST"), ("/analyze-text", "OPTIONS, POST"),
            ("/scans/$unknown", "DELETE, GET, HEAD, OPTIONS"),
            ("/scans/$unknown/events", "GET, HEAD, OPTIONS"),
            ("/results", "GET, HEAD, OPTIONS"), ("/results/latest", "GET, HEAD, OPTIONS"),
            ("/results/$unknown", "GET, HEAD, OPTIONS"), ("/sessions/$session", "DELETE, OPTIONS"),
            ("/sessions/$session/events", "GET, HEAD, OPTIONS"),
            ("/sessions/$session/preferences", "OPTIONS, PUT"), ("/subjects/a", "OPTIONS, PUT"),
            ("/screenshot-events", "OPTIONS, POST"),
        ].map { (path: String, allow: String) in
            RouteCase(
                "Methods of \(path)", .open,
                RouteStep(
                    RouteRequest("PATCH", path), 405, .problem(.methodNotAllowed), .field("Allow", allow)),
                RouteStep(
                    RouteRequest("BREW", path), 405, .problem(.methodNotAllowed), .field("Allow", allow)),
                RouteStep(RouteRequest("OPTIONS", path), 204, .field("Allow", allow), .emptyBody))
        }

    private static let otherMethods: [RouteCase] = [
        RouteCase(
            "GET of a route for POST", .open, .get("/scan-image"), 405, .problem(.methodNotAllowed),
            .field("Allow", "OPTIONS, POST")),
        RouteCase(
            "POST to a route for GET", .open, RouteRequest("POST", "/health"), 405,
            .problem(.methodNotAllowed),
            .field("Allow", "GET, HEAD, OPTIONS")),
    ]

    private static let unknownPaths: [RouteCase] =
        ["/nowhere", "/scan-image/", "/scans/", "/results/1/2", "//health", "/%FF"].map { path in
            RouteCase("No route: \(path)", .open, .get(path), 404, .problem(.notFound))
        }

    private static let messages: [RouteCase] = [
        RouteCase(
            "OPTIONS of the whole server", .open, RouteRequest("OPTIONS", "*"), 204,
            .field("Allow", "DELETE, GET, HEAD, OPTIONS, POST, PUT")),
        RouteCase(
            "CONNECT", .open,
            .raw("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\nConnection: close\r\n\r\n"),
            405,
            .problem(.methodNotAllowed)),
        RouteCase("No HTTP", .open, .raw("nonsense\r\n\r\n"), 400, .problem(.malformedRequest)),
        RouteCase(
            "No host", .open, .raw("GET /health HTTP/1.1\r\n\r\n"), 400, .problem(.malformedRequest)),
        RouteCase(
            "A host that is none", .open, .raw("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"), 400,
            .problem(.malformedRequest)),
    ]
}
