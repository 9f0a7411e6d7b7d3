import BundledResources
import Foundation
import RouteCases
import Testing
import TypeSafeAPI
import Texts

/// The cases of every route, served in this process.
@Suite("Route case") struct RouteCaseTests {
    @Test("Answers in process", arguments: RouteCases.all)
    func answersInProcess(_ routeCase: RouteCase) async throws {
        let transport = try await InProcessServers.shared.transport(for: routeCase.setup)
        let faults = try await routeCase.faults(over: transport)
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test("Names are unique") func namesAreUnique() {
        #expect(Set(RouteCases.all.map(\.name)).count == RouteCases.all.count)
    }

    /// Responses that need a server in a state of its own, with the test that makes it.
    private static let elsewhere: [String: String] = [
        "408": "StreamingTests: a body that comes too slowly",
        "500": "ScanningTests: a worker that fails twice",
        "503": "AdmissionTests, JobTests, ResultTests: full queues and stores that fail",
    ]

    /// 403 and 429 come from one place for all routes, which `AccessCases` shows for each scope and for one rate.
    private static let common: Set<String> = ["429"]

    /// A case waits for the end of its answer, which these don't have. `SessionFeedTests` read them.
    private static let endless: Set<String> = ["GET /sessions/{id}/events 200"]

    @Test("Cover every response of the description") func coverEveryResponseOfTheDescription() throws {
        let description = try YAMLNode(contentsOf: BundledResources.openAPI, named: "openapi.yaml")
        let document = try #require(description.json as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let seen = RouteCases.all.reduce(into: Set<String>()) {
            $0.formUnion($1.responses(of: Set(paths.keys)))
        }
        for (path, operations) in paths {
            for (method, operation) in operations {
                let responses = try #require((operation as? [String: Any])?["responses"] as? [String: Any])
                for status in responses.keys
                where Self.elsewhere[status] == nil && !Self.common.contains(status) {
                    let response = "\(method.uppercased()) \(path) \(status)"
                    #expect(
                        seen.contains(response) || Self.endless.contains(response), "no case for \(response)")
                }
            }
        }
        #expect(seen.contains { $0.hasSuffix(" 429") })
    }
}
