import Foundation
import TestSupport
import TypeSafeAPI

/// Cases of scans that are answered with something other than JSON, by `Accept`.
enum DocumentCases {
    private static let blank = BlankPicture.png

    static let all = documents + pictures

    private static func text(_ text: String) -> Data { Data(text.utf8) }

    private static let documents: [RouteCase] = [
        RouteCase(
            "Who asks for text gets a few lines", .open,
            .form(
                ("image", RouteImage.scam), ("user_country", text("US")), fields: [("Accept", "text/plain")]),
            200,
            .field("Content-Type", "text/plain; charset=utf-8"), .field("Vary", "Accept, Accept-Language"),
            .body(contains: "High Risk - Delivery, "), .body(contains: "\n- "), .body(lacks: "{")),
        RouteCase(
            "A browser's form is answered with a page that loads and runs nothing, and leads back", .open,
            .form(
                ("image", RouteImage.scam), ("ocr_text", text("")),
                fields: [
                    ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"), ("Sec-Fetch-Mode", "navigate"),
                    ("Sec-Fetch-Site", "same-origin"), ("Prefer", "respond-async"),
                ]), 200,
            .field("Content-Type", "text/html; charset=utf-8"),
            .field("Content-Security-Policy", contains: "style-src 'sha256-"), .body(contains: "<h1>"),
            .body(contains: "data:image/png;base64,"), .body(contains: "href=\"./?language=en\""),
            .body(lacks: "<script"),
            .body(lacks: "https://usps")),
        RouteCase(
            "A record is JSON with the picture's hash and links that nobody can open", .open,
            .image(RouteImage.scam, ("Accept", "application/vnd.typesafe.record+json")), 200,
            .decodes(ScanRecord.self), .field("Content-Type", "application/vnd.typesafe.record+json"),
            .present("originals.0.sha256", "contacts.0.text", "report.0.name"), .body(contains: "hxxps://"),
            .body(lacks: "https://usps")),
        RouteCase(
            "A text's page holds the text, and no picture", .open,
            .text(#"{"text": "<b>Your package</b> could not be delivered"}"#, ("Accept", "text/html")), 200,
            .body(contains: "&lt;b&gt;"), .body(lacks: "<img"), .body(lacks: "<b>")),
        RouteCase(
            "Errors are a page too for who asks for pages", .open,
            .form(("image", text("no picture")), fields: [("Accept", "text/html")]), 415,
            .field("Content-Type", "text/html; charset=utf-8"), .body(contains: "<h1>")),
        RouteCase(
            "An address that is no page answers a browser with a page that leads to the start", .open,
            .get("/old/place", ("Accept", "text/html,*/*;q=0.8"), ("Accept-Language", "nl")), 404,
            .field("Content-Language", "nl"), .body(contains: "href=\"../?language=nl\""),
            .body(lacks: "openapi")),
        RouteCase(
            "Errors are a line for who asks for text", .open,
            .form(("image", text("no picture")), fields: [("Accept", "text/plain")]), 415,
            .field("Content-Type", "text/plain; charset=utf-8"), .body(lacks: "{")),
        RouteCase(
            "One idempotency key is for one form of answer", .open,
            RouteStep(.text(#"{"text": "$key"}"#, ("Idempotency-Key", "$key")), 200),
            RouteStep(
                .text(#"{"text": "$key"}"#, ("Idempotency-Key", "$key"), ("Accept", "text/plain")), 422)),
    ]

    private static let pictures: [RouteCase] = [
        RouteCase(
            "A covered picture is answered where it is asked for", .open,
            .image(RouteImage.scam, query: "?redact=personal,amounts", ("Accept", "image/png")), 200,
            .field("Content-Type", "image/png"), .field("Redacted", contains: "amount=1"),
            .field("Vary", "Accept")),
        RouteCase(
            "A picture is covered only if the request says what", .open,
            .image(blank, ("Accept", "image/png")), 400, .problem(.missingField, field: "redact")),
        RouteCase(
            "What is covered is personal at least, and nothing unknown", .open,
            RouteStep(
                .image(blank, query: "?redact=amounts", ("Accept", "image/png")), 400,
                .problem(.invalidField, field: "redact")),
            RouteStep(
                .image(blank, query: "?redact=personal,faces"), 400, .problem(.invalidField, field: "redact"))
        ),
        RouteCase(
            "Several pictures aren't answered with one", .open,
            .form(
                ("image", blank), ("image", blank), ("redact", text("personal")),
                fields: [("Accept", "image/png")]),
            400, .problem(.invalidField, field: "image")),
        RouteCase(
            "A text isn't answered with a picture", .open,
            RouteStep(
                .form(
                    ("ocr_text", text(ScanCases.scam)), ("redact", text("personal")),
                    fields: [("Accept", "image/png")]),
                400, .problem(.missingField, field: "image")),
            RouteStep(
                .text(#"{"text": "Hello there"}"#, ("Accept", "image/png")), 400,
                .problem(.missingField, field: "image"))),
    ]
}
