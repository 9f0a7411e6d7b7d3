import ScamTaxonomy
import Foundation
import TestSupport
import Testing

@testable import ScanService
import SystemSupport

@Suite("Service metrics") struct ServiceMetricsTests {
    private let metrics = ServiceMetrics(shedReasons: ["address_limit", "connection_limit"])
    private let requests: RequestMetrics

    init() { requests = metrics.requests(of: ["/scan-image", "/results/{scan_id}", "/scan-image"]) }

    private func scrape() async throws -> PrometheusText {
        try PrometheusText(String(decoding: await metrics.exposition(), as: UTF8.self))
    }

    @Test("Every declared metric is told") func everyDeclaredMetricIsTold() async throws {
        let members = [Mirror(reflecting: metrics), Mirror(reflecting: requests)].flatMap(\.children)
        let declared = members.compactMap {
            ($0.value as? any Metric)?.description.name
        }
        #expect(Set(declared) == Set(metrics.descriptions.map(\.name)))
        #expect(declared.count == metrics.descriptions.count)
        let told = try await scrape()
        #expect(told.order == metrics.descriptions.map(\.name))
        for description in metrics.descriptions {
            #expect(told.kinds[description.name] == description.kind.rawValue)
        }
    }

    @Test("Names are as prometheus wants them") func namesAreAsPrometheusWantsThem() {
        for description in metrics.descriptions {
            let isCounter = description.kind == .counter
            #expect(description.name.hasSuffix("_total") == isCounter, "\(description.name)")
            #expect(
                description.name.hasSuffix("_seconds") || description.kind != .histogram,
                "\(description.name)")
            #expect(description.help.hasSuffix("."), "\(description.name)")
        }
    }

    @Test("Requests count under closed sets") func requestsCountUnderClosedSets() async throws {
        requests.record(route: "/scan-image", method: "POST", status: 200, took: .milliseconds(30))
        requests.record(route: "/scan-image", method: "POST", status: 200, took: .milliseconds(700))
        requests.record(route: nil, method: "GET", status: 404, took: .zero)
        requests.record(route: "/of/somebody's own", method: "BREW", status: 418, took: .seconds(100))
        let told = try await scrape()
        let name = "typesafe_http_requests_total"
        #expect(told.value(name, ["route": "/scan-image", "method": "POST", "status": "200"]) == 2)
        #expect(told.value(name, ["route": "-", "method": "GET", "status": "404"]) == 1)
        #expect(told.value(name, ["route": "-", "method": "OTHER", "status": "other"]) == 1)
        #expect(told.samples.keys.count { $0.name == name } == 3)
        let duration = "typesafe_http_request_duration_seconds"
        func bucket(_ bound: String, _ route: String) -> Double? {
            told.value(duration + "_bucket", ["route": route, "le": bound])
        }
        #expect(bucket("0.025", "/scan-image") == 0)
        #expect(bucket("0.05", "/scan-image") == 1)
        #expect(bucket("1", "/scan-image") == 2)
        #expect(bucket("+Inf", "/scan-image") == 2)
        #expect(bucket("10", "-") == 1)
        #expect(bucket("+Inf", "-") == 2)
        #expect(told.value(duration + "_sum", ["route": "/scan-image"]) == 0.73)
        #expect(told.value(duration + "_count", ["route": "-"]) == 2)
    }

    @Test("A bound belongs to its bucket") func aBoundBelongsToItsBucket() async throws {
        metrics.stage(.classify, took: .microseconds(100))
        metrics.stage(.classify, took: .nanoseconds(100_001))
        metrics.stage(.decode, took: .zero - .seconds(1))
        metrics.stage(.ocr, took: .seconds(Int64.max))
        let told = try await scrape()
        let name = "typesafe_scan_stage_duration_seconds_bucket"
        #expect(told.value(name, ["stage": "classify", "le": "0.0001"]) == 1)
        #expect(told.value(name, ["stage": "classify", "le": "0.00025"]) == 2)
        #expect(told.value(name, ["stage": "decode", "le": "0.0001"]) == 1)
        #expect(told.value(name, ["stage": "ocr", "le": "10"]) == 0)
        #expect(told.value(name, ["stage": "ocr", "le": "+Inf"]) == 1)
    }

    @Test("Buckets rise") func bucketsRise() async throws {
        for milliseconds in 0..<3_000 { metrics.stage(.ocr, took: .milliseconds(milliseconds)) }
        let told = try await scrape()
        let buckets = told.samples.filter {
            $0.key.name == "typesafe_scan_stage_duration_seconds_bucket" && $0.key.labels["stage"] == "ocr"
        }
        let rising = buckets.sorted { lower, upper in
            (Double(lower.key.labels["le"] ?? "") ?? .infinity)
                < (Double(upper.key.labels["le"] ?? "") ?? .infinity)
        }.map(\.value)
        #expect(rising == rising.sorted())
        #expect(rising.last == 3_000)
    }

    @Test("What is recorded is told") func whatIsRecordedIsTold() async throws {
        metrics.connectionOpened()
        metrics.connectionOpened()
        metrics.connectionClosed()
        metrics.connectionShed("address_limit")
        metrics.connectionShed("of_tomorrow")
        metrics.messageRefused(status: 400)
        metrics.exchangeEnded(received: 1_000, sent: 20, isComplete: false)
        metrics.verdict(.high, scamType: .job, source: .text)
        metrics.verdict(.high, scamType: .unknown, source: .image)
        metrics.scanFailed(.busy)
        metrics.workerEnded(.recycled)
        metrics.workerEnded(.protocolError)
        metrics.workerEnded(.stopped)
        metrics.workers(alive: 2, busy: 1, waiting: 3, shared: 4, residentBytes: 5)
        metrics.texts(missing: 13)
        metrics.cache(.joined)
        metrics.cacheSize(entries: 6, bytes: 7)
        metrics.store(.failed)
        metrics.store(isAvailable: true, bytes: 10)
        metrics.feedback(.takenBack)
        metrics.webhook(.dead)
        metrics.webhooks(pending: 11, dead: 12)
        metrics.denied(.scope)
        metrics.limited(.key)
        let told = try await scrape()
        #expect(told.value("typesafe_http_connections") == 1)
        #expect(told.value("typesafe_http_connections_opened_total") == 2)
        #expect(told.value("typesafe_http_connections_shed_total", ["reason": "address_limit"]) == 1)
        #expect(told.value("typesafe_http_connections_shed_total", ["reason": "connection_limit"]) == 1)
        #expect(told.value("typesafe_http_refused_messages_total", ["status": "400"]) == 1)
        #expect(told.value("typesafe_http_received_bytes_total") == 1_000)
        #expect(told.value("typesafe_http_sent_bytes_total") == 20)
        #expect(told.value("typesafe_http_cut_answers_total") == 1)
        let verdicts = "typesafe_verdicts_total"
        #expect(told.value(verdicts, ["risk": "high", "scam_type": "job", "source": "text"]) == 1)
        #expect(told.value(verdicts, ["risk": "high", "scam_type": "unknown", "source": "image"]) == 1)
        #expect(told.value("typesafe_scan_failures_total", ["reason": "busy"]) == 1)
        #expect(told.value("typesafe_scan_failures_total", ["reason": "engine"]) == 0)
        #expect(told.value("typesafe_worker_restarts_total", ["why": "recycled"]) == 1)
        #expect(told.value("typesafe_worker_restarts_total", ["why": "protocol_error"]) == 1)
        #expect(told.value("typesafe_worker_restarts_total", ["why": "stopped"]) == nil)
        #expect(told.value("typesafe_workers", ["state": "alive"]) == 2)
        #expect(told.value("typesafe_workers", ["state": "busy"]) == 1)
        #expect(told.value("typesafe_ocr_queue_length") == 3)
        #expect(told.value("typesafe_shared_images_total") == 4)
        #expect(told.value("typesafe_workers_resident_bytes") == 5)
        #expect(told.value("typesafe_missing_texts") == 13)
        #expect(told.value("typesafe_cache_requests_total", ["outcome": "joined"]) == 1)
        #expect(told.value("typesafe_cache_entries") == 6)
        #expect(told.value("typesafe_cache_bytes") == 7)
        #expect(told.value("typesafe_store_operations_total", ["outcome": "failed"]) == 1)
        #expect(told.value("typesafe_store_available") == 1)
        #expect(told.value("typesafe_store_bytes") == 10)
        #expect(told.value("typesafe_feedback_total", ["outcome": "taken_back"]) == 1)
        #expect(told.value("typesafe_webhook_deliveries_total", ["outcome": "dead"]) == 1)
        #expect(told.value("typesafe_webhooks", ["state": "pending"]) == 11)
        #expect(told.value("typesafe_webhooks", ["state": "dead"]) == 12)
        #expect(told.value("typesafe_auth_failures_total", ["reason": "scope"]) == 1)
        #expect(told.value("typesafe_rate_limited_total", ["limit": "key"]) == 1)
    }

    @Test("A refused reload is seen until one is done") func aRefusedReloadIsSeenUntilOneIsDone() async throws
    {
        #expect(try await scrape().value("typesafe_rules_current") == 1)
        metrics.reload(.refused)
        let refused = try await scrape()
        #expect(refused.value("typesafe_rules_current") == 0)
        #expect(refused.value("typesafe_rules_reloads_total", ["outcome": "refused"]) == 1)
        metrics.reload(.done)
        #expect(try await scrape().value("typesafe_rules_current") == 1)
    }

    @Test("New versions replace the old") func newVersionsReplaceTheOld() async throws {
        for rules in ["1", "2 \"beta\"\\\n"] {
            metrics.build(version: "0.1", rules: rules, tesseract: "5.3.0")
        }
        let told = try await scrape()
        let builds = told.samples.keys.filter { $0.name == "typesafe_build_info" }
        #expect(builds.map { $0.labels["rules_version"] } == ["2 \"beta\"\\\n"])
    }

    @Test("Gauges are read before each scrape") func gaugesAreReadBeforeEachScrape() async throws {
        metrics.beforeScrape { metrics in metrics.webhooks(pending: 5, dead: 1) }
        #expect(try await scrape().value("typesafe_webhooks", ["state": "pending"]) == 5)
    }

    @Test("The process is measured") func theProcessIsMeasured() async throws {
        let told = try await scrape()
        let started = try #require(told.value("process_start_time_seconds"))
        #expect(abs(started - Date().timeIntervalSince1970) < 3_600)
        #expect(try #require(told.value("process_cpu_seconds_total")) > 0)
        #expect(try #require(told.value("process_resident_memory_bytes")) > 1_000_000)
        let open = try #require(told.value("process_open_fds"))
        #expect(open >= 3)
        #expect(open <= (told.value("process_max_fds") ?? 0))
    }

    @Test("Nothing is lost between threads") func nothingIsLostBetweenThreads() async throws {
        let (metrics, requests) = (metrics, requests)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        requests.record(
                            route: "/scan-image", method: "GET", status: 200, took: .microseconds(1))
                        metrics.connectionOpened()
                        metrics.connectionClosed()
                    }
                }
            }
        }
        let told = try await scrape()
        let labels = ["route": "/scan-image", "method": "GET", "status": "200"]
        #expect(told.value("typesafe_http_requests_total", labels) == 80_000)
        #expect(
            told.value("typesafe_http_request_duration_seconds_count", ["route": "/scan-image"]) == 80_000)
        #expect(told.value("typesafe_http_connections") == 0)
    }
}
