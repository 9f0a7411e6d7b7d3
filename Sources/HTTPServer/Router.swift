package import HTTPTypes

/// Finds what handles a method and a path. Paths are literal; `HEAD` goes to `GET`'s handler.
package struct Router<Handler: Sendable>: Sendable {
    package enum Match: Sendable {
        case route(path: String, handler: Handler)
        /// The path exists with these methods; the value is for `Allow`.
        case methodNotAllowed(path: String, allow: String)
        case notFound
    }

    private var routes: [String: [HTTPRequest.Method: Handler]] = [:]

    package init() {}

    package mutating func on(_ method: HTTPRequest.Method, _ path: String, handler: Handler) {
        routes[path, default: [:]][method] = handler
    }

    /// All methods and paths, for whoever describes them.
    package var all: [(method: HTTPRequest.Method, path: String)] {
        routes.flatMap { path, methods in methods.keys.map { ($0, path) } }
    }

    package func match(_ request: ServerRequest) -> Match {
        let path = String(request.path)
        guard let methods = routes[path] else { return .notFound }
        let method = request.head.method == .head ? HTTPRequest.Method.get : request.head.method
        if let handler = methods[method] { return .route(path: path, handler: handler) }
        return .methodNotAllowed(path: path, allow: Self.allow(methods.keys))
    }

    private static func allow(_ methods: some Sequence<HTTPRequest.Method>) -> String {
        var names = Set(methods.map(\.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        names.insert("OPTIONS")
        return names.sorted().joined(separator: ", ")
    }
}
