import TestSupport
import TypeSafeAPI

/// Cases of asynchronous scans: `POST /scan-image` with `Prefer: respond-async`, and `/scans/{id}`.
enum JobCases {
    private static func submit(_ image: RouteRequest) -> RouteStep {
        RouteStep(
            image, 202, .decodes(ScanJob.self), .field("Preference-Applied", "respond-async"),
            .field("Location", contains: "/scans/"), .json("state", "queued"), .json("percent", 0),
            .absent("result", "problem")
        ).capturing("path", field: "Location").capturing("scan", "scan_id").capturing(
            "request", field: "X-Request-ID")
    }

    private static let blank = RouteRequest.image(BlankPicture.png, ("Prefer", "respond-async, wait=1"))

    static let all = scans + refusals + unknownJobs

    private static let scans: [RouteCase] = [
        RouteCase(
            "An asynchronous scan ends with what a plain one says, and is forgotten when it is cancelled",
            .open,
            submit(blank),
            RouteStep(
                .get("$path"), 200, .decodes(ScanJob.self), .json("state", "done"), .json("percent", 100),
                .json("scan_id", variable: "scan"), .json("result.scan_id", variable: "scan"),
                .json("result.status", "no_text"), .absent("problem")
            ).awaited(),
            RouteStep(
                .get("$path/events"), 200, .field("Content-Type", "text/event-stream"),
                .field("X-Accel-Buffering", "no"),
                .body(contains: "retry: "), .body(contains: "id: 1\nevent: queued\ndata: {"),
                .body(contains: "event: done\n")),
            RouteStep(
                .get("$path/events", ("Last-Event-ID", "1")), 200, .body(lacks: "event: queued"),
                .body(contains: "event: done\n")),
            RouteStep(.get("$path/events", ("Last-Event-ID", "5000")), 200, .body(contains: "event: queued")),
            RouteStep(.get("$path/events", ("Last-Event-ID", "last")), 200, .body(contains: "event: queued")),
            RouteStep(RouteRequest("HEAD", "$path/events"), 200, .emptyBody),
            RouteStep(RouteRequest("DELETE", "$path"), 204, .emptyBody),
            RouteStep(.get("$path"), 404, .problem(.notFound)),
            RouteStep(RouteRequest("DELETE", "$path"), 404, .problem(.notFound))),
        RouteCase(
            "An image that can't be read fails as it would have at once", .open,
            submit(.image(RouteImage.benign.prefix(20), ("Prefer", "respond-async"))),
            RouteStep(
                .get("$path"), 200, .json("state", "failed"),
                .json("problem.type", ProblemKind.unreadableImage.urn),
                .json("problem.status", 422), .json("problem.request_id", variable: "request"),
                .absent("result")
            ).awaited(),
            RouteStep(.get("$path/events"), 200, .body(contains: "id: 2\nevent: failed\n")),
            // No event follows the last event of a job.
            RouteStep(.get("$path/events", ("Last-Event-ID", "2")), 204, .emptyBody)),
        RouteCase(
            "One key is one job", .open,
            submit(.image(BlankPicture.png, ("Prefer", "respond-async"), ("Idempotency-Key", "$key"))),
            RouteStep(
                .image(BlankPicture.png, ("Prefer", "respond-async"), ("Idempotency-Key", "$key")), 202,
                .json("scan_id", variable: "scan"), .field("Idempotent-Replayed", "true")),
            RouteStep(.get("$path"), 200, .json("state", "done")).awaited()),
        RouteCase(
            "Other preferences are passed over", .open,
            .image(BlankPicture.png, ("Prefer", "return=minimal, respond-asyncly")), 200,
            .field("Preference-Applied", nil)),
    ]

    private static let refusals: [RouteCase] =
        [
            RouteCase(
                "What is wrong with the request of an asynchronous scan is said at once", .open,
                .image(BlankPicture.png, query: "?lang=eng%2Beng", ("Prefer", "respond-async")), 400,
                .problem(.invalidField, field: "lang"))
        ]

    private static let unknownJobs: [RouteCase] = [
        "/scans/1", "/scans/$unknown", "/scans/$unknown/events", "/scans/1/events",
    ].map { path in
        RouteCase("A scan that never was: \(path)", .open, .get(path), 404, .problem(.notFound))
    }
}
