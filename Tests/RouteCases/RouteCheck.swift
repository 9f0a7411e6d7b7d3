import Foundation
import TypeSafeAPI

/// A statement that must be true of a response.
package struct RouteCheck: Sendable {
    /// Returns what is wrong with a response; nil where the statement is true.
    let fault: @Sendable (RouteResponse, [String: String]) -> String?

    private init(_ name: String, _ holds: @escaping @Sendable (RouteResponse, [String: String]) -> Bool) {
        fault = { holds($0, $1) ? nil : name }
    }

    // MARK: Header fields

    static func field(_ name: String, _ value: String?) -> RouteCheck {
        RouteCheck("\(name) is not \(value ?? "absent")") { response, _ in
            response.fields[name.lowercased()] == value
        }
    }

    static func field(_ name: String, contains part: String) -> RouteCheck {
        RouteCheck("\(name) doesn't contain \(part)") { response, _ in
            response.fields[name.lowercased()]?.contains(part) == true
        }
    }

    static func field(_ name: String, not variable: String) -> RouteCheck {
        RouteCheck("\(name) is $\(variable)") { response, variables in
            response.fields[name.lowercased()].map { $0 != variables[variable] } == true
        }
    }

    static func field(_ name: String, in range: ClosedRange<Int>) -> RouteCheck {
        RouteCheck("\(name) is not in \(range)") { response, _ in
            response.fields[name.lowercased()].flatMap { Int($0) }.map(range.contains) == true
        }
    }

    // MARK: JSON

    static func json(_ path: String, _ value: String) -> RouteCheck {
        RouteCheck("\(path) is not \(value)") { response, _ in response.json(path) as? String == value }
    }

    static func json(_ path: String, _ value: Int) -> RouteCheck {
        RouteCheck("\(path) is not \(value)") { response, _ in response.json(path) as? Int == value }
    }

    static func json(_ path: String, _ value: Bool) -> RouteCheck {
        RouteCheck("\(path) is not \(value)") { response, _ in response.json(path) as? Bool == value }
    }

    /// The value equals the variable. Capital and small letters count as equal, because UUIDs are written with either.
    static func json(_ path: String, variable name: String) -> RouteCheck {
        RouteCheck("\(path) is not $\(name)") { response, variables in
            variables[name] != nil && response.text(at: path)?.lowercased() == variables[name]?.lowercased()
        }
    }

    static func json(_ path: String, not name: String) -> RouteCheck {
        RouteCheck("\(path) is $\(name)") { response, variables in
            response.text(at: path).map { $0.lowercased() != variables[name]?.lowercased() } == true
        }
    }

    static func json(_ path: String, oneOf values: Set<String>) -> RouteCheck {
        RouteCheck("\(path) is none of \(values)") { response, _ in
            (response.json(path) as? String).map(values.contains) == true
        }
    }

    static func json(_ path: String, contains part: String) -> RouteCheck {
        RouteCheck("\(path) doesn't contain \(part)") { response, _ in
            (response.json(path) as? String)?.contains(part) == true
        }
    }

    static func json(_ path: String, count: Int) -> RouteCheck {
        RouteCheck("\(path) doesn't have \(count) elements") { response, _ in
            (response.json(path) as? [Any])?.count == count
        }
    }

    static func absent(_ paths: String...) -> RouteCheck {
        RouteCheck("one of \(paths) is present") { response, _ in
            response.json("") != nil && paths.allSatisfy { response.json($0) == nil }
        }
    }

    static func present(_ paths: String...) -> RouteCheck {
        RouteCheck("one of \(paths) is absent") { response, _ in paths.allSatisfy { response.json($0) != nil }
        }
    }

    static func decodes<T: Decodable & Sendable>(_ type: T.Type) -> RouteCheck {
        RouteCheck("the body is no \(type)") { response, _ in
            (try? WireCoding.decoder().decode(type, from: response.body)) != nil
        }
    }

    /// At least one finding speaks for a scam and has a quote and a box on the image. Composite findings have neither.
    static let reasonOnImage = RouteCheck("no finding speaks for a scam with its place on the image") {
        response, _ in
        let scan = try? WireCoding.decoder().decode(ScanResponse.self, from: response.body)
        return scan?.findings.contains { $0.weight > 0 && !$0.boxes.isEmpty && $0.quote != nil } == true
    }

    // MARK: Text

    static func body(contains part: String) -> RouteCheck {
        RouteCheck("the body doesn't contain \(part)") { response, _ in response.text.contains(part) }
    }

    static func body(lacks part: String) -> RouteCheck {
        RouteCheck("the body contains \(part)") { response, _ in !response.text.contains(part) }
    }

    static let emptyBody = RouteCheck("the body is not empty") { response, _ in response.body.isEmpty }

    /// Neither the header fields nor the body contain the text.
    static func nowhere(_ part: String) -> RouteCheck {
        RouteCheck("the response contains \(part)") { response, _ in
            !response.text.contains(part) && !response.fields.values.contains { $0.contains(part) }
        }
    }

    /// The body equals that of an earlier response, which a variable holds.
    static func body(variable name: String) -> RouteCheck {
        RouteCheck("the body is not $\(name)") { response, variables in response.text == variables[name] }
    }

    // MARK: Problems

    /// The body is a problem of this kind, and names this field as the wrong one.
    static func problem(_ kind: ProblemKind, field: String? = nil) -> RouteCheck {
        RouteCheck("the body is no problem \(kind.rawValue) of \(field ?? "no field")") { response, _ in
            guard let problem = try? WireCoding.decoder().decode(Problem.self, from: response.body) else {
                return false
            }
            return response.fields["content-type"] == "application/problem+json" && problem.kind == kind
                && problem.field == field && problem.status == response.status
                && problem.requestID == response.fields["x-request-id"]
        }
    }

    /// The statements that are true of every response, also of refusals.
    static func common(_ setup: RouteSetup) -> [RouteCheck] {
        setup == .browser ? always : always + sameOrigin
    }

    private static let sameOrigin = [
        RouteCheck.field("Strict-Transport-Security", nil), .field("Access-Control-Allow-Origin", nil),
    ]

    private static let always = [
        RouteCheck.field("X-Content-Type-Options", "nosniff"), .field("Referrer-Policy", "no-referrer"),
        .field("X-Frame-Options", "DENY"), .field("Cross-Origin-Resource-Policy", "same-origin"),
        .field("Content-Security-Policy", contains: "default-src 'none'"),
        .field("Content-Security-Policy", contains: "frame-ancestors 'none'"),
        RouteCheck("Cache-Control is not no-store, and not private with a tag") { response, _ in
            response.fields["cache-control"]
                == (response.fields["etag"] == nil ? "no-store" : "private, no-cache")
        },
        RouteCheck("X-Request-ID is absent") { response, _ in response.fields["x-request-id"] != nil },
        .field("Access-Control-Allow-Credentials", nil),
    ]
}
