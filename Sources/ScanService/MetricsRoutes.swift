import HTTPServer
import HTTPTypes
import Metrics
import OCRWorkers
import Scanning

/// `GET /metrics`, for Prometheus.
struct MetricsRoutes: Sendable {
    let metrics: ServiceMetrics

    /// - Parameter pipeline: whose workers are counted at each scrape.
    init(metrics: ServiceMetrics, pipeline: ScanPipeline, version: String) {
        self.metrics = metrics
        metrics.beforeScrape { [pipeline] metrics in
            let counts = await pipeline.workers.counts
            metrics.workers(
                alive: counts.alive, busy: counts.busy, waiting: counts.waiting, shared: counts.shared,
                residentBytes: pipeline.workers.residentBytes)
            let facts = pipeline.facts
            metrics.build(version: version, rules: facts.rulesVersion, tesseract: facts.tesseractVersion)
        }
    }

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/metrics", scope: .admin) { [metrics] _ in
            await offEventLoop {
                ServerResponse(
                    status: .ok, contentType: Exposition.contentType, body: await metrics.exposition())
            }
        }
    }
}
