import Foundation
import TypeSafeAPI

/// Cases of the page for people and its files.
enum PageCases {
    /// The files, with the type that a browser must be told: it doesn't guess, so a wrong one stops the page.
    private static let files = [
        ("/", "text/html; charset=utf-8"), ("/sw.js", "text/javascript; charset=utf-8"),
        ("/page/page.css", "text/css; charset=utf-8"), ("/page/page.js", "text/javascript; charset=utf-8"),
        ("/page/icon.svg", "image/svg+xml"), ("/page/icon-192.png", "image/png"),
        ("/page/manifest.webmanifest", "application/manifest+json"), ("/page/texts.json", "application/json"),
    ]

    static let all =
        files.map { (path: String, type: String) in
            RouteCase(
                "A file of the page: \(path)", .open,
                RouteStep(
                    .get(path), 200, .field("Content-Type", type), ownFilesOnly,
                    .field("Content-Security-Policy", contains: "form-action 'self'; base-uri 'none'")
                ).capturing("tag", field: "ETag"),
                RouteStep(.get(path, ("If-None-Match", "$tag")), 304, .emptyBody))
        }
        // The name is looked up among the files that were read at the start, so it can't lead out of their folder.
        + [
            "/page/no", "/page/", "/page", "/page/../openapi.yaml", "/page/..%2Fopenapi.yaml", "/page/%2e%2e",
            "/page/openapi.yaml", "/page/.", "/index.html",
        ].map { path in
            RouteCase("No file of the page: \(path)", .open, .get(path), 404, .problem(.notFound))
        }
        // What has words says in which language, and that there are others; the rest is the same for everybody.
        + ["/", "/page/manifest.webmanifest", "/page/texts.json"].map { path in
            RouteCase(
                "In a language: \(path)", .open,
                RouteStep(
                    .get(path, ("Accept-Language", "xx, en;q=0.1")), 200, .field("Content-Language", "en"),
                    .field("Vary", "Accept-Language")),
                RouteStep(.get(path + "?language=../en"), 200, .field("Content-Language", "en")))
        }
        + [
            RouteCase("The page needs no key", .keys, .get("/"), 200),
            RouteCase(
                "The page by another name", .open, .get("/").with(host: "attacker.net"), 421,
                .problem(.misdirected)),
            RouteCase(
                "A plain form of the page, as a browser without Fetch Metadata sends it", .open,
                .form(
                    parts: [("ocr_text", Data("Hello".utf8))],
                    fields: [("Origin", "http://localhost:8080"), ("Accept", "text/html,*/*;q=0.8")]), 200),
        ]

    private static let ownFilesOnly = RouteCheck.field(
        "Content-Security-Policy", contains: "default-src 'none'; script-src 'self'; style-src 'self';")
}
