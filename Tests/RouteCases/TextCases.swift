import TypeSafeAPI

/// Cases of the route `POST /analyze-text`, from valid texts to bodies that are too large.
enum TextCases {
    static let all = judged + invalid + refused

    private static let judged: [RouteCase] = [
        RouteCase(
            "A text of a scam is judged", .open,
            .text(
                #"{"text": "Please send me the 6 digit code you just received", "app_bundle": "com.example.chat"}"#
            ),
            200, .decodes(ScanResponse.self), .json("risk_level", oneOf: ["medium", "high"]),
            .present("decided_by.0.rules.0"), .json("decided_by.0.without", oneOf: ["low", "medium"]),
            .json("scam_type", "otp_request"), .json("category", "otp_phishing"),
            .absent("ocr", "stored", "cached"),
            .field("Server-Timing", contains: "classify;dur=")),
        RouteCase(
            "A harmless text is low", .open, .text(#"{"text": "See you at the bakery at six"}"#), 200,
            .json("risk_level", "low"), .json("scam_type", "unknown"), .json("status", "ok")),
        RouteCase(
            "An empty text is unknown", .open, .text(#"{"text": " "}"#), 200, .json("risk_level", "unknown"),
            .json("status", "no_text")),
        RouteCase(
            "A text in a language without rules says so", .open,
            .text(
                #"{"text": "Kan du ringa mig i morgon om mötet nästa vecka, för jag är inte hemma då och vet det inte än"}"#
            ),
            200, .json("language.covered", false)),
        RouteCase(
            "Absent, null and empty fields are alike", .open,
            .text(#"{"text": "hello", "session_id": "", "user_country": null, "app_bundle": null}"#), 200,
            .absent("stored")),
        RouteCase(
            "A country that is none is unknown", .open,
            RouteStep(.text(#"{"text": "hello", "user_country": "ZZ"}"#), 200),
            RouteStep(.text(#"{"text": "hello", "user_country": 419}"#), 200),
            RouteStep(.text(#"{"text": "hello", "user_country": ["US"]}"#), 200)),
        RouteCase(
            "Unknown fields are passed over", .open, .text(#"{"text": "hello", "mood": [1, {}]}"#), 200,
            .json("risk_level", "low")),
        RouteCase(
            "A text of 20,000 characters is taken", .open,
            .text(#"{"text": ""# + String(repeating: #"ß"#, count: 20_000) + #""}"#), 200),
        RouteCase(
            "A text of a session that names no country is stored", .open,
            .text(#"{"text": "hello", "session_id": "$session"}"#), 200, .json("stored", true)),
        RouteCase(
            "Without a database nothing is stored, and the response says so", .withoutStore,
            .text(#"{"text": "hello", "session_id": "$session"}"#), 200, .json("stored", false)),
        RouteCase(
            "One idempotency key of two sessions is two keys", .open,
            RouteStep(
                .text(#"{"text": "hello", "session_id": "$session"}"#, ("Idempotency-Key", "$key")), 200
            )
            .capturing("scan", "scan_id"),
            RouteStep(
                .text(#"{"text": "hello", "session_id": "$session"}"#, ("Idempotency-Key", "$key")), 200,
                .json("scan_id", variable: "scan")),
            RouteStep(
                .text(#"{"text": "hello", "session_id": "$other"}"#, ("Idempotency-Key", "$key")), 200,
                .field("Idempotent-Replayed", nil), .json("scan_id", not: "scan"))),
    ]

    private static let invalidBodies: [(name: String, json: String, kind: ProblemKind, field: String?)] =
        [
            ("nothing", "", .malformedJSON, nil), ("a list", "[]", .malformedJSON, nil),
            ("a number", "1", .malformedJSON, nil),
            ("an object that is cut", #"{"text": "a""#, .malformedJSON, nil),
            ("no text", "{}", .missingField, "text"), ("null", #"{"text": null}"#, .missingField, "text"),
            ("a number as text", #"{"text": 1}"#, .invalidField, "text"),
            ("a session that is no UUID", #"{"text": "a", "session_id": "x"}"#, .invalidField, "session_id"),
            ("a session that is a number", #"{"text": "a", "session_id": 1}"#, .invalidField, "session_id"),
            (
                "an app's name of 256 characters",
                #"{"text": "a", "app_bundle": ""# + String(repeating: "a", count: 256) + #""}"#,
                .invalidField, "app_bundle"
            ),
            (
                "a text of 20,001 characters",
                #"{"text": ""# + String(repeating: "a", count: 20_001) + #""}"#, .invalidField,
                "text"
            ),
        ]

    private static let invalid: [RouteCase] = invalidBodies.map { body in
        RouteCase(
            "A text request with \(body.name)", .open, .text(body.json), 400,
            .problem(body.kind, field: body.field))
    }

    private static let refused: [RouteCase] = [
        RouteCase(
            "A text that isn't JSON by its content type", .open,
            RouteRequest("POST", "/analyze-text", fields: [("Content-Type", "text/plain")]).with(.text("x")),
            415,
            .problem(.unsupportedMediaType)),
        RouteCase(
            "A text request without a body and a content type", .open, RouteRequest("POST", "/analyze-text"),
            415,
            .problem(.unsupportedMediaType)),
        RouteCase(
            "A body that no text could need", .open,
            .text(#"{"text": ""# + String(repeating: "a", count: 300_000) + #""}"#), 413,
            .problem(.bodyTooLarge)),
        RouteCase(
            "The key of another text", .open,
            RouteStep(.text(#"{"text": "one"}"#, ("Idempotency-Key", "$key")), 200),
            RouteStep(
                .text(#"{"text": "two"}"#, ("Idempotency-Key", "$key")), 422,
                .problem(.idempotencyMismatch, field: "Idempotency-Key"))),
    ]
}
