import TypeSafeAPI

/// Cases of the preferences of sessions, of subjects, and of screenshots of subjects.
enum SharingCases {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    static let all =
        preferences + subjects + screenshots + invalidPreferences + refusedPreferences + invalidSubjects
        + refusedSubjects
        + invalidScreenshots + refusedScreenshots

    private static func put(_ json: String, session: String = "$session") -> RouteRequest {
        .json("PUT", "/sessions/\(session)/preferences", json)
    }

    private static func event(
        session: String, subject: String = "album:$key", at time: String = "$now", dismissed: String? = nil
    ) -> RouteRequest {
        let dismissal = dismissed.map { #", "dismissed": \#($0)"# } ?? ""
        return .json(
            "POST", "/screenshot-events",
            #"{"session_id": "\#(session)", "subject_id": "\#(subject)", "taken_at": "\#(time)"\#(dismissal)}"#
        )
    }

    private static let subject = RouteRequest.json(
        "PUT", "/subjects/album:$key", #"{"owner_session_id": "$session", "participants": ["$other"]}"#)

    private static let preferences: [RouteCase] = [
        RouteCase(
            "Preferences are stored and sent back without the secret", .open,
            put(
                #"{"webhook": {"url": "https://hooks.example/a", "secret": "\#(secret)"}, "verdicts": "medium"}"#
            ), 200,
            .decodes(SessionPreferences.self), .json("webhook.url", "https://hooks.example/a"),
            .absent("webhook.secret"),
            .json("verdicts", "medium"), .json("notifications", true), .json("screenshot_events", true),
            .body(lacks: "whsec")),
        RouteCase(
            "Absent preferences have their defaults", .open, put("{}"), 200, .absent("webhook"),
            .json("verdicts", "high"),
            .json("notifications", true), .json("screenshot_events", true)),
        RouteCase(
            "Preferences go with their session", .open, RouteStep(put(#"{"verdicts": "off"}"#), 200),
            RouteStep(
                RouteRequest("DELETE", "/sessions/$session"), 200, .json("deleted.preferences", 1),
                .json("deleted.results", 0))),
        RouteCase("Preferences without a database", .withoutStore, put("{}"), 404, .problem(.notFound)),
    ]

    private static let subjects: [RouteCase] = [
        RouteCase(
            "A subject is registered, and another of the same id by another session", .open,
            RouteStep(
                subject, 200, .decodes(Subject.self), .json("participants", 1), .absent("screenshot_at")),
            RouteStep(
                .json(
                    "PUT", "/subjects/album:$key",
                    #"{"owner_session_id": "$other", "participants": ["$other"]}"#), 200,
                .json("participants", 1)),
            RouteStep(
                .json(
                    "PUT", "/subjects/album:$key", #"{"owner_session_id": "$session", "participants": []}"#),
                200,
                .json("participants", 0))),
        RouteCase("A subject without a database", .withoutStore, subject, 404, .problem(.notFound)),
    ]

    private static let screenshots: [RouteCase] = [
        RouteCase(
            "Of a screenshot of something shared, who is refused", .open, RouteStep(subject, 200),
            RouteStep(
                event(session: "$session"), 200, .decodes(ScreenshotReceipt.self), .json("notified", false)),
            // No message is sent, because the owner has no webhook.
            RouteStep(
                event(session: "$other"), 200, .json("notified", false),
                .json("screenshot_at", variable: "now")),
            RouteStep(event(session: "$unknown"), 403, .problem(.notAParticipant, field: "session_id")),
            RouteStep(
                event(session: "$other", subject: "none:$key"), 404, .problem(.notFound, field: "subject_id")),
            RouteStep(RouteRequest("DELETE", "/sessions/$session"), 200, .json("deleted.subjects", 1)),
            RouteStep(event(session: "$other"), 404, .problem(.notFound, field: "subject_id"))),
        RouteCase(
            "A screenshot's owner with a webhook is notified once", .open, RouteStep(subject, 200),
            RouteStep(put(#"{"webhook": {"url": "https://hooks.example/a", "secret": "\#(secret)"}}"#), 200),
            RouteStep(event(session: "$other"), 200, .json("notified", true)),
            RouteStep(event(session: "$other", dismissed: "false"), 200, .json("notified", false)),
            RouteStep(event(session: "$session", dismissed: "true"), 200, .json("notified", false)),
            RouteStep(event(session: "$other", dismissed: "true"), 200, .json("notified", true)),
            RouteStep(event(session: "$other", dismissed: "true"), 200, .json("notified", false)),
            RouteStep(event(session: "$other", dismissed: "null"), 200, .json("notified", false)),
            RouteStep(RouteRequest("DELETE", "/sessions/$session"), 200)),
        RouteCase(
            "A screenshot event without a database", .withoutStore, event(session: "$session"), 404,
            .problem(.notFound)),
    ]

    private static let preferenceFaults: [(json: String, kind: ProblemKind, field: String?)] =
        [
            ("[]", .malformedJSON, nil), ("{", .malformedJSON, nil),
            (#"{"notifications": 1}"#, .invalidField, "notifications"),
            (#"{"screenshot_events": "yes"}"#, .invalidField, "screenshot_events"),
            (#"{"verdicts": "low"}"#, .invalidField, "verdicts"),
            (#"{"webhook": "https://hooks.example/"}"#, .invalidField, "webhook"),
            (#"{"webhook": {}}"#, .missingField, "webhook.url"),
            (#"{"webhook": {"url": "https://hooks.example/"}}"#, .missingField, "webhook.secret"),
            (
                #"{"webhook": {"url": "https://hooks.example/", "secret": "whsec_x"}}"#, .invalidField,
                "webhook.secret"
            ),
            (
                #"{"webhook": {"url": "http://hooks.example/", "secret": "\#(secret)"}}"#, .invalidField,
                "webhook.url"
            ),
            (
                #"{"webhook": {"url": "https://127.0.0.1/", "secret": "\#(secret)"}}"#, .invalidField,
                "webhook.url"
            ),
            (
                #"{"webhook": {"url": "https://[::ffff:10.0.0.1]/", "secret": "\#(secret)"}}"#, .invalidField,
                "webhook.url"
            ),
            (
                #"{"webhook": {"url": "https://0xa9fea9fe/", "secret": "\#(secret)"}}"#, .invalidField,
                "webhook.url"
            ),
        ]

    private static let invalidPreferences: [RouteCase] = preferenceFaults.map { json, kind, field in
        RouteCase("Invalid preferences: \(json)", .open, put(json), 400, .problem(kind, field: field))
    }

    private static let refusedPreferences: [RouteCase] = [
        RouteCase(
            "Preferences of a session whose id is none", .open, put("{}", session: "1"), 400,
            .problem(.invalidField, field: "id")),
        RouteCase(
            "Preferences that aren't JSON by their content type", .open,
            RouteRequest("PUT", "/sessions/$session/preferences").with(.text("{}")), 415,
            .problem(.unsupportedMediaType)),
        RouteCase(
            "Preferences of 70,000 bytes", .open, put(String(repeating: " ", count: 70_000) + "{}"), 413,
            .problem(.bodyTooLarge)),
    ]

    private static let many = Array(repeating: #""$session""#, count: 101).joined(separator: ",")

    private static let subjectFaults: [(path: String, json: String, kind: ProblemKind, field: String)] =
        [
            ("/subjects/a%20b", "{}", .invalidField, "id"),
            ("/subjects/" + String(repeating: "a", count: 129), "{}", .invalidField, "id"),
            ("/subjects/a", "{}", .missingField, "owner_session_id"),
            ("/subjects/a", #"{"owner_session_id": "$session"}"#, .missingField, "participants"),
            (
                "/subjects/a", #"{"owner_session_id": "me", "participants": []}"#, .invalidField,
                "owner_session_id"
            ),
            (
                "/subjects/a", #"{"owner_session_id": "$session", "participants": [1]}"#, .invalidField,
                "participants"
            ),
            (
                "/subjects/a", #"{"owner_session_id": "$session", "participants": ["x"]}"#, .invalidField,
                "participants"
            ),
            (
                "/subjects/a", #"{"owner_session_id": "$session", "participants": [\#(many)]}"#,
                .invalidField, "participants"
            ),
        ]

    private static let invalidSubjects: [RouteCase] = subjectFaults.map { path, json, kind, field in
        RouteCase(
            "An invalid subject: \(path.prefix(20)) \(json.prefix(60))", .open, .json("PUT", path, json), 400,
            .problem(kind, field: field))
    }

    private static let refusedSubjects: [RouteCase] = [
        RouteCase(
            "A subject that isn't JSON by its content type", .open,
            RouteRequest("PUT", "/subjects/a").with(.text("{}")),
            415, .problem(.unsupportedMediaType)),
        RouteCase(
            "A subject of 70,000 bytes", .open,
            .json("PUT", "/subjects/a", String(repeating: " ", count: 70_000) + "{}"), 413,
            .problem(.bodyTooLarge)),
    ]

    private static let screenshotFaults:
        [(name: String, request: RouteRequest, kind: ProblemKind, field: String)] = [
            ("ten minutes ahead", event(session: "$other", at: "$soon"), .invalidField, "taken_at"),
            ("25 hours ago", event(session: "$other", at: "$longAgo"), .invalidField, "taken_at"),
            ("of no time", event(session: "$other", at: "yesterday"), .invalidField, "taken_at"),
            ("of no session", event(session: "me"), .invalidField, "session_id"),
            ("with a dismissal of 1", event(session: "$other", dismissed: "1"), .invalidField, "dismissed"),
            ("of no subject", event(session: "$other", subject: "a b"), .invalidField, "subject_id"),
            ("with nothing", .json("POST", "/screenshot-events", "{}"), .missingField, "session_id"),
        ]

    private static let invalidScreenshots: [RouteCase] = screenshotFaults.map { name, request, kind, field in
        RouteCase("A screenshot event \(name)", .open, request, 400, .problem(kind, field: field))
    }

    private static let refusedScreenshots: [RouteCase] = [
        RouteCase(
            "A screenshot event that isn't JSON by its content type", .open,
            RouteRequest("POST", "/screenshot-events").with(.text("{}")), 415, .problem(.unsupportedMediaType)
        ),
        RouteCase(
            "A screenshot event of 70,000 bytes", .open,
            .json("POST", "/screenshot-events", String(repeating: " ", count: 70_000) + "{}"), 413,
            .problem(.bodyTooLarge)),
    ]
}
