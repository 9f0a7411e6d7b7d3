import TestSupport
import TypeSafeAPI

/// Cases of API keys, rate limits, and requests from pages of other origins.
enum AccessCases {
    static let all =
        keys + pathKeys + pathKeyPlaces + scopes + operators + openRoutes + jobs + rates + origins
        + otherOrigins

    private static let text = #"{"text": "Hello"}"#

    private static func keyed(_ fields: [(String, String)]) -> RouteRequest {
        RouteRequest("POST", "/analyze-text", fields: [("Content-Type", "application/json")] + fields).with(
            .text(text))
    }

    private static let presented:
        [(name: String, fields: [(String, String)], status: Int, kind: ProblemKind?)] = [
            ("No key", [], 401, .unauthorized),
            ("A key as a bearer token", [("Authorization", "Bearer \(RouteKeys.scanner)")], 200, nil),
            ("A key as X-API-Key", [("X-API-Key", RouteKeys.scanner)], 200, nil),
            (
                "A key as a bearer token in lower case", [("Authorization", "bearer \(RouteKeys.scanner)")],
                200, nil
            ),
            (
                "A key as another credential", [("Authorization", "Basic \(RouteKeys.scanner)")], 401,
                .unauthorized
            ),
            (
                "A key beside another credential",
                [("Authorization", "Basic dTpw"), ("X-API-Key", RouteKeys.scanner)], 200, nil
            ),
            ("A key without a scheme", [("Authorization", RouteKeys.scanner)], 401, .unauthorized),
            (
                "A key with a letter more", [("Authorization", "Bearer \(RouteKeys.scanner)x")], 401,
                .unauthorized
            ),
            (
                "A key with a letter less", [("Authorization", "Bearer \(RouteKeys.scanner.dropLast())")],
                401, .unauthorized
            ),
            ("A key without the scope", [("Authorization", "Bearer \(RouteKeys.reader)")], 403, .forbidden),
            (
                "A key that has expired", [("Authorization", "Bearer \(RouteKeys.expired)")], 401,
                .unauthorized
            ),
        ]

    private static let keys: [RouteCase] = presented.map { name, fields, status, kind in
        guard let kind else {
            return RouteCase(name, .keys, keyed(fields), status, .json("risk_level", "low"))
        }
        return RouteCase(
            name, .keys, keyed(fields), status, .problem(kind), .field("WWW-Authenticate", contains: "Bearer")
        )
    }

    private static let scanner = RouteKeys.scanner

    /// Sends a text to each target, with a key before its path, and perhaps others in header fields.
    private static let pathKeys: [RouteCase] =
        [
            ("alone", "/k/\(scanner)/analyze-text", [], 200, nil),
            ("before two slashes", "/k/\(scanner)//analyze-text", [], 200, nil),
            ("whose marker is encoded", "/%6B/\(scanner)/analyze-text", [], 200, nil),
            ("that is encoded", "/k/tsk%5F\(scanner.dropFirst(4))/analyze-text", [], 200, nil),
            ("before a query", "/k/\(scanner)/analyze-text?a=/k/b", [], 200, nil),
            (
                "of a target with a host", "http://localhost:8080/k/\(scanner)/analyze-text", [], 200, nil
            ),
            ("with the same key in a field", "/k/\(scanner)/analyze-text", [scan], 200, nil),
            (
                "beside another credential", "/k/\(scanner)/analyze-text", [("Authorization", "Basic dTpw")],
                200, nil
            ),
            ("that is wrong", "/k/\(scanner)x/analyze-text", [], 401, .unauthorized),
            ("that is no key", "/k/analyze-text/analyze-text", [], 401, .unauthorized),
            ("that has expired", "/k/\(RouteKeys.expired)/analyze-text", [], 401, .unauthorized),
            ("without the scope", "/k/\(RouteKeys.reader)/analyze-text", [], 403, .forbidden),
            ("beside another key", "/k/\(scanner)/analyze-text", [read], 401, .unauthorized),
            (
                "beside a wrong bearer token", "/k/\(scanner)/analyze-text",
                [("Authorization", "Bearer tsk_no")], 401, .unauthorized
            ),
            ("that is wrong beside a right one", "/k/tsk_no/analyze-text", [scan], 401, .unauthorized),
            ("of no letter", "/k//analyze-text", [scan], 404, .notFound),
            ("after an empty segment", "//k/\(scanner)/analyze-text", [], 404, .notFound),
            ("with a slash in it", "/k/\(scanner)%2Fanalyze-text", [], 405, .methodNotAllowed),
            ("that isn't text", "/k/%FF/analyze-text", [], 404, .notFound),
            ("twice", "/k/\(scanner)/k/\(scanner)/analyze-text", [], 404, .notFound),
            ("with a capital marker", "/K/\(scanner)/analyze-text", [], 404, .notFound),
        ].map {
            (
                name: String, target: String, fields: [(String, String)], status: Int, kind: ProblemKind?
            ) in
            let request = RouteRequest(
                "POST", target, fields: [("Content-Type", "application/json")] + fields
            ).with(.text(text))
            let answer = kind.map { RouteCheck.problem($0) } ?? .json("risk_level", "low")
            return RouteCase("A path with a key \(name)", .keys, request, status, answer, noKey)
        }

    /// No part of a response has anything of a key.
    private static let noKey = RouteCheck.nowhere("route-case")

    private static let pathKeyPlaces: [RouteCase] =
        ["/k", "/k/", "/k//", "/k?x=1"].map { target in
            RouteCase("The path \(target) is no route", .keys, .get(target), 404, .problem(.notFound))
        }
        + ["/k/\(scanner)", "/k/\(scanner)/", "/k/wrong?x=1"].map { target in
            RouteCase(
                "A key before the page for people: \(target)", .keys, .get(target), 200,
                .body(contains: "page/page.js"), .field("Referrer-Policy", "no-referrer"),
                noKey)
        } + [
            RouteCase(
                "A key before an unknown path", .keys, .get("/k/\(scanner)/no"), 404, .problem(.notFound),
                noKey),
            RouteCase(
                "A path with a key where the server asks for none", .open,
                RouteRequest(
                    "POST", "/k/anything/analyze-text", fields: [("Content-Type", "application/json")]
                ).with(.text(text)), 200, .json("risk_level", "low")),
            RouteCase(
                "The place of a job lies below the same key, which isn't repeated", .keys,
                RouteStep(
                    RouteRequest(
                        "POST", "/k/\(scanner)/scan-image",
                        fields: [("Content-Type", "image/png"), ("Prefer", "respond-async")]
                    ).with(.bytes(BlankPicture.png)), 202, .field("Location", contains: "scans/"), noKey
                ).capturing("path", field: "Location"),
                RouteStep(.get("/k/\(scanner)/$path"), 200, noKey),
                RouteStep(.get("/k/\(RouteKeys.reader)/$path"), 403, .problem(.forbidden), noKey)),
        ]

    private static let scan = ("X-API-Key", RouteKeys.scanner)
    private static let read = ("X-API-Key", RouteKeys.reader)
    private static let admin = ("X-API-Key", RouteKeys.admin)
    private static let feedback = ("X-API-Key", RouteKeys.feedback)
    private static let teach = ("X-API-Key", RouteKeys.teacher)

    private typealias Field = (String, String)

    private static let scoped: [(request: RouteRequest, wrong: Field, right: Field, status: Int)] =
        [
            (RouteRequest("POST", "/scan-image"), read, scan, 400),
            (RouteRequest("POST", "/analyze-text"), read, scan, 415),
            (RouteRequest("GET", "/scans/1"), read, scan, 404),
            (RouteRequest("DELETE", "/scans/1"), read, scan, 404),
            (RouteRequest("GET", "/scans/1/events"), read, scan, 404),
            (RouteRequest("GET", "/results/latest"), scan, read, 400),
            (RouteRequest("GET", "/results"), scan, read, 400),
            (RouteRequest("GET", "/results/1"), scan, read, 400),
            (RouteRequest("DELETE", "/sessions/1"), read, scan, 400),
            (RouteRequest("GET", "/sessions/1/events"), read, scan, 400),
            (RouteRequest("PUT", "/sessions/1/preferences"), read, scan, 400),
            (RouteRequest("POST", "/scans/1/followers"), read, scan, 404),
            (RouteRequest("GET", "/scans/1/followers"), read, scan, 404),
            (RouteRequest("PUT", "/scans/1/followers/1"), read, scan, 404),
            (RouteRequest("DELETE", "/scans/1/followers/1"), read, scan, 404),
            (RouteRequest("POST", "/sessions/1/followers"), read, scan, 400),
            (RouteRequest("GET", "/sessions/1/followers"), read, scan, 400),
            (RouteRequest("PUT", "/sessions/1/followers/1"), read, scan, 400),
            (RouteRequest("DELETE", "/sessions/1/followers/1"), read, scan, 400),
            (RouteRequest("PUT", "/subjects/a"), read, scan, 415),
            (RouteRequest("POST", "/screenshot-events"), read, scan, 415),
            (RouteRequest("POST", "/feedback"), scan, feedback, 415),
            (RouteRequest("DELETE", "/feedback/1"), scan, feedback, 400),
            (RouteRequest("GET", "/metrics"), scan, admin, 200),
            (RouteRequest("GET", "/admin"), scan, admin, 200),
            (RouteRequest("GET", "/campaigns"), scan, admin, 200),
            (RouteRequest("POST", "/campaigns/1"), admin, teach, 400),
            (RouteRequest("DELETE", "/campaigns/1"), scan, admin, 400),
            (RouteRequest("GET", "/memory?name=a"), scan, admin, 200),
            (RouteRequest("GET", "/memory/lists"), scan, admin, 200),
            (RouteRequest("POST", "/memory/lists"), scan, admin, 400),
            (RouteRequest("DELETE", "/memory/lists/a"), scan, admin, 404),
        ]

    /// Requests each route without a key, with a key of another scope, and with a key of its own scope.
    private static let scopes: [RouteCase] = scoped.map { request, wrong, right, status in
        RouteCase(
            "The scope of \(request.method) \(request.target)", .keys,
            RouteStep(request, 401, .problem(.unauthorized), .field("WWW-Authenticate", "Bearer")),
            RouteStep(
                request.with(field: wrong), 403, .problem(.forbidden),
                .field("WWW-Authenticate", contains: "insufficient_scope")),
            RouteStep(request.with(field: right), status))
    }

    private static let operators: [RouteCase] = [
        RouteCase(
            "The operator's numbers", .keys, .get("/admin", admin), 200, .decodes(ServerOverview.self),
            .field("Content-Type", "application/json"), .field("Vary", contains: "Accept"),
            .present("last_hour.scans.high"), .present("stored.0.seconds"), .json("feedback_files", 0)),
        RouteCase(
            "The operator's page below a key, as a browser opens it", .keys,
            .get("/k/\(RouteKeys.admin)/admin", ("Accept", "text/html,*/*;q=0.8")), 200,
            .field("Content-Type", "text/html; charset=utf-8"),
            .field("Content-Security-Policy", contains: "default-src 'none'; style-src 'sha256-"),
            .field("Cache-Control", "no-store"), .field("Referrer-Policy", "no-referrer"),
            .body(contains: "Scans of the last hour"), noKey),
    ]

    private static let openRoutes: [RouteCase] = ["/health", "/ready", "/version", "/openapi.yaml", "/"].map {
        path in
        RouteCase("No key is needed for \(path)", .keys, .get(path), 200)
    }

    private static let jobs: [RouteCase] = [
        RouteCase(
            "A key sees its own jobs", .keys,
            RouteStep(
                .image(BlankPicture.png, ("Prefer", "respond-async"), scan), 202
            ).capturing("path", field: "Location"),
            RouteStep(.get("$path", scan), 200))
    ]

    private static let rates: [RouteCase] = [
        // There is only one case, because the units that all cases of this setup take are counted together.
        RouteCase(
            "An image costs 10 units, a text 2, others 1, watching nothing", .rate,
            RouteStep(
                .image(BlankPicture.png), 200, .field("RateLimit-Limit", "15"),
                .field("RateLimit-Remaining", "5"),
                .field("RateLimit-Reset", in: 541...600)),
            RouteStep(.get("/version"), 200, .field("RateLimit-Remaining", "4")),
            RouteStep(.text(text), 200, .field("RateLimit-Remaining", "2")),
            RouteStep(
                .image(BlankPicture.png), 429, .problem(.rateLimited), .field("RateLimit-Remaining", "2"),
                .field("Retry-After", in: 421...480)),
            // The request that was refused took no units.
            RouteStep(.text(text), 200, .field("RateLimit-Remaining", "0")),
            RouteStep(.text(text), 429, .problem(.rateLimited)),
            RouteStep(.get("/health"), 200, .field("RateLimit-Remaining", nil)),
            RouteStep(.get("/ready"), 200, .field("RateLimit-Remaining", nil)))
    ]

    private static let origin = ("Origin", "https://app.example")

    private static let origins: [RouteCase] =
        [
            RouteCase(
                "A preflight request of an allowed origin", .browser,
                RouteRequest(
                    "OPTIONS", "/scan-image",
                    fields: [
                        origin, ("Access-Control-Request-Method", "POST"),
                        ("Access-Control-Request-Headers", "authorization"),
                    ]), 204, .field("Access-Control-Allow-Origin", "https://app.example"),
                .field("Access-Control-Allow-Methods", contains: "POST"),
                .field("Access-Control-Allow-Headers", contains: "Authorization"),
                .field("Access-Control-Max-Age", "600"),
                .field("Vary", "Origin"),
                .field("Strict-Transport-Security", "max-age=\(RouteSetup.strictTransport)")),
            RouteCase(
                "A request of an allowed origin", .browser,
                .get("/version", ("Origin", "http://localhost:5173")), 200,
                .field("Access-Control-Allow-Origin", "http://localhost:5173"),
                .field("Access-Control-Expose-Headers", contains: "Retry-After"),
                .field("Access-Control-Allow-Methods", nil)),
            RouteCase(
                "An error for an allowed origin", .browser, .get("/no", origin), 404, .problem(.notFound),
                .field("Access-Control-Allow-Origin", "https://app.example")),
            RouteCase(
                "A request of no origin", .browser, .get("/version"), 200, .field("Vary", "Origin"),
                .field("Access-Control-Allow-Origin", nil)),
        ]

    private static let otherOrigins: [RouteCase] = [
        "https://other.example", "https://app.example.evil.example", "null", "HTTPS://APP.EXAMPLE", "*",
    ].map { other in
        RouteCase(
            "A request of the origin \(other)", .browser, .get("/version", ("Origin", other)), 200,
            .field("Access-Control-Allow-Origin", nil), .field("Vary", "Origin"))
    }
}
