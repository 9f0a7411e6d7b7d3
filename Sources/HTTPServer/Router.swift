package import HTTPTypes

/// The values of a route's `{name}` segments, after percent-decoding, by their names.
package typealias PathParameters = [String: String]

/// Finds the handler for a method and a path. A route's path consists of literal segments and `{name}` segments, which match any
/// segment that isn't empty. Routes without `{name}` have priority. `HEAD` uses the handler of `GET`.
package struct Router<Handler: Sendable>: Sendable {
    package enum Match: Sendable {
        /// A route matches. The `path` is the route's, not the request's.
        case route(path: String, handler: Handler, parameters: PathParameters)
        /// The path matches, but not the method. `allow` is the value for the `Allow` field: the methods that the path
        /// has.
        case methodNotAllowed(path: String, allow: String)
        case notFound
    }

    private typealias Methods = [HTTPRequest.Method: Handler]

    private struct Pattern: Sendable {
        let path: String
        let segments: [Substring]
        var methods: Methods
    }

    private var literals: [String: Methods] = [:]
    private var patterns: [Pattern] = []

    package init() {}

    package mutating func on(_ method: HTTPRequest.Method, _ path: String, handler: Handler) {
        if !path.contains("{") {
            literals[path, default: [:]][method] = handler
        } else if let index = patterns.firstIndex(where: { $0.path == path }) {
            patterns[index].methods[method] = handler
        } else {
            patterns.append(
                Pattern(path: path, segments: Self.segments(path[...]), methods: [method: handler]))
        }
    }

    package var all: [(method: HTTPRequest.Method, path: String)] {
        literals.flatMap { path, methods in methods.keys.map { ($0, path) } }
            + patterns.flatMap { pattern in pattern.methods.keys.map { ($0, pattern.path) } }
    }

    /// Finds the route for a request.
    /// - Parameter path: the path as it was sent. Each segment is decoded by itself, so an encoded slash doesn't
    ///   separate segments. A path that isn't UTF-8 matches no route.
    package func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
        if !path.utf8.contains(UInt8(ascii: "%")) {
            let path = String(path)
            if let methods = literals[path] { return match(method, path, methods) }
            return matchPattern(method, Self.segments(path[...]).map(String.init))
        }
        var segments: [String] = []
        for segment in Self.segments(path) {
            guard let decoded = PercentDecoding.decode(segment) else { return .notFound }
            segments.append(decoded)
        }
        let isLiteral = !segments.contains { $0.contains("/") }
        let joined = segments.joined(separator: "/")
        if isLiteral, let methods = literals[joined] { return match(method, joined, methods) }
        return matchPattern(method, segments)
    }

    private func matchPattern(_ method: HTTPRequest.Method, _ segments: [String]) -> Match {
        for pattern in patterns {
            if let parameters = Self.parameters(pattern.segments, segments) {
                return match(method, pattern.path, pattern.methods, parameters)
            }
        }
        return .notFound
    }

    private func match(
        _ method: HTTPRequest.Method, _ path: String, _ methods: Methods,
        _ parameters: PathParameters = [:]
    ) -> Match {
        if let handler = methods[method] ?? (method == .head ? methods[.get] : nil) {
            return .route(path: path, handler: handler, parameters: parameters)
        }
        var names = Set(methods.keys.map(\.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        names.insert("OPTIONS")
        return .methodNotAllowed(path: path, allow: names.sorted().joined(separator: ", "))
    }

    private static func segments(_ path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func parameters(_ pattern: [Substring], _ segments: [String]) -> PathParameters? {
        guard pattern.count == segments.count else { return nil }
        var parameters: PathParameters = [:]
        for (expected, segment) in zip(pattern, segments) {
            if expected.hasPrefix("{") {
                guard !segment.isEmpty else { return nil }
                parameters[String(expected.dropFirst().dropLast())] = segment
            } else if expected != segment {
                return nil
            }
        }
        return parameters
    }
}
