import TestSupport
import TypeSafeAPI

/// Cases of the followers of scans and of sessions.
enum FollowerCases {
    static let all = life + scans + faults + refusals + unavailable

    private static let session = "/sessions/$session/followers"
    private static let ntfy = #"{"carrier": "ntfy", "url": "https://ntfy.example/a", "token": "tk_secret"}"#

    private static func post(_ json: String, to path: String = session, _ fields: (String, String)...)
        -> RouteRequest
    {
        var request = RouteRequest.json("POST", path, json)
        request.fields += fields.map { ($0, $1) }
        return request
    }

    private static let life: [RouteCase] = [
        RouteCase(
            "A session's follower is registered, listed, replaced and removed, and its address never sent back",
            .open,
            RouteStep(
                post(ntfy, ("Accept-Language", "de")), 201, .decodes(Follower.self), .json("carrier", "ntfy"),
                .json("progress", false), .json("language", "de"), .nowhere("tk_secret"),
                .body(lacks: "ntfy.example"),
                .field("Location", contains: "/sessions/")
            ).capturing("path", field: "Location").capturing("follower", "id"),
            RouteStep(
                .get(session), 200, .decodes(FollowerList.self), .json("followers", count: 1),
                .json("followers.0.id", variable: "follower"), .body(lacks: "tk_secret")),
            RouteStep(
                .json(
                    "PUT", session + "/$follower",
                    #"{"carrier": "ntfy", "url": "https://ntfy.example/b", "progress": true, "language": "fr"}"#
                ), 200,
                .decodes(Follower.self), .json("id", variable: "follower"), .json("progress", true),
                .json("language", "fr")),
            RouteStep(RouteRequest("DELETE", session + "/$follower"), 204, .emptyBody),
            RouteStep(RouteRequest("DELETE", session + "/$follower"), 404, .problem(.notFound)),
            RouteStep(
                .json("PUT", session + "/$follower", ntfy), 404, .problem(.notFound)),
            RouteStep(.get(session), 200, .json("followers", count: 0))),
        RouteCase(
            "Followers go with their session, and of one session there are eight", .open,
            then: Array(repeating: RouteStep(post(ntfy), 201), count: 8) + [
                RouteStep(post(ntfy), 409, .problem(.tooManyFollowers)),
                RouteStep(RouteRequest("DELETE", "/sessions/$session"), 200, .json("deleted.followers", 8)),
                RouteStep(.get(session), 200, .json("followers", count: 0)),
            ]),
    ]

    private static let scans: [RouteCase] = [
        RouteCase(
            "A scan is followed by who may see it, also when it has ended", .open,
            RouteStep(.image(BlankPicture.png, ("Prefer", "respond-async")), 202).capturing(
                "scan", "scan_id"),
            RouteStep(post(ntfy, to: "/scans/$scan/followers"), 201, .json("progress", true))
                .capturing("follower", "id"),
            RouteStep(.get("/scans/$scan/followers"), 200, .json("followers", count: 1)),
            RouteStep(
                .json("PUT", "/scans/$scan/followers/$follower", ntfy), 200, .json("id", variable: "follower")
            ),
            RouteStep(
                RouteRequest("DELETE", "/sessions/$scan/followers/$follower"), 404, .problem(.notFound)),
            RouteStep(.get("/scans/$scan"), 200, .json("state", "done")).awaited(),
            RouteStep(post(ntfy, to: "/scans/$scan/followers"), 201),
            RouteStep(RouteRequest("DELETE", "/scans/$scan/followers/$follower"), 204),
            RouteStep(RouteRequest("DELETE", "/scans/$scan/followers/$follower"), 404, .problem(.notFound)),
            RouteStep(.json("PUT", "/scans/$scan/followers/x", ntfy), 404, .problem(.notFound))),
        RouteCase(
            "Who may not see a scan can't follow it", .keys,
            RouteStep(post(ntfy, to: "/scans/$unknown/followers"), 401, .problem(.unauthorized)),
            RouteStep(
                post(ntfy, to: "/scans/$unknown/followers", ("X-API-Key", RouteKeys.reader)), 403,
                .problem(.forbidden)),
            RouteStep(
                post(ntfy, to: "/scans/$unknown/followers", ("X-API-Key", RouteKeys.scanner)), 404,
                .problem(.notFound))),
        RouteCase(
            "Followers of a scan that never was", .open,
            RouteStep(post(ntfy, to: "/scans/$unknown/followers"), 404, .problem(.notFound)),
            RouteStep(.get("/scans/$unknown/followers"), 404, .problem(.notFound)),
            RouteStep(.get("/scans/1/followers"), 404, .problem(.notFound)),
            RouteStep(.json("PUT", "/scans/$unknown/followers/$key", ntfy), 404, .problem(.notFound)),
            RouteStep(RouteRequest("DELETE", "/scans/$unknown/followers/$key"), 404, .problem(.notFound))),
    ]

    private static let invalid: [(json: String, kind: ProblemKind, field: String?)] = [
        ("[]", .malformedJSON, nil), ("{}", .missingField, "carrier"),
        (#"{"carrier": "pigeon"}"#, .invalidField, "carrier"),
        (#"{"carrier": "ntfy"}"#, .missingField, "url"),
        (#"{"carrier": "ntfy", "url": "https://127.0.0.1/a"}"#, .invalidField, "url"),
        (#"{"carrier": "ntfy", "url": "topic"}"#, .invalidField, "url"),
        (#"{"carrier": "ntfy", "url": "https://ntfy.example/a", "progress": 1}"#, .invalidField, "progress"),
        (#"{"carrier": "web_push"}"#, .missingField, "endpoint"),
        (#"{"carrier": "web_push", "endpoint": "https://push.example/a"}"#, .missingField, "keys"),
        (
            #"{"carrier": "web_push", "endpoint": "https://push.example/a", "keys": {"p256dh": "AA"}}"#,
            .missingField, "keys.auth"
        ),
        (
            #"{"carrier": "web_push", "endpoint": "https://push.example/a", "keys": {"p256dh": "!", "auth": "AA"}}"#,
            .invalidField, "keys.p256dh"
        ),
        (#"{"carrier": "live_activity"}"#, .missingField, "update_token"),
        (#"{"carrier": "apns_alert"}"#, .missingField, "token"),
    ]

    private static let faults: [RouteCase] = invalid.map { json, kind, field in
        RouteCase("An invalid follower: \(json)", .open, post(json), 400, .problem(kind, field: field))
    }

    private static let large = String(repeating: " ", count: 9_000) + "{}"

    private static let refusals: [RouteCase] = [
        RouteCase(
            "Followers that aren't sent as JSON, or are too large", .open,
            RouteStep(RouteRequest("POST", session).with(.text(ntfy)), 415, .problem(.unsupportedMediaType)),
            RouteStep(post(large), 413, .problem(.bodyTooLarge)),
            RouteStep(
                RouteRequest("PUT", session + "/$key").with(.text(ntfy)), 415, .problem(.unsupportedMediaType)
            ),
            RouteStep(.json("PUT", session + "/$key", large), 413, .problem(.bodyTooLarge)),
            RouteStep(.json("PUT", session + "/$key", "{}"), 400, .problem(.missingField, field: "carrier"))),
        RouteCase(
            "Scans' followers that aren't sent as JSON, or are too large", .open,
            RouteStep(.image(BlankPicture.png, ("Prefer", "respond-async")), 202).capturing(
                "scan", "scan_id"),
            RouteStep(
                RouteRequest("POST", "/scans/$scan/followers").with(.text(ntfy)), 415,
                .problem(.unsupportedMediaType)),
            RouteStep(post(large, to: "/scans/$scan/followers"), 413, .problem(.bodyTooLarge)),
            RouteStep(
                post("{}", to: "/scans/$scan/followers"), 400, .problem(.missingField, field: "carrier")),
            RouteStep(
                RouteRequest("PUT", "/scans/$scan/followers/$key").with(.text(ntfy)), 415,
                .problem(.unsupportedMediaType)),
            RouteStep(.json("PUT", "/scans/$scan/followers/$key", large), 413, .problem(.bodyTooLarge)),
            RouteStep(
                .json("PUT", "/scans/$scan/followers/$key", "{}"), 400,
                .problem(.missingField, field: "carrier")),
            then: Array(repeating: RouteStep(post(ntfy, to: "/scans/$scan/followers"), 201), count: 8) + [
                RouteStep(post(ntfy, to: "/scans/$scan/followers"), 409, .problem(.tooManyFollowers))
            ]),
        RouteCase(
            "Followers of a session whose id is none", .open,
            RouteStep(post(ntfy, to: "/sessions/1/followers"), 400, .problem(.invalidField, field: "id")),
            RouteStep(.get("/sessions/1/followers"), 400, .problem(.invalidField, field: "id")),
            RouteStep(
                .json("PUT", "/sessions/1/followers/$key", ntfy), 400, .problem(.invalidField, field: "id")),
            RouteStep(
                RouteRequest("DELETE", "/sessions/1/followers/$key"), 400,
                .problem(.invalidField, field: "id"))),
    ]

    private static let unavailable: [RouteCase] = [
        RouteCase(
            "Followers where the operator set no key", .withoutStore,
            RouteStep(post(ntfy), 503, .problem(.pushUnavailable)),
            RouteStep(.get(session), 503, .problem(.pushUnavailable))),
        RouteCase(
            "A follower of a carrier that the server has no keys for", .open,
            post(#"{"carrier": "apns_alert", "token": "00aa"}"#), 503, .problem(.pushUnavailable)),
    ]
}
