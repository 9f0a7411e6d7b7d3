import TypeSafeAPI

/// Cases of feedback on verdicts, and of what a server knows again by it.
enum FeedbackCases {
    static let all = kept + refused + invalid + takenBack + known + lists

    private static func send(_ json: String) -> RouteRequest { .json("POST", "/feedback", json) }

    private static let consented = send(#"{"should_be": "legit", "text": "See you at six", "consent": true}"#)

    private static let kept: [RouteCase] = [
        RouteCase(
            "Feedback with a text", .open, consented, 201, .decodes(FeedbackReceipt.self),
            .json("text_kept", true), .field("Location", contains: "/feedback/"), .body(lacks: "six")),
        RouteCase(
            "Feedback on a stored scan", .open,
            RouteStep(.text(#"{"text": "hello", "session_id": "$session"}"#), 200).capturing(
                "scan", "scan_id"),
            RouteStep(
                send(#"{"should_be": "scam", "scan_id": "$scan", "text": null, "consent": null}"#), 201,
                .json("text_kept", false)),
            // The server of the cases stores no texts, so there is none to keep.
            RouteStep(
                send(#"{"should_be": "scam", "scan_id": "$scan", "consent": true}"#), 201,
                .json("text_kept", false))),
        RouteCase(
            "Feedback with a text of 5,000 characters", .open,
            send(
                #"{"should_be": "scam", "consent": true, "text": ""# + String(repeating: "ß", count: 5_000)
                    + #""}"#), 201),
    ]

    private static let refused: [RouteCase] = [
        RouteCase(
            "Teaching where nothing is remembered", .withoutStore,
            send(#"{"should_be": "scam", "teach": true, "text": "hello there"}"#), 404, .problem(.notFound)),
        RouteCase(
            "Teaching a text that nothing is known by", .open,
            send(#"{"should_be": "scam", "teach": true, "text": "ok"}"#), 400,
            .problem(.invalidField, field: "text")),
        RouteCase(
            "Teaching of a scan that is too old", .open,
            send(
                #"{"should_be": "scam", "teach": true, "scan_id": "00000000-0000-4000-8000-000000000000"}"#
            ), 404, .problem(.notFound, field: "scan_id")),
        RouteCase(
            "Feedback where none is kept", .withoutStore, consented, 404, .problem(.notFound),
            .json("detail", "This server keeps no feedback.")),
        RouteCase(
            "Feedback on a scan of which nothing is stored", .open,
            send(#"{"should_be": "legit", "scan_id": "$unknown"}"#), 404,
            .problem(.notFound, field: "scan_id")),
        RouteCase(
            "Feedback that isn't JSON by its content type", .open,
            RouteRequest("POST", "/feedback").with(.text("{}")), 415, .problem(.unsupportedMediaType)),
        RouteCase(
            "Feedback of 70,000 bytes", .open, send(String(repeating: " ", count: 70_000) + "{}"), 413,
            .problem(.bodyTooLarge)),
    ]

    private static let faults: [(json: String, kind: ProblemKind, field: String?)] = [
        ("[]", .malformedJSON, nil), ("{", .malformedJSON, nil), ("{}", .missingField, "should_be"),
        (#"{"should_be": "high"}"#, .invalidField, "should_be"),
        (#"{"should_be": "scam"}"#, .missingField, "scan_id"),
        (#"{"should_be": "scam", "scan_id": "../../etc/passwd"}"#, .invalidField, "scan_id"),
        (#"{"should_be": "scam", "text": "hello"}"#, .invalidField, "consent"),
        (#"{"should_be": "scam", "text": "hello", "consent": false}"#, .invalidField, "consent"),
        (#"{"should_be": "scam", "text": "hello", "consent": "yes"}"#, .invalidField, "consent"),
        (#"{"should_be": "scam", "text": 1, "consent": true}"#, .invalidField, "text"),
        (
            #"{"should_be": "scam", "text": "hello", "consent": true, "scan_id": "$unknown"}"#, .invalidField,
            "text"
        ),
        (
            #"{"should_be": "scam", "consent": true, "text": ""# + String(repeating: "a", count: 5_001)
                + #""}"#, .invalidField, "text"
        ),
    ]

    private static let invalid: [RouteCase] = faults.map { json, kind, field in
        RouteCase(
            "Invalid feedback: \(json.prefix(90))", .open, send(json), 400, .problem(kind, field: field))
    }

    private static let takenBack: [RouteCase] = [
        RouteCase(
            "Feedback is taken back once", .open,
            RouteStep(consented, 201).capturing("feedback", "feedback_id"),
            RouteStep(RouteRequest("DELETE", "/feedback/$feedback"), 204, .emptyBody),
            RouteStep(RouteRequest("DELETE", "/feedback/$feedback"), 404, .problem(.notFound))),
        RouteCase(
            "An id of feedback that is a path", .open,
            RouteRequest("DELETE", "/feedback/..%2F..%2Fresults.db"),
            400, .problem(.invalidField, field: "id")),
        RouteCase(
            "Taking back where no feedback is kept", .withoutStore,
            RouteRequest("DELETE", "/feedback/$unknown"),
            404, .problem(.notFound)),
    ]

    private static func say(_ word: String) -> RouteRequest {
        RouteRequest(
            "POST", "/campaigns/$id", fields: [("Content-Type", "application/x-www-form-urlencoded")]
        ).with(.text(word))
    }

    private static let known: [RouteCase] =
        [
            RouteCase(
                "A message that is confirmed by a button, and forgotten", .open,
                RouteStep(
                    send(#"{"should_be": "scam", "teach": true, "text": "come to the old mill at nine"}"#),
                    201
                ).capturing("id", "feedback_id"),
                RouteStep(say("should_be=legit"), 303, .field("Location", "../admin")),
                RouteStep(
                    say("should_be=perhaps"), 400, .problem(.invalidField, field: "should_be")),
                RouteStep(say(""), 400, .problem(.missingField, field: "should_be")),
                RouteStep(say(String(repeating: "a", count: 2_000)), 413, .problem(.bodyTooLarge)),
                RouteStep(.get("/campaigns"), 200, .decodes(Campaigns.self), .body(lacks: "mill")),
                RouteStep(RouteRequest("DELETE", "/campaigns/$id"), 204),
                RouteStep(RouteRequest("DELETE", "/campaigns/$id"), 404, .problem(.notFound)),
                RouteStep(say("should_be=scam"), 404, .problem(.notFound)))
        ]
        + ["/campaigns", "/memory?name=a", "/memory/lists"].map {
            RouteCase("Where nothing is remembered: \($0)", .withoutStore, .get($0), 404, .problem(.notFound))
        }

    private static let lists: [RouteCase] =
        [
            RouteCase(
                "A list that is made, taken and forgotten", .open,
                RouteStep(.get("/memory/lists"), 200, .decodes(MemoryLists.self)).capturing(
                    "signer", "signer"),
                RouteStep(
                    .get("/memory?name=City%20hotline&days=7"), 200,
                    .field("Content-Type", "application/x-ndjson"), .body(contains: "\"City hotline\"")
                ).capturingBody("list"),
                RouteStep(
                    RouteRequest("POST", "/memory/lists?signer=$signer").with(.text("$list")), 201,
                    .decodes(MemoryListFacts.self), .json("name", "City hotline")),
                RouteStep(RouteRequest("DELETE", "/memory/lists/$signer"), 204),
                RouteStep(RouteRequest("DELETE", "/memory/lists/$signer"), 404, .problem(.notFound))),
            RouteCase(
                "A list that is too large", .open,
                RouteRequest("POST", "/memory/lists?signer=a", fields: [("Content-Length", "50331649")]), 413,
                .problem(.bodyTooLarge)),
            RouteCase(
                "A list where nothing is remembered", .withoutStore,
                RouteRequest("POST", "/memory/lists?signer=a").with(.text("{}")), 404, .problem(.notFound)),
            RouteCase(
                "A list that isn't one", .open,
                RouteRequest("POST", "/memory/lists?signer=a").with(.text("{}\n{}\n")), 400,
                .problem(.invalidField, field: "list")),
            RouteCase(
                "A list of nobody", .open, RouteRequest("POST", "/memory/lists").with(.text("{}")), 400,
                .problem(.missingField, field: "signer")),
            RouteCase(
                "Forgetting a list that isn't used", .open,
                RouteRequest("DELETE", "/memory/lists/..%2Fmemory"), 404, .problem(.notFound)),
        ]
        + [("", "name"), ("?name=%3Cb%3E", "name"), ("?name=a&days=0", "days")].map { query, field in
            RouteCase(
                "A list for others with the query '\(query)'", .open, .get("/memory\(query)"), 400,
                .problem(query.isEmpty ? .missingField : .invalidField, field: field))
        }
}
