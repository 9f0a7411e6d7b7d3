import Foundation
import ScanService
import Testing

/// Holds `docs/` against the declared metrics.
@Suite("Monitoring document") struct MonitoringDocumentTests {
    private static let docs = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs")
    private let descriptions = ServiceMetrics(shedReasons: []).descriptions

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.docs.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("The table lists all metrics") func theTableListsAllMetrics() throws {
        let expected = descriptions.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(metric.name)` | \(metric.kind.rawValue) | \(labels) | \(metric.help) |"
        }
        let rows = try text("monitoring.md").split(separator: "\n").filter { $0.hasPrefix("| `") }.map(
            String.init)
        #expect(rows == expected)
    }

    @Test(
        "What is asked for is declared",
        arguments: [
            "prometheus/alerts.yml", "prometheus/alerts_test.yml", "grafana/typesafe-dashboard.json",
        ])
    func whatIsAskedForIsDeclared(_ file: String) throws {
        let names = Set(descriptions.map(\.name))
        let asked = try text(file).matches(of: /\b(typesafe|process)_[a-z_]+/).map { String($0.0) }
        #expect(asked.count >= 10)
        for name in asked where !names.contains(name) {
            let isPart = descriptions.contains { metric in
                metric.kind == .histogram
                    && ["_bucket", "_sum", "_count"].contains { metric.name + $0 == name }
            }
            #expect(isPart, "\(name)")
        }
    }

    @Test("The dashboard shows every part") func theDashboardShowsEveryPart() throws {
        let data = try Data(contentsOf: Self.docs.appendingPathComponent("grafana/typesafe-dashboard.json"))
        let dashboard = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        let rows = panels.filter { $0["type"] as? String == "row" }.compactMap { $0["title"] as? String }
        #expect(
            rows == [
                "At a glance", "Traffic", "Scans", "Workers", "Cache, jobs and store", "Many machines",
                "Webhooks",
                "Process",
            ])
        #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
        for panel in panels where panel["type"] as? String != "row" {
            let targets = try #require(panel["targets"] as? [[String: Any]])
            #expect(!targets.isEmpty)
            for target in targets { #expect(target["expr"] is String) }
        }
    }
}
