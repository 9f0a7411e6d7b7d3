import Foundation
import Synchronization
import TestSupport
import Testing
import TypeSafeAPI

@Suite("Rules read again at SIGHUP")
struct ReloadTests {
    private func judge(_ client: ServiceClient, _ word: String) async throws -> ScanResponse {
        try await client.analyze(json: #"{"text": "\#(word)"}"#).decoded(ScanResponse.self)
    }

    private func version(_ client: ServiceClient) async throws -> String {
        try await client.send("GET", "/version").decoded(VersionResponse.self).rulesVersion
    }

    private final class Load: Sendable {
        private let over = Atomic(false)

        var isOver: Bool { over.load(ordering: .relaxed) }

        func end() { over.store(true, ordering: .relaxed) }
    }

    /// Sends SIGHUP, and returns when the rules have the expected version.
    private func reload(_ client: ServiceClient, to expected: String) async throws {
        client.server.signal(SIGHUP)
        _ = try await eventually(within: 60) { try await version(client) == expected ? true : nil }
    }

    @Test("New rules judge from then on")
    func reload() async throws {
        let rules = try RuleWorkspace(version: "1", word: "alpha")
        let server = try await ServerProcess(arguments: rules.arguments + ["--workers", "1"])
        let client = ServiceClient(server: server)
        #expect(try await judge(client, "alpha").riskLevel == .high)
        #expect(try await judge(client, "beta").riskLevel == .low)

        try rules.write(version: "2", word: "beta")
        try await reload(client, to: "2")
        #expect(try await judge(client, "alpha").riskLevel == .low)
        let verdict = try await judge(client, "beta")
        #expect(verdict.riskLevel == .high && verdict.rulesVersion == "2")

        // The rules are used before the log says so.
        _ = try await eventually { server.log.contains("rules reloaded rules=2") ? true : nil }
    }

    @Test(
        "What is refused changes nothing, and the log says where and why",
        arguments: [
            ("rules/ask.yaml", "concept: ask\nrules:\n  - nonsense: 1\n", "ask.yaml:3"),
            ("rules/groups.yaml", "version: \"3\"\n", "groups.yaml"),
            ("lexicon/tlds.tsv", "top\t2.5\ncom\tmuch\n", "tlds.tsv:2"),
            ("lexicon/advice.yaml", "low: { now: [ \"x\" ] }\n", "advice.yaml"),
        ])
    func refused(_ file: String, _ text: String, _ place: String) async throws {
        let rules = try RuleWorkspace(version: "1", word: "alpha")
        let server = try await ServerProcess(arguments: rules.arguments + ["--workers", "1"])
        let client = ServiceClient(server: server)
        try rules.write(version: "2", word: "beta")
        try rules.write(text, to: file)
        server.signal(SIGHUP)
        let line = try await eventually(within: 60) {
            server.log.split(separator: "\n").first { $0.contains("not reloaded") }
        }
        #expect(line.contains(" error ") && line.contains(place), "\(line)")
        let verdict = try await judge(client, "alpha")
        #expect(verdict.riskLevel == .high && verdict.rulesVersion == "1")
        #expect(try await version(client) == "1")
        let metrics = try await client.send("GET", "/metrics")
        let told = try PrometheusText(String(decoding: metrics.body, as: UTF8.self))
        #expect(told.value("typesafe_rules_reloads_total", ["outcome": "refused"]) == 1)
        #expect(told.value("typesafe_rules_current") == 0)

        try rules.write(version: "2", word: "beta")
        try await reload(client, to: "2")
        #expect(try await judge(client, "beta").riskLevel == .high)
    }

    @Test("Twenty reloads under load: each answer is by the old rules or by the new, whole")
    func underLoad() async throws {
        let rules = try RuleWorkspace(version: "alpha", word: "alpha")
        let server = try await ServerProcess(arguments: rules.arguments + ["--workers", "1"])
        let client = ServiceClient(server: server)
        // The clients aren't stopped by cancelling their tasks: URLSession may then wait for itself where an answer
        // comes at the same moment.
        let load = Load()
        let (answers, wrong) = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (answers, wrong): (Int, [String]) = (0, [])
                    while !load.isOver {
                        for word in ["alpha", "beta"] {
                            let answer = try await client.analyze(json: #"{"text": "\#(word)"}"#)
                            let verdict = try answer.decoded(ScanResponse.self)
                            answers += 1
                            // A version of the rules is named after the only word that it holds to be a scam.
                            if (verdict.riskLevel == .high) != (verdict.rulesVersion == word) {
                                wrong.append("\(word): \(verdict.riskLevel) by \(verdict.rulesVersion)")
                            }
                        }
                    }
                    return (answers, wrong)
                }
            }
            for number in 1...20 {
                let word = number.isMultiple(of: 2) ? "alpha" : "beta"
                try rules.write(version: word, word: word)
                try await reload(client, to: word)
            }
            load.end()
            return try await group.reduce(into: (0, [String]())) { all, each in
                all.0 += each.0
                all.1 += each.1
            }
        }
        #expect(wrong == [])
        #expect(answers >= 20)
        #expect(await isEventuallyTrue { server.log.occurrences(of: "rules reloaded") == 20 })
    }
}
