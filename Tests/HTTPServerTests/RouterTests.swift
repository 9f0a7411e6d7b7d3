import HTTPServer
import HTTPTypes
import Testing

@Suite("Routing")
struct RouterTests {
    private let router = {
        var router = Router<String>()
        router.on(.get, "/", handler: "root")
        router.on(.get, "/scans/{id}", handler: "scan")
        router.on(.delete, "/scans/{id}", handler: "cancel")
        router.on(.get, "/scans/latest", handler: "latest")
        router.on(.get, "/scans/{id}/events", handler: "events")
        return router
    }()

    private func find(_ method: HTTPRequest.Method, _ path: Substring) -> String {
        switch router.match(method, path) {
        case .route(_, let handler, let parameters): handler + (parameters["id"].map { " " + $0 } ?? "")
        case .methodNotAllowed(_, let allow): "allow " + allow
        case .notFound: "none"
        }
    }

    @Test(
        "Finds the route and its parameters, decoded once",
        arguments: [
            ("/", "root"), ("/scans/1", "scan 1"), ("/scans/latest", "latest"),
            ("/scans/1/events", "events 1"),
            ("/scans/%6catest", "latest"), ("/%73cans/a%20b", "scan a b"), ("/scans/%2525", "scan %25"),
            ("/scans/a%2Fevents", "scan a/events"), ("/scans/%C3%A9", "scan é"), ("/scans/%ff", "none"),
            ("/scans/", "none"), ("/scans", "none"), ("/scans/1/", "none"), ("//", "none"),
            ("/scans//events", "none"),
            ("/scans/../", "none"), ("/scans%2F1", "none"), ("", "none"), ("*", "none"),
        ] as [(Substring, String)])
    func get(_ path: Substring, _ expected: String) {
        #expect(find(.get, path) == expected)
    }

    @Test("HEAD goes to GET; other methods learn which are allowed")
    func methods() {
        #expect(find(.head, "/scans/1") == "scan 1")
        #expect(find(.delete, "/scans/1") == "cancel 1")
        #expect(find(.post, "/scans/1") == "allow DELETE, GET, HEAD, OPTIONS")
        #expect(find(.head, "/scans/1/events") == "events 1")
        #expect(router.all.count == 5)
    }
}
