package struct RequestMetrics: Sendable {
    /// The status codes that the server or a proxy may send. Other codes are counted as `other`.
    static let statuses =
        [
            100, 200, 201, 202, 204, 206, 303, 304, 400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412,
            413,
            414, 415, 416, 417, 421, 422, 425, 426, 428, 429, 431, 500, 501, 502, 503, 504, 505, 507,
        ].map { "\($0)" } + ["other"]
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "OTHER"]
    private static let unmatched = "-"

    /// Bounds of the buckets in seconds. A response from memory takes less than a millisecond, and reading an image
    /// takes from a tenth of a second to ten seconds.
    private static let buckets = Buckets(
        seconds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])

    let counts: MetricFamily<Counter>
    let durations: MetricFamily<Histogram>

    init(routes: [String]) {
        let route = Label("route", Set(routes).sorted() + [Self.unmatched])
        counts = MetricFamily(
            "typesafe_http_requests_total", "Requests, by route, method and the answer's status.",
            route, Label("method", Self.methods), Label("status", Self.statuses))
        durations = MetricFamily(
            "typesafe_http_request_duration_seconds",
            "Time from a request's head to its answer, its body's arrival included.",
            buckets: Self.buckets, route)
    }

    /// - Parameters:
    ///   - route: the pattern of the route; nil where the path matched no route.
    ///   - duration: time until the response was ready to be sent.
    package func record(route: String?, method: String, status: Int, took duration: Duration) {
        let route = route ?? Self.unmatched
        counts(route, method, "\(status)").add()
        durations(route).observe(duration)
    }
}
