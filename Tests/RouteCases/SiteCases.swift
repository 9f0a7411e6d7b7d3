import Foundation
import TypeSafeAPI

/// Requests that a page of another site has a browser send, and those that only look like it.
enum SiteCases {
    static let all = foreignHosts + ownHosts + foreignPages + ownPages + keys

    private static let text = #"{"text": "Hello"}"#
    private static let fetchSite = "Sec-Fetch-Site"

    private static let foreignHosts: [RouteCase] =
        [
            "rebind.attacker.net", "rebind.attacker.net:8080", "localhost.attacker.net",
            "127.0.0.1.attacker.net",
            "scanner.example", "notlocalhost", "attacker.net:127",
        ].flatMap { host in
            [
                RouteCase(
                    "Called \(host)", .open, .get("/version").with(host: host), 421, .problem(.misdirected)),
                RouteCase(
                    "Sent to \(host)", .open, .text(text).with(host: host), 421, .problem(.misdirected)),
            ]
        } + [
            RouteCase(
                "Another host in the target", .open, .get("http://attacker.net/version"), 421,
                .problem(.misdirected)),
            RouteCase("Health by any name", .open, .get("/health").with(host: "pod.example"), 200),
            RouteCase(
                "Another name than the allowed one", .browser, .get("/version").with(host: "other.example"),
                421,
                .problem(.misdirected)),
        ]

    private static let ownHosts: [RouteCase] =
        ["127.0.0.1", "127.0.0.1:9", "[::1]:8080", "192.0.2.7", "localhost", "LOCALHOST:1", "localhost."].map
    { host in
        RouteCase("Called \(host)", .open, .get("/version").with(host: host), 200)
    } + [
        RouteCase(
            "By the allowed name", .browser, .text(text).with(host: "Scanner.Example:443"), 200),
        RouteCase("HTTP/1.0 without a host", .open, .raw("GET /version HTTP/1.0\r\n\r\n"), 200),
    ]

    private static let foreignPages: [RouteCase] = [
        [("Origin", "https://attacker.net")], [("Origin", "null")], [("Origin", "http://localhost:9")],
        [(fetchSite, "cross-site")], [(fetchSite, "same-site")],
        [("Origin", "http://localhost:8080"), (fetchSite, "same-site")],
        [("Origin", "https://attacker.net"), (fetchSite, "cross-site")],
    ].flatMap { (fields: [(String, String)]) in
        func sent(_ request: RouteRequest) -> RouteRequest { fields.reduce(request) { $0.with(field: $1) } }
        let name = fields.map { "\($0): \($1)" }.joined(separator: ", ")
        return [
            RouteCase("A text, \(name)", .open, sent(.text(text)), 403, .problem(.crossSite)),
            RouteCase(
                "A form, \(name)", .open, sent(.form(("text", Data("Hello".utf8)))), 403, .problem(.crossSite)
            ),
            RouteCase(
                "A deletion, \(name)", .open, sent(RouteRequest("DELETE", "/sessions/$session")), 403,
                .problem(.crossSite)),
            RouteCase("Looking, \(name)", .open, sent(.get("/version")), 200),
        ]
    }

    private static let ownPages: [RouteCase] =
        [
            [("Origin", "http://localhost:8080")], [(fetchSite, "same-origin")], [(fetchSite, "none")],
            [("Origin", "http://localhost:8080"), (fetchSite, "same-origin")],
        ].map { (fields: [(String, String)]) in
            RouteCase(
                "A text, \(fields)", .open, fields.reduce(.text(text)) { $0.with(field: $1) }, 200)
        } + [
            RouteCase(
                "A page of an allowed origin", .browser,
                .text(text, ("Origin", "https://app.example"), (fetchSite, "cross-site")), 200,
                .field("Access-Control-Allow-Origin", "https://app.example")),
            RouteCase(
                "A page of another origin", .browser, .text(text, ("Origin", "https://other.example")), 403,
                .problem(.crossSite)),
        ]

    /// A page doesn't have the key, so any name does; a form is refused all the same.
    private static let keys: [RouteCase] = [
        RouteCase("With keys, by any name", .keys, .get("/version").with(host: "scanner.example"), 200),
        RouteCase(
            "With keys, from another site", .keys, .text(text, (fetchSite, "cross-site")), 403,
            .problem(.crossSite)),
    ]
}
