import Foundation
import TestSupport

/// One request of a case, and what must be true of its response.
package struct RouteStep: Sendable {
    let request: RouteRequest
    let status: Int
    let checks: [RouteCheck]
    /// The variables that later steps get from the JSON body: the path of the value, by the name of the variable.
    var captured: [String: String] = [:]
    /// The variables that later steps get from header fields: the field's name, by the name of the variable.
    var capturedFields: [String: String] = [:]
    /// The variable that gets the whole body as text; nil for none.
    var capturedBody: String?
    /// Whether the step is repeated until it holds, because the server does something in the background first.
    var isAwaited = false

    init(_ request: RouteRequest, _ status: Int, _ checks: RouteCheck...) {
        self.request = request
        self.status = status
        self.checks = checks
    }

    func capturing(_ variable: String, _ path: String) -> RouteStep {
        var step = self
        step.captured[variable] = path
        return step
    }

    func capturing(_ variable: String, field: String) -> RouteStep {
        var step = self
        step.capturedFields[variable] = field
        return step
    }

    func capturingBody(_ variable: String) -> RouteStep {
        var step = self
        step.capturedBody = variable
        return step
    }

    func awaited() -> RouteStep {
        var step = self
        step.isAwaited = true
        return step
    }
}

/// What a route does with a request, or with several requests in a row. `$session`, `$other`, `$unknown` and `$key` are
/// UUIDs that only this case uses. `$now`, `$soon` and `$longAgo` are times: now, in ten minutes, and 25 hours ago.
package struct RouteCase: Sendable, CustomStringConvertible {
    package let name: String
    package let setup: RouteSetup
    let steps: [RouteStep]

    package var description: String { name }

    /// Whether the case numbers the events of a job. Servers that share their work number them otherwise.
    package var numbersEvents: Bool { steps.contains { $0.request.target.hasSuffix("/events") } }

    init(_ name: String, _ setup: RouteSetup = .open, _ steps: RouteStep..., then further: [RouteStep] = []) {
        self.name = name
        self.setup = setup
        self.steps = steps + further
    }

    init(
        _ name: String, _ setup: RouteSetup = .open, _ request: RouteRequest, _ status: Int,
        _ checks: RouteCheck...
    ) {
        self.name = name
        self.setup = setup
        steps = [RouteStep(request: request, status: status, checks: checks)]
    }

    /// Returns the responses of `openapi.yaml` that the case shows, one for each step, such as `GET /scans/{id} 404`.
    package func responses(of paths: Set<String>) -> Set<String> {
        Set(
            steps.compactMap { step in
                guard step.request.raw == nil else { return nil }
                let target = step.request.target.prefix { $0 != "?" }
                let path =
                    target.hasPrefix("$path") ? "/scans/0" + target.dropFirst("$path".count) : String(target)
                let segments = path.split(separator: "/", omittingEmptySubsequences: false)
                let route = paths.contains(path) ? path : paths.first { Self.matches($0, segments) }
                return route.map { "\(step.request.method) \($0) \(step.status)" }
            })
    }

    private static func matches(_ pattern: String, _ segments: [Substring]) -> Bool {
        let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == segments.count
            && zip(parts, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }

    /// Number of seconds for which an awaited step is repeated.
    private static let patience = 60

    /// Sends the requests of the case.
    /// - Returns: one line for each statement about a response that isn't true.
    package func faults(over transport: some RouteTransport) async throws -> [String] {
        var variables = Self.variables(of: name)
        for (index, step) in steps.enumerated() {
            let bytes = step.request.bytes(variables)
            let deadline = ContinuousClock.now + .seconds(step.isAwaited ? Self.patience : 0)
            var response = try await transport.send(bytes)
            var faults = step.faults(in: response, variables, setup)
            while !faults.isEmpty, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(10))
                response = try await transport.send(bytes)
                faults = step.faults(in: response, variables, setup)
            }
            if !faults.isEmpty {
                let body = response.text.prefix(500)
                return faults.map { "step \(index + 1): \($0)" } + [
                    "\(response.status) \(response.fields) \(body)"
                ]
            }
            for (variable, path) in step.captured { variables[variable] = response.text(at: path) }
            for (variable, field) in step.capturedFields {
                variables[variable] = response.fields[field.lowercased()]
            }
            if let variable = step.capturedBody { variables[variable] = response.text }
        }
        return []
    }

    /// Makes the variables of a case. The UUIDs are the same on every run, and differ between cases.
    private static func variables(of name: String) -> [String: String] {
        var generator = SeededGenerator(
            state: name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        func id() -> String {
            let digits = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }
            return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0].joined() }.joined(
                separator: "-")
        }
        func time(_ seconds: Double) -> String { Date(timeIntervalSinceNow: seconds).formatted(.iso8601) }
        return [
            "session": id(), "other": id(), "unknown": id(), "key": id(), "now": time(0), "soon": time(600),
            "longAgo": time(-90_000),
        ]
    }
}

extension RouteStep {
    fileprivate init(request: RouteRequest, status: Int, checks: [RouteCheck]) {
        self.request = request
        self.status = status
        self.checks = checks
    }

    fileprivate func faults(
        in response: RouteResponse, _ variables: [String: String], _ setup: RouteSetup
    ) -> [String] {
        let wrong = response.status == status ? [] : ["the status is \(response.status), not \(status)"]
        return wrong + (RouteCheck.common(setup) + checks).compactMap { $0.fault(response, variables) }
    }
}
