import TypeSafeAPI

/// Cases of stored results: `GET /results…` and `DELETE /sessions/{id}`.
enum ResultCases {
    private static func store(_ text: String, session: String = "$session") -> RouteStep {
        RouteStep(.text(#"{"text": "\#(text)", "session_id": "\#(session)"}"#), 200, .json("stored", true))
    }

    static let all = found + invalid + incomplete + missing + notStored + deletions

    private static let found: [RouteCase] = [
        RouteCase(
            "The latest result of a session, without the message's words", .open,
            store("Your parcel is held. Pay at https://usps-redelivery.top/track now").capturing(
                "scan", "scan_id"),
            RouteStep(
                .get("/results/latest?session_id=$session"), 200, .decodes(ScanResponse.self),
                .json("scan_id", variable: "scan"), .body(contains: "usps-redelivery.top"),
                .body(lacks: "parcel is held"), .body(lacks: "/track"), .absent("ocr", "text", "stored"))),
        RouteCase(
            "A session's results in pages, newest first", .open, store("one").capturing("first", "scan_id"),
            store("two").capturing("second", "scan_id"), store("three").capturing("third", "scan_id"),
            RouteStep(
                .get("/results?session_id=$session&limit=2"), 200, .decodes(ResultList.self),
                .json("results", count: 2),
                .json("results.0.scan_id", variable: "third"), .json("results.1.scan_id", variable: "second"),
                .json("next", variable: "second")
            ).capturing("next", "next"),
            RouteStep(
                .get("/results?session_id=$session&limit=2&before=$next"), 200, .json("results", count: 1),
                .json("results.0.scan_id", variable: "first"), .absent("next"))),
        RouteCase(
            "A session without results has an empty list", .open, .get("/results?session_id=$session"), 200,
            .json("results", count: 0), .absent("next")),
        RouteCase(
            "A page before a scan that is gone is empty", .open, store("one"),
            RouteStep(.get("/results?session_id=$session&before=$unknown"), 200, .json("results", count: 0))),
        RouteCase(
            "A result that the client has already isn't sent again", .open,
            store("one").capturing("scan", "scan_id"),
            RouteStep(
                .get("/results/$scan"), 200, .field("Cache-Control", "private, no-cache"),
                .field("ETag", contains: "\"")
            ).capturing("tag", field: "ETag"),
            RouteStep(
                .get("/results/$scan", ("If-None-Match", "$tag")), 304, .emptyBody,
                .field("ETag", contains: "\"")),
            RouteStep(.get("/results/$scan", ("If-None-Match", "\"other\", W/$tag")), 304, .emptyBody),
            RouteStep(.get("/results/$scan", ("If-None-Match", "*")), 304, .emptyBody),
            RouteStep(.get("/results/$scan", ("If-None-Match", "\"other\"")), 200),
            RouteStep(.get("/results/latest?session_id=$session", ("If-None-Match", "$tag")), 304),
            RouteStep(
                .get("/results?session_id=$session", ("If-None-Match", "$tag")), 200,
                .field("ETag", contains: "\"")
            ).capturing("listTag", field: "ETag"),
            RouteStep(.get("/results?session_id=$session", ("If-None-Match", "$listTag")), 304, .emptyBody)),
        RouteCase(
            "HEAD says what GET would, without the content", .open, store("one").capturing("scan", "scan_id"),
            RouteStep(RouteRequest("HEAD", "/results/$scan"), 200, .emptyBody, .field("ETag", contains: "\""))
        ),
        RouteCase(
            "A deleted session has no results; deleting it again deletes nothing", .open,
            store("one").capturing("scan", "scan_id"), store("two", session: "$other"),
            RouteStep(
                RouteRequest("DELETE", "/sessions/$session"), 200, .decodes(SessionDeletion.self),
                .json("deleted.results", 1)),
            RouteStep(.get("/results/$scan"), 404, .problem(.notFound)),
            RouteStep(.get("/results/latest?session_id=$session"), 404, .problem(.notFound)),
            RouteStep(.get("/results?session_id=$session"), 200, .json("results", count: 0)),
            RouteStep(RouteRequest("DELETE", "/sessions/$session"), 200, .json("deleted.results", 0)),
            RouteStep(.get("/results?session_id=$other"), 200, .json("results", count: 1))),
    ]

    private static let invalid: [RouteCase] =
        [
            ("/results/latest?session_id=nobody", "session_id"),
            ("/results/latest?session_id=", "session_id"),
            ("/results?session_id=$sessionx", "session_id"),
            ("/results?session_id=$session&limit=0", "limit"),
            ("/results?session_id=$session&limit=101", "limit"),
            ("/results?session_id=$session&limit=%2B5", "limit"),
            ("/results?session_id=$session&limit=", "limit"),
            ("/results?session_id=$session&limit=1&limit=2", "limit"),
            ("/results?session_id=$session&limit=%FF", "limit"),
            ("/results?session_id=$session&before=yesterday", "before"),
            ("/results/1", "scan_id"),
        ].map { (path: String, field: String) in
            RouteCase(
                "An invalid parameter of results: \(path)", .open, .get(path), 400,
                .problem(.invalidField, field: field))
        }

    private static let incomplete: [RouteCase] = ["/results/latest", "/results?limit=5"].map { path in
        RouteCase(
            "Results of no session: \(path)", .open, .get(path), 400,
            .problem(.missingField, field: "session_id"))
    }

    private static let deletions: [RouteCase] = [
        RouteCase(
            "Deleting a session whose id is none", .open, RouteRequest("DELETE", "/sessions/me"), 400,
            .problem(.invalidField, field: "id")),
        RouteCase(
            "Deleting a session without a database", .withoutStore,
            RouteRequest("DELETE", "/sessions/$session"), 404,
            .problem(.notFound)),
    ]

    private static let missing: [RouteCase] =
        ["/results/latest?session_id=$session", "/results/$unknown"].map { path in
            RouteCase("A result that never was: \(path)", .open, .get(path), 404, .problem(.notFound))
        }

    private static let notStored: [RouteCase] =
        ["/results/latest?session_id=$session", "/results?session_id=$session", "/results/$unknown"].map {
            path in
            RouteCase(
                "Without a database: \(path)", .withoutStore, .get(path), 404, .problem(.notFound),
                .json("detail", contains: "keeps no results"))
        }
}
